"""Windows through the network, in batches that the runtime likes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from worker.engine.encoder.arrays import F32
from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import PickingRuntime, Runtime
from worker.engine.encoder.tags import FINE_TAGS, combine
from worker.engine.encoder.windows import Window


@dataclass(frozen=True, slots=True)
class Scorer:
    """`temperature` divides the heads' joint opinion."""

    runtime: Runtime
    encoder: PieceEncoder
    temperature: float

    def score(self, windows: Sequence[Window], counts: Sequence[int]) -> list[F32]:
        """(words, FINE_TAGS) log-probabilities of each window; `counts[i]` windows are note i's."""
        found: list[F32] = [np.zeros((0, FINE_TAGS), dtype=np.float32)] * len(windows)
        for batch in self._batches([len(window.ids) for window in windows], counts):
            for index, rows in zip(batch, self._logits([windows[i] for i in batch]), strict=True):
                found[index] = combine(rows[:, :FINE_TAGS], rows[:, FINE_TAGS:], self.temperature)
        return found

    def _logits(self, windows: Sequence[Window]) -> Iterator[F32]:
        """Of each window's words: (words, tags of both heads)."""
        ids, mask = pad([window.ids for window in windows], self.encoder.pad)
        if isinstance(self.runtime, PickingRuntime) and len(windows) == 1:
            yield self.runtime.picked(ids, windows[0].heads)[0]
            return
        for row, window in zip(self.runtime.logits(ids, mask), windows, strict=True):
            yield row[window.heads]

    def _batches(self, lengths: Sequence[int], counts: Sequence[int]) -> Iterator[list[int]]:
        groups = [len(lengths)] if self.runtime.mixes_notes else counts
        first = 0
        for count in groups:
            own = lengths[first : first + count]
            for batch in batches(own, self.runtime.batch_pieces):
                yield [first + index for index in batch]
            first += count
