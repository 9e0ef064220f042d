"""Reads notes as a model does, and tells where each stands in the encoder's space."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from annotation.domain.notes import Note
from worker.engine.detector import Detector
from worker.engine.encoder import network as networks
from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import read_settings
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.transitions import table_of
from worker.training.active import Waiting, disagreements, unsure_words


class StateRuntime:
    """A network that keeps the mean of its last states since it was last asked."""

    name = "torch-states"
    mixes_notes = True
    batch_pieces = 8_192

    def __init__(self, network: EncoderTagger, device: str = "cpu") -> None:
        self._network = network.to(device).eval()
        self._device = device
        self._sum: torch.Tensor | float = 0.0
        self._pieces = 0.0

    def logits(self, ids: I64, mask: I64) -> F32:
        """See worker.engine.encoder.runtime.Runtime."""
        pieces, told = (torch.from_numpy(array).to(self._device) for array in (ids, mask))
        with torch.inference_mode():
            states = self._network.backbone(input_ids=pieces, attention_mask=told).last_hidden_state
            found = self._network.heads(states)
        self._sum = self._sum + (states.float() * told.unsqueeze(-1)).sum(dim=(0, 1))
        self._pieces += float(mask.sum())
        result: F32 = found.float().cpu().numpy()
        return result

    def take(self) -> F32:
        """The mean state, of length 1, and begins anew; zeros when nothing was read."""
        width = self._network.heads.in_features
        total = self._sum if isinstance(self._sum, torch.Tensor) else torch.zeros(width)
        mean = (total / max(self._pieces, 1.0)).cpu().numpy().astype(np.float32)
        self._sum, self._pieces = 0.0, 0.0
        length = float(np.linalg.norm(mean))
        vector: F32 = mean / length if length else mean
        return vector


class StateReader:
    """The model of a directory, with the rules that disagree with it or not."""

    def __init__(self, folder: Path, rules: Detector, device: str = "cpu") -> None:
        self._runtime = StateRuntime(networks.load(folder), device)
        encoder, settings = PieceEncoder(folder), read_settings(folder)
        table = table_of(folder, settings)
        self._model = EncoderDetector(self._runtime, encoder, settings, settings.name, table)
        self._rules = rules

    def vector(self, text: str) -> F32:
        """Where a text stands."""
        self._model.read([text])
        return self._runtime.take()

    def waiting(
        self, notes: Sequence[Note], check: Callable[[], None] = lambda: None
    ) -> Iterator[Waiting]:
        """Of each note; `check` is called before each and may raise."""
        for note in notes:
            check()
            [reading] = self._model.read([note.text])
            [by_rules] = self._rules.detect([note.text], [note.patient])
            yield Waiting(
                note.id,
                unsure_words(reading),
                disagreements(by_rules, reading.spans),
                self._runtime.take(),
            )
