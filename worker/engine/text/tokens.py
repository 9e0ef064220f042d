"""A text cut into folded words, and where each word stands."""

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from annotation.domain.tokens import TOKEN
from worker.engine.text.folding import fold, is_latin
from worker.engine.text.memo import Memo

# The tokens of annotation.domain.tokens, in classes that `re` scans faster; the same tokens for
# a text without letters or digits beyond Latin.
_LATIN: Final = re.compile(r"([a-zA-Zª²³µ¹º¼½¾À-ÖØ-öø-ɏ]++|[0-9]++|\S)")
_ANY: Final = re.compile(f"({TOKEN.pattern})")
_BEYOND_LATIN: Final = re.compile(r"[^\x00-\u024f](?<=\w)")

_FOLDS: Final = Memo(fold)


@dataclass(slots=True)
class Tokens:
    """Bounds and folded words of a text's tokens, where each word stands, and the folded text.

    `gaps[i]` stands before token `i`; the last one ends the text.
    """

    starts: list[int]
    ends: list[int]
    words: list[str]
    where: dict[str, list[int]]  # tokens of each folded word, in order
    folded: str
    gaps: list[str]

    @classmethod
    def read(cls, text: str) -> tuple["Tokens", list[str]]:
        """The tokens, and how each is written."""
        latin = is_latin(text)
        split = (_LATIN if latin or _BEYOND_LATIN.search(text) is None else _ANY).split(text)
        bounds = list(accumulate(map(len, split)))
        surfaces = split[1::2]
        if latin:
            words, folded = list(map(_FOLDS.__getitem__, surfaces)), fold(text)
        else:
            # Blanks are remembered like words: such a text is folded piece by piece, much faster.
            folds = list(map(_FOLDS.__getitem__, split))
            words, folded = folds[1::2], "".join(folds)
        tokens = cls(bounds[:-1:2], bounds[1::2], words, places(words), folded, split[::2])
        return tokens, surfaces


def places(words: list[str]) -> dict[str, list[int]]:
    """The tokens of each word, in order."""
    where: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        if word in where:
            where[word].append(index)
        else:
            where[word] = [index]
    return where


def word_set(words: str) -> frozenset[str]:
    """Blank-separated words as a set."""
    return frozenset(words.split())
