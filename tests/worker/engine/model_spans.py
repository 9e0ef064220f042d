"""Spans and readings as a model would give them, named by the words that they cover."""

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from worker.engine.reading import Reading

NOTHING_READ = Reading([], [], [], [])


def model_span(text: str, subtype: str, words: str) -> Span:
    """The first place of the words in the text."""
    start = text.index(words)
    label = SUBTYPE_TO_LABEL[subtype].value
    return Span(start, start + len(words), label, subtype, 0.9, "model:m")
