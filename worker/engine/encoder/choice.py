"""Chooses how to run a model here: a graphics card if there is one, else what was measured fastest."""

import importlib.util
import json
import os
import platform
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from worker.engine.encoder.card import is_given_up, remember_card
from worker.engine.encoder.files import content_hash
from worker.engine.encoder.onnx_file import int8_file
from worker.engine.encoder.processor import cpu_line, multiplies_bfloat16
from worker.engine.encoder.runtime import OnnxRuntime, Runtime, TorchRuntime

_ROWS, _PIECES, _ROUNDS = 12, 128, 3  # a note of 750 words
RUNTIMES: Final = ("onnx-int8-cpu", "torch-bf16-cpu")


class NoDeviceError(ValueError):
    """The device that was asked for isn't there; the message is a French sentence."""


def open_runtime(folder: Path, cache: Path, device: str | None, threads: int = 0) -> Runtime:
    """`device` None chooses. `threads` 0 takes every core. Raises NoDeviceError."""
    if device != "cpu" and has_cuda():
        return TorchRuntime(folder, device="cuda", is_bfloat16=True)
    if device == "cuda":
        raise NoDeviceError("aucune carte graphique CUDA n'est utilisable ici (--device cpu)")
    digest = content_hash(folder)
    makers = _makers(folder, cache, digest, threads)
    name = _remembered(cache, digest) or _measure(makers, cache, digest)
    return makers.get(name, makers[RUNTIMES[0]])()


def has_cuda() -> bool:
    """Without importing PyTorch where no driver is, or where the card was lost."""
    if is_given_up() or not _has_driver():
        return False
    import torch

    found = bool(torch.cuda.is_available())
    if found:
        with suppress(RuntimeError, AssertionError):  # it may fail at this very moment
            remember_card(torch.cuda.get_device_name())
    return found


def _has_driver() -> bool:
    return Path("/dev/nvidiactl").exists() or platform.system() != "Linux"


def default_cache() -> Path:
    """``DEIDWEB_CACHE``, else ``var/engine`` of this checkout, else a folder of this user's."""
    given = os.environ.get("DEIDWEB_CACHE")
    if given:
        return Path(given)
    var = Path(__file__).parents[3] / "var"
    if os.access(var if var.exists() else var.parent, os.W_OK):
        return var / "engine"
    return Path(tempfile.gettempdir()) / f"deidweb-engine-{os.getuid()}"


def _makers(
    folder: Path, cache: Path, digest: str, threads: int
) -> dict[str, Callable[[], Runtime]]:
    makers: dict[str, Callable[[], Runtime]] = {}
    if importlib.util.find_spec("onnxruntime"):
        makers[RUNTIMES[0]] = lambda: OnnxRuntime(int8_file(folder, cache, digest), threads)
    makers[RUNTIMES[1]] = lambda: TorchRuntime(folder, is_bfloat16=True)
    return makers


def _measure(makers: dict[str, Callable[[], Runtime]], cache: Path, digest: str) -> str:
    """The faster one on a batch of ordinary size; remembered for this machine and model."""
    # Only with AMX can bfloat16 beat 8 bits: elsewhere PyTorch need not even be loaded.
    if len(makers) == 1 or not multiplies_bfloat16():
        return next(iter(makers))
    seconds = {name: _seconds(maker()) for name, maker in makers.items()}
    best = min(seconds, key=lambda name: seconds[name])
    record = {"machine": _machine(), "runtime": best, "seconds": seconds}
    cache.mkdir(parents=True, exist_ok=True)
    path = _record(cache, digest)
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_text(json.dumps(record), encoding="utf-8")
    partial.replace(path)
    return best


def _seconds(runtime: Runtime) -> float:
    rows = max(1, min(_ROWS, runtime.batch_pieces // _PIECES))
    ids = np.full((rows, _PIECES), 5, dtype=np.int64)
    mask = np.ones_like(ids)
    runtime.logits(ids, mask)
    best = float("inf")
    for _ in range(_ROUNDS):
        began = perf_counter()
        for _ in range(_ROWS // rows):
            runtime.logits(ids, mask)
        best = min(best, perf_counter() - began)
    return best


def _remembered(cache: Path, digest: str) -> str | None:
    try:
        record = json.loads(_record(cache, digest).read_text(encoding="utf-8"))
        return str(record["runtime"]) if record["machine"] == _machine() else None
    except (OSError, ValueError, KeyError):
        return None


def _record(cache: Path, digest: str) -> Path:
    return cache / f"{digest}.choice.json"


def _machine() -> str:
    return f"{cpu_line('model name')} {os.cpu_count()} {int(multiplies_bfloat16())}"
