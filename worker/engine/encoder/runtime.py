"""Runs the network: ONNX Runtime in 8 bits, PyTorch on a processor or on a graphics card."""

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.processor import sums_overflow


class Runtime(Protocol):
    """`name` says what runs where (``onnx-int8-cpu``, ``torch-bf16-cuda``…).

    A batch holds about `batch_pieces` pieces, at least one window; windows of several notes share
    it when `mixes_notes`. In 8 bits each window is alone: activations are scaled as they come,
    and what is found in it must not depend on others.
    """

    name: str
    batch_pieces: int
    mixes_notes: bool

    def logits(self, ids: I64, mask: I64) -> F32:
        """(n, pieces) → (n, pieces, tags of both heads)."""
        ...


@runtime_checkable
class PickingRuntime(Protocol):
    """A runtime that saves work when few places of a window are asked for."""

    def picked(self, ids: I64, places: Sequence[int]) -> F32:
        """(n, pieces) → (n, places, tags of both heads), for windows without padding."""
        ...


class OnnxRuntime:
    """8 bits on a processor. `file` as int8_file or states_file gives it; `threads` 0 takes every core, or as many as
    ``OMP_NUM_THREADS`` says, as PyTorch does."""

    name = "onnx-int8-cpu"
    batch_pieces = 1
    mixes_notes = False

    def __init__(self, file: Path, threads: int = 0) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or int(
            os.environ.get("OMP_NUM_THREADS", "").partition(",")[0] or 0
        )
        options.log_severity_level = 3
        # A thread that waits in a loop takes the time of whoever else computes here, its own fellows included.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        level = onnxruntime.GraphOptimizationLevel
        # Beyond this level additions and normalisations are joined into a slower kernel.
        options.graph_optimization_level = level.ORT_ENABLE_BASIC
        if sums_overflow():
            # Weights are taken without a sign, which sums in 32 bits; done from this level on.
            options.graph_optimization_level = level.ORT_ENABLE_EXTENDED
            options.add_session_config_entry("session.x64quantprecision", "1")
        self._session = onnxruntime.InferenceSession(
            str(file), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {own.name for own in self._session.get_inputs()}
        give_back_memory()

    def logits(self, ids: I64, mask: I64) -> F32:
        """See Runtime."""
        return self._run({"ids": ids, "mask": mask, "places": np.arange(ids.shape[1])})

    def picked(self, ids: I64, places: Sequence[int]) -> F32:
        """See PickingRuntime."""
        if "places" in self._inputs:
            return self._run({"ids": ids, "places": np.asarray(places, dtype=np.int64)})
        return self.logits(ids, np.ones_like(ids))[:, places]

    def states(self, ids: I64) -> F32:
        """(n, pieces) → (n, pieces, width), of a file as states_file gives it; windows without padding."""
        return self._run({"ids": ids})

    def _run(self, given: dict[str, I64]) -> F32:
        """The file takes what it has inputs for."""
        feed = {name: given[name] for name in self._inputs}
        found: F32 = self._session.run(None, feed)[0]
        return found


def give_back_memory() -> None:
    """What was freed goes back to the system: the C library would keep as much again as a model's file has, or what the longest stay
    of a training took. Only GNU's can be asked."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


class TorchRuntime:
    """float32 or bfloat16; `device` as PyTorch names it."""

    def __init__(self, folder: Path, *, device: str = "cpu", is_bfloat16: bool = False) -> None:
        import torch

        from worker.engine.encoder.network import load, round_weights

        self._torch = torch
        self._device = device
        self._dtype = torch.bfloat16 if is_bfloat16 else torch.float32
        self._network = round_weights(load(folder)).to(device, self._dtype)
        self.name = f"torch-{'bf16' if is_bfloat16 else 'fp32'}-{device}"
        self.mixes_notes = device != "cpu"
        # A processor is fastest while a batch fits its caches; a card wants many windows at once.
        self.batch_pieces = 512 if device == "cpu" else 32_768

    def logits(self, ids: I64, mask: I64) -> F32:
        """See Runtime."""
        with self._torch.inference_mode():
            return self._fetch(self._network(self._put(ids), self._put(mask)))

    def _put(self, array: I64) -> Any:
        tensor = self._torch.from_numpy(array)
        if self._device == "cpu":
            return tensor
        return tensor.pin_memory().to(self._device, non_blocking=True)

    def _fetch(self, tensor: Any) -> F32:
        result: F32 = tensor.float().cpu().numpy()
        return result
