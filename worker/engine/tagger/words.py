"""What a word form says by itself, hashed once per form and process."""

import re
import threading
from functools import cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from worker.engine import lexicon
from worker.engine.folding import fold

U64 = NDArray[np.uint64]

# Columns of a form's row.
FORM, FOLD, SHAPE, GAZETTEER, NUMBER, PREFIX2, PREFIX3, SUFFIX2, SUFFIX3, SUFFIX4, KIND = range(11)
WIDTH: Final = 11

KIND_WORD: Final = 1
KIND_NUMBER: Final = 2
KIND_SIGN: Final = 3
KIND_LOWER: Final = 4  # a word in lower case of two letters or more

MAX_FORMS: Final = 200_000  # the cache is emptied beyond: memory stays flat over a large corpus

_RUN: Final = re.compile(r"(X|x)\1+")


def _hash(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def _shape(word: str) -> str:
    """ "Dupont" → "Xx", "DUPONT" → "XX", "D" → "X", "2019" → "d4", "-" → "-"."""
    if word.isdigit():
        return f"d{min(len(word), 11)}"
    if not word[0].isalpha():
        return word
    mapped = "".join("X" if character.isupper() else "x" for character in word)
    return _RUN.sub(r"\1\1", mapped) if mapped.isupper() else _RUN.sub(r"\1", mapped)


def _number_class(word: str) -> str:
    """What a number may stand for: a day, a month, a year, a zip code, part of an identifier."""
    if not word.isdigit() or len(word) > 5:
        return ""
    value = int(word)
    if len(word) <= 2:
        return "month" if 1 <= value <= 12 else "day" if value <= 31 else "age"
    if len(word) == 4:
        return "year" if 1900 <= value <= 2100 else "four"
    return "three" if len(word) == 3 else "zip" if 1000 <= value < 99000 else "five"


@cache
def _commune_words() -> tuple[frozenset[str], frozenset[str]]:
    """One-word communes, and first words of the longer ones."""
    communes = lexicon.communes()
    alone = frozenset(key[0] for key in communes.weights if len(key) == 1)
    first = frozenset(key[0] for key in communes.weights if len(key) > 1)
    return alone, first


def _gazetteer_code(folded: str) -> str:
    """Membership of the gazetteers; rare and frequent names apart."""
    alone, first = _commune_words()
    memberships = (
        min(len(str(lexicon.first_names().get(folded, 0))), 4),
        min(len(str(lexicon.last_names().get(folded, 0))), 4),
        int(folded in alone),
        int(folded in first),
        int(folded in lexicon.words("common_words")),
        int(folded in lexicon.drugs()),
        int(folded in lexicon.abbreviations()),
    )
    return "".join(map(str, memberships))


def _kind(word: str) -> int:
    if word[0].isdigit():
        return KIND_NUMBER
    if not word[0].isalpha():
        return KIND_SIGN
    return KIND_LOWER if len(word) > 1 and word.islower() else KIND_WORD


def form_row(word: str) -> list[int]:
    """The `WIDTH` numbers of one form; the strings themselves are kept nowhere."""
    folded = fold(word)
    return [
        _hash(word),
        _hash(folded),
        _hash(_shape(word)),
        _hash(_gazetteer_code(folded)) if folded[0].isalpha() else 0,
        _hash(_number_class(word)),
        _hash(folded[:2]),
        _hash(folded[:3]),
        _hash(folded[-2:]),
        _hash(folded[-3:]),
        _hash(folded[-4:]),
        _kind(word),
    ]


class FormTable:
    """Rows of the forms met so far. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._index: dict[str, int] = {}
        self._rows = np.zeros((1024, WIDTH), dtype=np.uint64)

    def rows(self, words: list[str]) -> U64:
        """One row per word, in order."""
        with self._lock:
            if len(self._index) > MAX_FORMS:
                self._index.clear()
            index = self._index
            for word in words:
                if word not in index:
                    self._add(word)
            return self._rows[[index[word] for word in words]]

    def _add(self, word: str) -> None:
        position = len(self._index)
        if position == len(self._rows):
            self._rows = np.vstack([self._rows, np.zeros_like(self._rows)])
        self._rows[position] = form_row(word)
        self._index[word] = position
