"""Windows through the network: in batches that the runtime likes, past the gate if there is one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.gate import Gate, Mask, pieces_of
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import PickingRuntime, Runtime
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, combine
from worker.engine.encoder.windows import Window

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]
_IMPOSSIBLE: Final = -30.0


@dataclass(frozen=True, slots=True)
class Scores:
    """Of a window's words: `rows` (words, FINE_TAGS) log-probabilities, and which words stopped
    at the gate: theirs say O."""

    rows: F32
    stopped: Mask


@dataclass(frozen=True, slots=True)
class Scorer:
    """`temperature` divides the heads' joint opinion."""

    runtime: Runtime
    encoder: PieceEncoder
    temperature: float
    gate: Gate | None = None

    def score(
        self,
        windows: Sequence[Window],
        counts: Sequence[int],
        suspected: Sequence[Mask | None],
    ) -> list[Scores]:
        """`counts[i]` windows are note i's; `suspected` words of a window never stop early, and
        no word of a window of which nobody said what is suspected (None)."""
        found: list[Scores | None] = [None] * len(windows)
        for batch in self._batches([len(window.ids) for window in windows], counts):
            own = [windows[index] for index in batch]
            made = (
                self._gated(own, [suspected[index] for index in batch], self.gate)
                if self.gate
                else self._whole(own)
            )
            for index, scores in zip(batch, made, strict=True):
                found[index] = scores
        return [scores for scores in found if scores is not None]

    def _whole(self, windows: Sequence[Window]) -> Iterator[Scores]:
        ids, mask = pad([window.ids for window in windows], self.encoder.pad)
        if isinstance(self.runtime, PickingRuntime) and len(windows) == 1:
            own = [self.runtime.picked(ids, windows[0].heads)[0]]
        else:
            logits = self.runtime.logits(ids, mask)
            own = [row[window.heads] for row, window in zip(logits, windows, strict=True)]
        for rows in own:
            yield Scores(self._combine(rows), np.zeros(len(rows), dtype=np.bool_))

    def _gated(
        self, windows: Sequence[Window], suspected: Sequence[Mask | None], gate: Gate
    ) -> list[Scores]:
        ids, mask = pad([window.ids for window in windows], self.encoder.pad)
        states = self.runtime.lower(ids, mask)
        made: list[Scores] = []
        kept: list[Mask] = []
        for row, window, asked in zip(states, windows, suspected, strict=True):
            words = np.ones(len(window.heads), dtype=np.bool_)
            if asked is not None:
                words = gate.going_on(row[window.heads], asked)
            made.append(Scores(_outside(len(words)), ~words))
            kept.append(self._kept(words, window))
        going = [index for index, pieces in enumerate(kept) if pieces.any()]
        if going:
            chosen = [states[index, : len(kept[index])][kept[index]] for index in going]
            for index, logits in zip(going, self._upper(chosen), strict=True):
                words = ~made[index].stopped
                places = (kept[index].cumsum() - 1)[np.asarray(windows[index].heads)[words]]
                made[index].rows[words] = self._combine(logits[places])
        return made

    def _kept(self, words: Mask, window: Window) -> Mask:
        ids = np.asarray(window.ids)
        if not words.any():
            return np.zeros(len(ids), dtype=np.bool_)
        if words.all():
            return np.ones(len(ids), dtype=np.bool_)
        newline = self.encoder.newline
        newlines = np.zeros(len(ids), dtype=np.bool_) if newline is None else ids == newline
        return pieces_of(words, window.heads, len(ids), newlines)

    def _upper(self, states: Sequence[F32]) -> F32:
        width = max(len(rows) for rows in states)
        padded = np.zeros((len(states), width, states[0].shape[1]), dtype=np.float32)
        mask = np.zeros((len(states), width), dtype=np.int64)
        for index, rows in enumerate(states):
            padded[index, : len(rows)] = rows
            mask[index, : len(rows)] = 1
        return self.runtime.upper(padded, mask)

    def _combine(self, logits: F32) -> F32:
        return combine(logits[:, :FINE_TAGS], logits[:, FINE_TAGS:], self.temperature)

    def _batches(self, lengths: Sequence[int], counts: Sequence[int]) -> Iterator[list[int]]:
        pieces = self.runtime.batch_pieces
        if self.runtime.mixes_notes:
            yield from batches(lengths, pieces)
            return
        first = 0
        for count in counts:
            for batch in batches(lengths[first : first + count], pieces):
                yield [first + index for index in batch]
            first += count


def _outside(words: int) -> F32:
    rows = np.full((words, FINE_TAGS), _IMPOSSIBLE, dtype=np.float32)
    rows[:, OUTSIDE] = 0.0
    return rows
