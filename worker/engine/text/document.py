"""One text prepared for the rules: folded form, tokens and their shapes."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final

from annotation.domain.tokens import TOKEN
from worker.engine.text.folding import fold
from worker.engine.text.openings import Places

# The tokens of annotation.domain.tokens, in classes that `re` scans faster; the same tokens for
# a text without letters or digits beyond Latin.
_LATIN: Final = re.compile(r"([a-zA-Zª²³µ¹º¼½¾À-ÖØ-öø-ɏ]++|[0-9]++|\S)")
_ANY: Final = re.compile(f"({TOKEN.pattern})")
_BEYOND_LATIN: Final = re.compile(r"[^\x00-\u024f](?<=\w)")
_MOST_WORDS: Final = 1 << 16  # remembered: notes use few words, many times


class Shape(Enum):
    """How a token is written."""

    LOWER = "dupont"
    TITLE = "Dupont"
    UPPER = "DUPONT"
    INITIAL = "D"
    MIXED = "McCoy"
    NUMBER = "12"
    SIGN = "."

    # Members are unique: their address will do, and is much cheaper than Enum's hash.
    __hash__ = object.__hash__


NAME_SHAPES = frozenset({Shape.TITLE, Shape.UPPER, Shape.MIXED})
CAPITAL_SHAPES = NAME_SHAPES | {Shape.INITIAL}


def shape_of(word: str) -> Shape:
    """The shape of one token."""
    first = word[0]
    if not first.isalpha():
        return Shape.NUMBER if first.isdigit() else Shape.SIGN
    if not first.isupper():
        return Shape.LOWER
    if len(word) == 1:
        return Shape.INITIAL
    if word.isupper():
        return Shape.UPPER
    return Shape.TITLE if word[1:].islower() else Shape.MIXED


_fold_of: Final = lru_cache(_MOST_WORDS)(fold)
_shape_of: Final = lru_cache(_MOST_WORDS)(shape_of)


@dataclass(slots=True)
class Document:
    """`starts`, `ends`, `folds` and `shapes` have one entry per token, `gaps` one more: what stands before each token
    and after the last. `where` tells the places of each folded token.
    """

    text: str
    folded: str
    starts: list[int]
    ends: list[int]
    gaps: list[str]
    folds: list[str]
    shapes: list[Shape]
    where: dict[str, list[int]]
    lower_words: frozenset[str]  # two letters or more
    places: Places  # of `folded`

    @classmethod
    def read(cls, text: str) -> "Document":
        split = (_LATIN if _BEYOND_LATIN.search(text) is None else _ANY).split(text)
        bounds = list(accumulate(map(len, split)))
        starts, ends = bounds[:-1:2], bounds[1::2]
        folds = list(map(_fold_of, split))
        words = folds[1::2]
        shapes = list(map(_shape_of, split[1::2]))
        where: dict[str, list[int]] = {}
        for index, word in enumerate(words):
            where.setdefault(word, []).append(index)
        lower_words = frozenset(
            word
            for word, shape in zip(words, shapes, strict=True)
            if shape is Shape.LOWER and len(word) > 1
        )
        places = Places(where, starts)
        return cls(
            text,
            "".join(folds),
            starts,
            ends,
            split[::2],
            words,
            shapes,
            where,
            lower_words,
            places,
        )

    def __len__(self) -> int:
        return len(self.starts)

    def word(self, index: int) -> str:
        """Folded token, "" outside the text."""
        return self.folds[index] if 0 <= index < len(self.folds) else ""

    def shape(self, index: int) -> Shape:
        """Shape of the token; a sign outside the text."""
        return self.shapes[index] if 0 <= index < len(self.shapes) else Shape.SIGN

    def gap(self, index: int) -> str:
        """What stands between token `index - 1` and token `index`; the end of the text after it."""
        return self.gaps[max(0, min(index, len(self.starts)))]

    def indices(self, words: frozenset[str]) -> list[int]:
        """The tokens of these words, in order."""
        return sorted(
            chain.from_iterable(map(self.where.__getitem__, words.intersection(self.where)))
        )

    def glued(self, index: int) -> bool:
        """True when nothing stands between this token and the one before."""
        return 0 < index < len(self.starts) and self.ends[index - 1] == self.starts[index]

    def same_line(self, index: int) -> bool:
        """True when the token exists and no line break parts it from the one before."""
        return 0 < index < len(self.starts) and "\n" not in self.gaps[index]

    def index_at(self, offset: int) -> int:
        """The first token that starts at `offset` or after it."""
        return bisect_left(self.starts, offset)
