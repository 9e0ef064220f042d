"""A linear-chain CRF over features made by hand (python-crfsuite): what MEDINA and its time did. Behind Detector."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.public_tables import rows
from annotation.domain.spans import Span
from worker.other_engines.sequences.lines import lines_of, spans_of

_WINDOW: Final = (-2, -1, 1, 2)
_ENDS: Final = (2, 3, 4)
Features = list[str]


class CrfDetector:
    """A trained model. Labels, no sub-types. Raises ImportError, ValueError (no such model)."""

    def __init__(self, model: bytes, name: str) -> None:
        import pycrfsuite

        self.version = name
        self._model = model  # the library reads where it lies
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(model)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not looked at."""
        return [self._spans(text) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        found: list[Span] = []
        for bounds in lines_of(text):
            tags = self._tagger.tag(features_of(text, bounds))
            found += [replace(one, source="crf") for one in spans_of(bounds, tags)]
        return found


def features_of(text: str, bounds: Sequence[tuple[int, int]]) -> list[Features]:
    """Of each token: itself, its shape, its ends, the lists that it is in, and the same of its neighbours."""
    words = [text[start:end] for start, end in bounds]
    own = [_own(word) for word in words]
    found = []
    for i, word in enumerate(words):
        features = ["bias", *own[i], *(f"end{n}={word[-n:].casefold()}" for n in _ENDS), *(f"begin{n}={word[:n].casefold()}" for n in _ENDS)]  # fmt: skip
        features.append(f"place={min(i, 3)}")
        for step in _WINDOW:
            if 0 <= i + step < len(words):
                features += [f"{step}:{feature}" for feature in own[i + step]]
        is_glued = bool(i) and bounds[i - 1][1] == bounds[i][0]
        found.append([*features, f"glued={is_glued}"])
    return found


@cache
def _own(word: str) -> tuple[str, ...]:
    folded = _folded(word)
    lists = (f"in={name}" for name, known in _lists().items() if folded in known)
    return (f"w={word.casefold()}", f"shape={_shape(word)}", f"length={min(len(word), 12)}", *lists)


def _folded(word: str) -> str:
    """Small letters without accents: lists of names are written in capitals."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _shape(word: str) -> str:
    """Kinds of its signs, each run once: "Durand" → "Aa", "2020" → "4d"."""
    if word.isdigit():
        return f"{min(len(word), 10)}d"
    kinds = ("A" if sign.isupper() else "a" if sign.isalpha() else sign for sign in word)
    return "".join(kind for kind, _run in groupby(kinds))


@cache
def _lists() -> dict[str, frozenset[str]]:
    """Public tables, in small letters."""
    towns = (part for row in rows("communes_fr.csv.gz") for part in row["name"].split("-"))
    return {
        "first": frozenset(_folded(row["first_name"]) for row in rows("first_names_fr.csv.gz")),
        "last": frozenset(_folded(row["last_name"]) for row in rows("last_names_fr.csv.gz")),
        "town": frozenset(_folded(part) for part in towns if len(part) > 3),
        "common": frozenset(_folded(row["word"]) for row in rows("ordinary_words_fr.csv")),
    }
