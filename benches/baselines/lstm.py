"""A BiLSTM-CRF over words as points (FastText on the same notes) and how they are written: the network of the years before
transformers (Dernoncourt et al. 2017). Behind Detector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from benches.baselines.crf import lines_of, spans_of
from worker.private.batches import Points, padded
from worker.private.learning import Recipe
from worker.private.network import Tagger
from worker.private.sentences import MOST_WORDS, TAGS, sentences_of
from worker.private.tagging import tagger_of_sentences
from worker.private.words import learn_points

_ROWS = 64
Bounds = Sequence[tuple[int, int]]
T = TypeVar("T")


class LstmCrfDetector:
    """A trained network. Labels, no sub-types."""

    def __init__(self, tagger: Tagger, points: Points, name: str) -> None:
        self._tagger, self._points, self.version = tagger.eval(), points, name

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not looked at."""
        return [self._spans(text) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        lines = [part for line in lines_of(text) for part in _cut(line, MOST_WORDS)]
        found: list[Span] = []
        for rows in _cut(lines, _ROWS):
            for bounds, tags in zip(rows, self._tags(text, rows), strict=True):
                found += [replace(one, source="lstm") for one in spans_of(bounds, tags)]
        return found

    def _tags(self, text: str, rows: Sequence[Bounds]) -> list[list[str]]:
        words = [[text[start:end] for start, end in bounds] for bounds in rows]
        told, mask = self._points.rows(padded([self._points.places(row) for row in words]))
        return [[TAGS[tag] for tag in row] for row in self._tagger.tag(told, mask)]


def _cut(items: list[T], size: int) -> list[list[T]]:
    return [items[begin : begin + size] for begin in range(0, len(items), size)]


def train(notes: Sequence[Note], epochs: int = Recipe().tagger_epochs) -> LstmCrfDetector:
    """Learns from the entities of the notes, its words' points from their texts. Raises NoLearnerError."""
    points = Points(learn_points([note.text for note in notes]))
    recipe = Recipe(tagger_epochs=epochs)
    tagger = tagger_of_sentences(sentences_of(notes), points, recipe)
    digest = text_sha256("".join(note.text for note in notes))[:8]
    name = f"BiLSTM-CRF, {epochs} passages, {len(notes)} notes {digest}"
    return LstmCrfDetector(tagger, points, name)
