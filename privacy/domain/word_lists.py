"""The two lists of French words that ship (privacy/data/README.md), folded, read at the first call.

`note_words`: words of notes. `words_near_names`: words of the language at one letter from a name, or a name read
backwards.
"""

import gzip
from functools import cache

from privacy.domain.data import DATA


def note_words() -> frozenset[str]:
    return _read("note_words_fr.txt.gz")


def words_near_names() -> frozenset[str]:
    return _read("words_near_names_fr.txt.gz")


def is_word(token: str) -> bool:
    """True for a word of either list."""
    return token in words_near_names() or token in note_words()


@cache
def _read(name: str) -> frozenset[str]:
    with gzip.open(DATA / name, "rt", encoding="ascii") as lines:
        return frozenset(lines.read().split())
