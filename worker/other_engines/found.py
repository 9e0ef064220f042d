"""What only tells spans (a tool, a sequence model) in the place of a network: of these it is sure, and of the rest it says
nothing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.detector import Detector
from worker.engine.encoder.words import split_words
from worker.engine.reading import Reading
from worker.other_engines.tagger import UNKNOWN, ours_of

_OTHER: Final = (str(Label.QID), str(Subtype.AUTRE))


class FoundModel:
    """Behind worker.engine.detector.Model: the words of `detector`'s spans are surely inside, all others surely outside."""

    def __init__(self, detector: Detector, version: str) -> None:
        self._detector = detector
        self.version = version

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is the rules' business."""
        return [reading.spans for reading in self.read(texts)]

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """See worker.engine.detector.Model."""
        found = self._detector.detect(texts)
        return [self._reading(text, spans) for text, spans in zip(texts, found, strict=True)]

    def _reading(self, text: str, found: Sequence[Span]) -> Reading:
        words = split_words(text)
        spans = [self._named(one) for one in found]
        outside = np.ones(len(words), dtype=np.float32)
        starts, ends = np.array(words.starts), np.array(words.ends)
        for span in spans:
            outside[(starts < span.end) & (ends > span.start)] = 0
        return Reading(spans, words.starts, words.ends, outside)

    def _named(self, span: Span) -> Span:
        """A note's spans have labels of ours and their sub-types: what has no counterpart is an identifier of another kind."""
        label, subtype = _OTHER if span.label == UNKNOWN else (span.label, span.subtype)
        subtype = subtype or ours_of(label)[1]
        return replace(span, label=label, subtype=subtype, source=f"model:{self.version}")
