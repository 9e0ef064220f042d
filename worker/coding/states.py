"""The encoder's last states of a stay that is only read: in 8 bits on a processor, elsewhere by PyTorch."""

import importlib.util
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from worker.coding.files import CoderFilesError, CoderSettings, content_hash
from worker.coding.network import CodingNetwork
from worker.coding.recipe import Architecture
from worker.coding.segments import Segmented, batch_of
from worker.engine.encoder.onnx_file import states_file, writes_by_hand
from worker.engine.encoder.runtime import OnnxRuntime
from worker.training.encoder.loop import half_precision


class States(Protocol):
    """(states, width) in float32, in the order of `Segmented.rows`: one pass of the encoder over a stay."""

    def __call__(self, stay: Segmented) -> Tensor: ...


class PlainStates:
    """Of any network, where it lies."""

    def __init__(self, network: CodingNetwork, padding: int) -> None:
        self._network, self._padding = network.eval(), padding

    def __call__(self, stay: Segmented) -> Tensor:
        """See States."""
        device = next(self._network.parameters()).device.type
        with torch.inference_mode(), half_precision(device):
            states, _kept = self._network.states(batch_of([stay], self._padding))
        return states[0].float()


class RoundedStates:
    """Of the 8-bit graph that the detector's encoder runs as; segments one by one, for it knows no padding."""

    def __init__(self, file: Path) -> None:
        self._runtime = OnnxRuntime(file)

    def __call__(self, stay: Segmented) -> Tensor:
        """See States."""
        found = [
            self._runtime.states(np.asarray([ids], dtype=np.int64))[0][
                stay.columns[stay.rows == number]
            ]
            for number, ids in enumerate(stay.ids)
        ]
        return torch.from_numpy(np.concatenate(found))


def rounded_states(folder: Path, settings: CoderSettings, cache: Path) -> RoundedStates | None:
    """Of a coder's directory; None for an encoder that has other layers than BERT's, and without ONNX Runtime.

    The file is made at first use and kept in `cache`. Raises CoderFilesError where it can't be.
    """
    is_bert = settings.architecture is Architecture.ENCODER and writes_by_hand(folder)
    if not is_bert or not importlib.util.find_spec("onnxruntime"):
        return None
    try:
        return RoundedStates(states_file(folder, cache, content_hash(folder)))
    except OSError as error:
        raise CoderFilesError(f"copie en 8 bits impossible à écrire dans {cache}") from error
