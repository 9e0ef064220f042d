"""The 8-bit copy of a model that ONNX Runtime runs, made at first use and kept."""

import contextlib
import json
import logging
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from worker.engine.encoder.arrays import F32
from worker.engine.encoder.channels import bounds_of, loud, smoothing
from worker.engine.encoder.drafts import draft_folder
from worker.engine.encoder.files import WEIGHTS
from worker.engine.encoder.graph import GraphWriter, can_write
from worker.engine.encoder.rounding import MadeWhenAsked

_OPSET: Final = 17
_ROWS, _PIECES = 2, 16  # of the traced example; both stay free in the file
# Names the way in which the files are written: a copy of another way isn't read.
_FORMAT: Final = "int8-6"


def int8_file(folder: Path, cache: Path, digest: str) -> Path:
    """A tagger's. Weights per column in 8 bits, activations per row as they come.

    Two processes may make it at once: each writes a draft, the last one in place stays. Copies of
    a former way are removed.
    """
    return _kept(cache, digest, "whole", lambda draft: _made(folder, draft))


def states_file(folder: Path, cache: Path, digest: str) -> Path:
    """The same of an encoder that other heads read, which `writes_by_hand` must allow: ids → its last states."""
    return _kept(cache, digest, "states", lambda draft: _written(folder, draft, GraphWriter.states))


def _kept(cache: Path, digest: str, part: str, make: Callable[[Path], Path]) -> Path:
    target = cache / f"{digest}.{_FORMAT}.{part}.onnx"
    if target.is_file():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with draft_folder(cache) as draft:
        make(draft).replace(target)
    for former in cache.glob(f"{digest}.int8*"):
        if former != target:
            former.unlink(missing_ok=True)  # another process may have done it
    return target


def writes_by_hand(folder: Path) -> bool:
    """Whether the file is GraphWriter's."""
    return can_write(json.loads((folder / "config.json").read_text(encoding="utf-8")))


def _made(folder: Path, draft: Path) -> Path:
    if writes_by_hand(folder):
        return _written(folder, draft, GraphWriter.whole)
    plain, small = draft / "fp32.onnx", draft / "int8.onnx"
    _export(folder, plain)
    _quantise(plain, small)
    return small


def _written(folder: Path, draft: Path, write: Callable[[GraphWriter, BinaryIO], None]) -> Path:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    tensors = _tensors_of(folder)
    bounds = bounds_of(tensors, config, draft / "probe.onnx")
    path = draft / "written.onnx"
    with path.open("wb") as out:
        write(GraphWriter(tensors, config, smoothing(bounds), loud(bounds)), out)
    return path


def _tensors_of(folder: Path) -> MadeWhenAsked:
    """In float32, whose whole is twice the file."""
    from safetensors import safe_open

    file: Any = safe_open(folder / WEIGHTS, framework="numpy")

    def made(name: str) -> F32:
        tensor: F32 = file.get_tensor(name).astype(np.float32)
        return tensor

    return MadeWhenAsked(file.keys(), made)


def _export(folder: Path, target: Path) -> None:
    """Any other encoder: PyTorch's trace of it, whose products `_quantise` rounds to 8 bits."""
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
