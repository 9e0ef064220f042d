"""A linear-chain CRF over features made by hand (python-crfsuite): what MEDINA and its time did. Behind Detector."""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.public_tables import rows
from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.domain.tokens import token_bounds

_OUTSIDE: Final = "O"
_WINDOW: Final = (-2, -1, 1, 2)
_ENDS: Final = (2, 3, 4)
_PARAMETERS: Final = {
    "c1": 0.1,
    "c2": 0.01,
    "max_iterations": 80,
    "feature.possible_transitions": True,
}
Features = list[str]


class CrfDetector:
    """A trained model. Labels, no sub-types."""

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
            found += spans_of(bounds, tags)
        return found


def train(notes: Sequence[Note]) -> CrfDetector:
    """Learns from the entities of the notes; no file is left."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.select("lbfgs")
    trainer.set_params(_PARAMETERS)
    for note in notes:
        for bounds in lines_of(note.text):
            trainer.append(features_of(note.text, bounds), tags_of(bounds, note.entities))
    with tempfile.TemporaryDirectory(prefix="crf-") as folder:
        path = Path(folder) / "model.crfsuite"
        trainer.train(str(path))
        model = path.read_bytes()
    digest = text_sha256("".join(note.text for note in notes))[:8]
    return CrfDetector(model, f"crfsuite {version('python-crfsuite')}, {len(notes)} notes {digest}")


def lines_of(text: str) -> Iterator[list[tuple[int, int]]]:
    """Bounds of the tokens of each line: the sequence that the model sees."""
    bounds = token_bounds(text)
    numbered = zip(bounds, _line_numbers(text, bounds), strict=True)
    for _number, line in groupby(numbered, lambda one: one[1]):
        yield [place for place, _n in line]


def _line_numbers(text: str, bounds: Sequence[tuple[int, int]]) -> Iterator[int]:
    number = last = 0
    for start, _end in bounds:
        number += text.count("\n", last, start)
        last = start
        yield number


def tags_of(bounds: Sequence[tuple[int, int]], spans: Sequence[Span]) -> list[str]:
    """B-, I- and O of the tokens.

    >>> tags_of([(0, 2), (3, 7), (8, 10)], [Span(3, 7, "PER", "NOM")])
    ['O', 'B-PER', 'O']
    """
    tags = [_OUTSIDE] * len(bounds)
    for span in spans:
        inside = [
            i for i, (start, end) in enumerate(bounds) if start < span.end and span.start < end
        ]
        for i in inside:
            tags[i] = f"{'B' if i == inside[0] else 'I'}-{span.label}"
    return tags


def spans_of(bounds: Sequence[tuple[int, int]], tags: Sequence[str]) -> list[Span]:
    """Spans of the tags; an I- that continues nothing begins one."""
    found: list[Span] = []
    before = _OUTSIDE
    for (start, end), tag in zip(bounds, tags, strict=True):
        label = tag.partition("-")[2]
        if tag.startswith("I-") and before.partition("-")[2] == label:
            found[-1] = Span(found[-1].start, end, label, "", source="crf")
        elif label:
            found.append(Span(start, end, label, "", source="crf"))
        before = tag
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
