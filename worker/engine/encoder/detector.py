"""The transformer behind the interface of worker.engine.detector."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.doubt import Reading
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.files import Settings
from worker.engine.encoder.gate import Gate, Mask
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import Runtime
from worker.engine.encoder.scoring import Scorer, Scores
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE
from worker.engine.encoder.windows import Window, cut, merge
from worker.engine.encoder.words import Words, split_words

F32 = NDArray[np.float32]
# P(O) of a word that stopped at the gate, for those who ask the model's doubt: not so sure that
# a name which is sure elsewhere in the note would be dropped here.
_STOPPED_OUTSIDE: Final = np.float32(0.99)


class EncoderDetector:
    """`version` names the model by its content, not the runtime: both find the same spans."""

    def __init__(
        self,
        runtime: Runtime,
        encoder: PieceEncoder,
        settings: Settings,
        version: str,
        gate: Gate | None = None,
    ) -> None:
        self._encoder = encoder
        self._settings = settings
        self.version = version
        self._scorer = Scorer(runtime, encoder, settings.temperature, gate)
        self._decoder = Decoder(settings.threshold, f"model:{version}")

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is the rules' business."""
        return [reading.spans for reading in self.read(texts)]

    def read(
        self, texts: Sequence[str], suspected: Sequence[Sequence[Span]] | None = None
    ) -> list[Reading]:
        """The spans of each text and how surely each of its words is outside any.

        Words of the spans `suspected` by others are read by the whole network; all words are
        where nobody else was asked.
        """
        split = [split_words(text) for text in texts]
        masks: list[Mask | None] = [None] * len(split)
        if suspected is not None:
            masks = [touched(*pair) for pair in zip(split, suspected, strict=True)]
        return [
            self._reading(words, rows, stopped)
            for words, (rows, stopped) in zip(split, self._score(split, masks), strict=True)
        ]

    def log_probabilities(self, notes: Sequence[Words]) -> list[F32]:
        """(words, FINE_TAGS) of each note."""
        return [rows for rows, _ in self._score(notes, [None] * len(notes))]

    def _reading(self, words: Words, rows: F32, stopped: Mask) -> Reading:
        spans = self._decoder.spans(words, rows) if len(words) else []
        outside = np.exp(rows[:, OUTSIDE])
        outside[stopped] = _STOPPED_OUTSIDE
        return Reading(spans, words.starts, words.ends, outside)

    def _score(
        self, notes: Sequence[Words], suspected: Sequence[Mask | None]
    ) -> list[tuple[F32, Mask]]:
        windows: list[Window] = []
        counts: list[int] = []
        asked: list[Mask | None] = []
        for words, mask in zip(notes, suspected, strict=True):
            own = self._cut(words)
            windows += own
            counts.append(len(own))
            asked += [None if mask is None else mask[w.first : w.last] for w in own]
        scored = self._scorer.score(windows, counts, asked)
        found: list[tuple[F32, Mask]] = []
        first = 0
        for words, count in zip(notes, counts, strict=True):
            part = slice(first, first + count)
            found.append(_merged(len(words), windows[part], scored[part]))
            first += count
        return found

    def _cut(self, words: Words) -> list[Window]:
        pieces = self._encoder.encode(words)
        length, overlap = self._settings.window, self._settings.overlap
        return cut(words, pieces, self._encoder, length=length, overlap=overlap)


def _merged(words: int, windows: Sequence[Window], scores: Sequence[Scores]) -> tuple[F32, Mask]:
    if not windows:
        return np.zeros((0, FINE_TAGS), dtype=np.float32), np.zeros(0, dtype=np.bool_)
    rows = merge(words, windows, [score.rows for score in scores])
    flags = [score.stopped[:, None].astype(np.float32) for score in scores]
    return rows, merge(words, windows, flags)[:, 0] > 0


def touched(words: Words, spans: Sequence[Span]) -> Mask:
    """Which words a span touches."""
    mask = np.zeros(len(words), dtype=np.bool_)
    for span in spans:
        mask[bisect_right(words.ends, span.start) : bisect_left(words.starts, span.end)] = True
    return mask
