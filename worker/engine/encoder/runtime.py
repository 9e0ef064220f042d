"""Runs the network: ONNX Runtime in 8 bits, PyTorch on a processor or on a graphics card."""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]


class Runtime(Protocol):
    """`name` says what runs where (``onnx-int8-cpu``, ``torch-bf16-cuda``…).

    `mixes_notes` when windows of several notes may share a batch. On a processor they don't:
    8-bit activations are scaled by batch, and a note's spans must not depend on its neighbours.
    """

    @property
    def name(self) -> str: ...

    @property
    def mixes_notes(self) -> bool: ...

    def logits(self, ids: I64, mask: I64) -> F32:
        """(n, pieces) → (n, pieces, tags of both heads)."""
        ...


class OnnxRuntime:
    """8 bits on a processor. `threads` 0 takes every core."""

    name = "onnx-int8-cpu"
    mixes_notes = False

    def __init__(self, file: Path, threads: int = 0) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(file), options, providers=["CPUExecutionProvider"]
        )

    def logits(self, ids: I64, mask: I64) -> F32:
        """See Runtime."""
        found: F32 = self._session.run(["logits"], {"ids": ids, "mask": mask})[0]
        return found


class TorchRuntime:
    """float32 or bfloat16; `device` as PyTorch names it."""

    def __init__(self, folder: Path, *, device: str = "cpu", is_bfloat16: bool = False) -> None:
        import torch

        from worker.engine.encoder.network import load

        self._torch = torch
        self._device = device
        dtype = torch.bfloat16 if is_bfloat16 else torch.float32
        self._network = load(folder).to(device, dtype)
        self.name = f"torch-{'bf16' if is_bfloat16 else 'fp32'}-{device}"
        self.mixes_notes = device != "cpu"

    def logits(self, ids: I64, mask: I64) -> F32:
        """See Runtime."""
        with self._torch.inference_mode():
            found = self._network(self._put(ids), self._put(mask))
        result: F32 = found.float().cpu().numpy()
        return result

    def _put(self, array: I64) -> Any:
        tensor = self._torch.from_numpy(array)
        if self._device == "cpu":
            return tensor
        return tensor.pin_memory().to(self._device, non_blocking=True)
