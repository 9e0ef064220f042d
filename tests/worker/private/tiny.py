"""A few invented lines, and points of a handful of words without gensim."""

from __future__ import annotations

import numpy as np

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.private.sentences import Sentence, sentences_of
from worker.private.words import WordPoints

NAMES = ("petit", "durand", "morel", "garnier", "lopez", "simon", "fabre", "roux")
OTHERS = ("vu", "mme", "par", "le", "dr", "toux", "fièvre", "repos", "suivi", "traitement")


def words(size: int = 8) -> WordPoints:
    """Names lie together, other words apart from them."""
    draw = np.random.default_rng(3)
    vectors = draw.normal(size=(len(NAMES) + len(OTHERS), size)).astype("float32")
    vectors[: len(NAMES)] += 2.5
    return WordPoints((*NAMES, *OTHERS), vectors, np.zeros((4, size), dtype="float32"))


def sentences(count: int = 40) -> list[Sentence]:
    return sentences_of(notes(count))


def notes(count: int) -> list[Note]:
    """Each of a patient of its own."""
    found = []
    for number in range(count):
        name = NAMES[number % 6].capitalize()
        text = f"Mme {name} vu par le Dr {NAMES[(number * 3 + 1) % 6].upper()}\n{OTHERS[number % 5 + 5]} toux"
        second = text.upper().rindex(NAMES[(number * 3 + 1) % 6].upper())
        marks = [(4, 4 + len(name)), (second, text.index("\n"))]
        spans = tuple(Span(start, end, "PER") for start, end in marks)
        found.append(Note(str(number), text, PatientIdentity(f"p{number}"), entities=spans))
    return found
