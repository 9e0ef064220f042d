"""The int8 copy of a model that ONNX Runtime runs, made at first use and kept."""

import contextlib
import logging
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_OPSET: Final = 17
_ROWS, _PIECES = 2, 16  # of the traced example; both stay free in the file


def int8_file(folder: Path, cache: Path, digest: str) -> Path:
    """``cache/<digest>.int8.onnx``: weights per channel in 8 bits, activations scaled as they come.

    Two processes may make it at once: each writes a draft, the last one in place stays.
    """
    target = cache / f"{digest}.int8.onnx"
    if target.is_file():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".onnx-", dir=cache) as draft:
        plain = Path(draft) / "fp32.onnx"
        _export(folder, plain)
        small = Path(draft) / "int8.onnx"
        _quantise(plain, small)
        small.replace(target)
    return target


def _export(folder: Path, target: Path) -> None:
    import torch

    from worker.engine.encoder.network import load

    network = load(folder)
    ids = torch.full((_ROWS, _PIECES), 5, dtype=torch.int64)
    free = {0: "rows", 1: "pieces"}
    with _quiet():
        torch.onnx.export(
            network,
            (ids, torch.ones_like(ids)),
            str(target),
            input_names=["ids", "mask"],
            output_names=["logits"],
            dynamic_axes={"ids": free, "mask": free, "logits": free},
            opset_version=_OPSET,
            dynamo=False,  # the newer exporter wants onnxscript and gives the same graph here
        )


def _quantise(source: Path, target: Path) -> None:
    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with _quiet():
        quantize_dynamic(
            source,
            target,
            per_channel=True,
            weight_type=QuantType.QInt8,
            extra_options={"DefaultTensorType": TensorProto.FLOAT},
        )


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Exporter and quantiser warn about choices that were made on purpose."""
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        root.setLevel(level)
