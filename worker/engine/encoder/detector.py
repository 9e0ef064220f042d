"""The transformer behind the interface of worker.engine.detector."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.doubt import Reading
from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.files import Settings
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import Runtime
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, combine
from worker.engine.encoder.windows import Window, cut, merge
from worker.engine.encoder.words import Words, split_words

F32 = NDArray[np.float32]
# A processor is fastest while a batch fits its caches; a card wants many windows at once.
_PIECES_A_BATCH: Final = 512
_PIECES_A_MIXED_BATCH: Final = 32_768


class EncoderDetector:
    """`version` names the model by its content, not the runtime: both find the same spans."""

    def __init__(
        self, runtime: Runtime, encoder: PieceEncoder, settings: Settings, version: str
    ) -> None:
        self._runtime = runtime
        self._encoder = encoder
        self._settings = settings
        self.version = version
        self._decoder = Decoder(settings.threshold, f"model:{version}")

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is the rules' business."""
        return [reading.spans for reading in self.read(texts)]

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """The spans of each text and how surely each of its words is outside any."""
        split = [split_words(text) for text in texts]
        return [
            Reading(
                self._decoder.spans(words, scores) if len(words) else [],
                words.starts,
                words.ends,
                np.exp(scores[:, OUTSIDE]),
            )
            for words, scores in zip(split, self.log_probabilities(split), strict=True)
        ]

    def log_probabilities(self, notes: Sequence[Words]) -> list[F32]:
        """(words, FINE_TAGS) of each note."""
        settings = self._settings
        windows: list[Window] = []
        counts: list[int] = []
        for words in notes:
            own = cut(
                words,
                self._encoder.encode(words),
                self._encoder,
                length=settings.window,
                overlap=settings.overlap,
            )
            windows += own
            counts.append(len(own))
        scored = self._score(windows, counts)
        found: list[F32] = []
        first = 0
        for words, count in zip(notes, counts, strict=True):
            own = windows[first : first + count]
            rows = scored[first : first + count]
            found.append(merge(len(words), own, rows) if own else _NOTHING)
            first += count
        return found

    def _score(self, windows: Sequence[Window], counts: Sequence[int]) -> list[F32]:
        scored: list[F32] = [_NOTHING] * len(windows)
        for batch in self._batches(windows, counts):
            ids, mask = pad([windows[i].ids for i in batch], self._encoder.pad)
            logits = self._runtime.logits(ids, mask)
            for row, index in zip(logits, batch, strict=True):
                heads = row[windows[index].heads]
                scored[index] = combine(
                    heads[:, :FINE_TAGS], heads[:, FINE_TAGS:], self._settings.temperature
                )
        return scored

    def _batches(self, windows: Sequence[Window], counts: Sequence[int]) -> Iterator[list[int]]:
        lengths = [len(window.ids) for window in windows]
        if self._runtime.mixes_notes:
            yield from batches(lengths, _PIECES_A_MIXED_BATCH)
            return
        first = 0
        for count in counts:
            for batch in batches(lengths[first : first + count], _PIECES_A_BATCH):
                yield [first + index for index in batch]
            first += count


_NOTHING: Final[F32] = np.zeros((0, FINE_TAGS), dtype=np.float32)
