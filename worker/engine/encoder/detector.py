"""The transformer behind the interface of worker.engine.detector."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.encoder.arrays import F32
from worker.engine.encoder.choice import default_cache, open_runtime
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.files import Settings, content_hash, read_settings, version_of
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import Runtime
from worker.engine.encoder.scoring import Scorer
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE
from worker.engine.encoder.transitions import table_of
from worker.engine.encoder.windows import Window, cut, merge
from worker.engine.encoder.words import Words, split_words
from worker.engine.reading import Reading

Scored = tuple[Words, F32]


class EncoderDetector:
    """`version` names the model by its content, not the runtime: both find the same spans. `table`: see
    `worker.engine.encoder.decoding.Decoder`."""

    def __init__(
        self,
        runtime: Runtime,
        encoder: PieceEncoder,
        settings: Settings,
        version: str,
        table: F32 | None = None,
    ) -> None:
        self._encoder = encoder
        self._settings = settings
        self.version = version
        self._scorer = Scorer(runtime, encoder, settings.temperature)
        self._decoder = Decoder(settings.threshold, f"model:{version}", table)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is the rules' business."""
        return [reading.spans for reading in self.read(texts)]

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """The spans of each text and how surely each of its words is outside any."""
        notes = [split_words(text) for text in texts]
        found = zip(notes, self.log_probabilities(notes), strict=True)
        return [self._reading(words, rows, self._decoder) for words, rows in found]

    def log_probabilities(self, notes: Sequence[Words]) -> list[F32]:
        """(words, FINE_TAGS) of each note."""
        windows = [self._cut(words) for words in notes]
        counts = [len(own) for own in windows]
        scored = iter(self._scorer.score([one for own in windows for one in own], counts))
        return [
            merge(len(words), own, [next(scored) for _ in own])
            if own
            else np.zeros((0, FINE_TAGS), dtype=np.float32)
            for words, own in zip(notes, windows, strict=True)
        ]

    def scored(self, text: str) -> Scored:
        """What `decoded` needs, for who tries several thresholds."""
        words = split_words(text)
        [rows] = self.log_probabilities([words])
        return words, rows

    def decoded(self, scored: Scored, threshold: float) -> Reading:
        """The reading of a text under another threshold than the model's own."""
        return self._reading(*scored, replace(self._decoder, threshold=threshold))

    def _reading(self, words: Words, rows: F32, decoder: Decoder) -> Reading:
        spans = decoder.spans(words, rows) if len(words) else []
        outside = np.exp(rows[:, OUTSIDE])
        return Reading(spans, words.starts, words.ends, outside, decoder.threshold)

    def _cut(self, words: Words) -> list[Window]:
        pieces = self._encoder.encode(words)
        length, overlap = self._settings.window, self._settings.overlap
        return cut(words, pieces, self._encoder, length=length, overlap=overlap)


def load_detector(
    folder: Path, device: str | None = None, threads: int = 0, cache: Path | None = None
) -> EncoderDetector:
    """Of a model's directory. Raises ModelFilesError, NoDeviceError, OSError."""
    settings = read_settings(folder)
    version = version_of(settings.name, content_hash(folder))
    runtime = open_runtime(folder, cache or default_cache(), device, threads)
    table = table_of(folder, settings)
    return EncoderDetector(runtime, PieceEncoder(folder), settings, version, table)
