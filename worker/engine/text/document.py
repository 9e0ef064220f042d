"""One text prepared for the rules: folded form, tokens and their shapes."""

import re
from bisect import bisect_left
from collections.abc import Set
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import accumulate, chain, compress
from typing import Final

from annotation.domain.tokens import TOKEN
from worker.engine.text.folding import fold, is_latin
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


# The shape of a token as a byte, found in one look-up; a letter alone is no word in small letters.
_SHAPES: Final = (*Shape, Shape.LOWER)
_SMALL_LETTER: Final = len(_SHAPES) - 1


@lru_cache(_MOST_WORDS)
def _code_of(word: str) -> int:
    shape = shape_of(word)
    alone = shape is Shape.LOWER and len(word) == 1
    return _SMALL_LETTER if alone else _SHAPES.index(shape)


def _marks(shapes: Set[Shape]) -> bytes:
    """What `bytes.translate` needs to mark the codes of these shapes with 1, the others with 0."""
    codes = {code for code, shape in enumerate(_SHAPES[:_SMALL_LETTER]) if shape in shapes}
    return bytes(code in codes for code in range(256))


_fold_of: Final = lru_cache(_MOST_WORDS)(fold)
_CAPITAL: Final = _marks(CAPITAL_SHAPES)
_UPPER: Final = _marks({Shape.UPPER})
_LOWER_WORD: Final = _marks({Shape.LOWER})


@dataclass(slots=True)
class Document:
    """`starts`, `ends`, `folds`, `following` and `shapes` have one entry per token, `gaps` one more: what
    stands before each token and after the last.
    """

    text: str
    folded: str
    starts: list[int]
    ends: list[int]
    gaps: list[str]
    folds: list[str]
    following: list[str]  # the folded word after each token, "" after the last
    shapes: list[Shape]
    where: dict[str, list[int]]
    present: frozenset[str]  # the keys of `where`
    lower_words: frozenset[str]
    capitals: list[int]  # tokens in CAPITAL_SHAPES
    uppers: list[int]  # tokens of Shape.UPPER
    places: Places  # of `folded`

    @classmethod
    def read(cls, text: str) -> "Document":
        latin = is_latin(text)
        split = (_LATIN if latin or _BEYOND_LATIN.search(text) is None else _ANY).split(text)
        bounds = list(accumulate(map(len, split)))
        starts, ends = bounds[:-1:2], bounds[1::2]
        surfaces = split[1::2]
        if latin:
            words, folded = list(map(_fold_of, surfaces)), fold(text)
        else:
            # Blanks are remembered like words: such a text is folded piece by piece, much faster.
            folds = list(map(_fold_of, split))
            words, folded = folds[1::2], "".join(folds)
        codes = bytes(map(_code_of, surfaces))
        every = range(len(codes))
        where: dict[str, list[int]] = {}
        for index, word in enumerate(words):
            where.setdefault(word, []).append(index)
        return cls(
            text,
            folded,
            starts,
            ends,
            split[::2],
            words,
            [*words[1:], ""],
            list(map(_SHAPES.__getitem__, codes)),
            where,
            frozenset(where),
            frozenset(compress(words, codes.translate(_LOWER_WORD))),
            list(compress(every, codes.translate(_CAPITAL))),
            list(compress(every, codes.translate(_UPPER))),
            Places(where, starts),
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

    def indices(self, words: Set[str]) -> list[int]:
        """The tokens of these words, in order."""
        found = self.present.intersection(words)
        return sorted(chain.from_iterable([self.where[word] for word in found])) if found else []

    def glued(self, index: int) -> bool:
        """True when nothing stands between this token and the one before."""
        return 0 < index < len(self.starts) and self.ends[index - 1] == self.starts[index]

    def same_line(self, index: int) -> bool:
        """True when the token exists and no line break parts it from the one before."""
        return 0 < index < len(self.starts) and "\n" not in self.gaps[index]

    def index_at(self, offset: int) -> int:
        """The first token that starts at `offset` or after it."""
        return bisect_left(self.starts, offset)
