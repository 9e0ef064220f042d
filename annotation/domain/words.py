"""A text as folded words with their places, and known values found in a row of them. Pure.

A value is looked for by its *core*, its folded letters and digits in a row: joining the words of
the text one after another reaches the same core from « Jean-Paul », « JEAN PAUL », « Jean-/Paul »
over a line break and « D U R A N D », whatever stands between the parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SOFT: Final = "\u0300-\u036f\u00ad"
_WORD: Final = re.compile(rf"(?:[^\W\d_][{_SOFT}]*)+|\d+")
_GAP: Final = 3  # characters between two parts of one value
_INDENT: Final = 40  # and over a line break


@lru_cache(maxsize=65536)
def fold_word(word: str) -> str:
    """Lower case, no accents, no soft hyphens, ligatures opened; one letter may become two."""
    plain = unicodedata.normalize("NFKD", word).casefold()
    plain = plain.replace("œ", "oe").replace("æ", "ae")
    return "".join(c for c in plain if not unicodedata.combining(c) and c != "\u00ad")


@dataclass(frozen=True, slots=True)
class Word:
    """`text[start:end]`, folded."""

    folded: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hit:
    """Words `first`…`last` make the core `core`."""

    core: str
    first: int
    last: int
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """Runs of letters and runs of digits, in reading order."""
    return [Word(fold_word(m.group()), *m.span()) for m in _WORD.finditer(text)]


def core_of(value: str) -> str:
    """The folded letters and digits of a value in a row."""
    return "".join(word.folded for word in words_of(value))


def are_close(text: str, end: int, start: int) -> bool:
    """True when what lies between two words lets them be one value."""
    if start - end <= _GAP:
        return True
    between = text[end:start]
    return start - end <= _INDENT and "\n" in between and len(between.strip()) <= 1


class Cores:
    """Known cores and what each stands for."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._prefixes = {core[:size] for core in known for size in range(1, len(core) + 1)}

    def __contains__(self, core: str) -> bool:
        return core in self._known

    def name(self, core: str) -> str:
        """What the core stands for."""
        return self._known[core]

    def find(self, text: str, words: list[Word]) -> Iterator[Hit]:
        """Every row of words that makes a core, the longest last at each place."""
        for first, word in enumerate(words):
            if word.folded in self._prefixes:
                yield from self._from(text, words, first)

    def _from(self, text: str, words: list[Word], first: int) -> Iterator[Hit]:
        joined, last = words[first].folded, first
        while joined in self._prefixes:
            if joined in self._known:
                yield Hit(joined, first, last, words[first].start, words[last].end)
            last += 1
            if last == len(words) or not are_close(text, words[last - 1].end, words[last].start):
                return
            joined += words[last].folded


def covered_mask(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    """One byte a code point, 1 where a half-open span lies."""
    mask = bytearray(length)
    for start, end in spans:
        first, last = max(0, start), min(length, end)
        if first < last:
            mask[first:last] = b"\1" * (last - first)
    return mask
