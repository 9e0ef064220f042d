"""Words of a French note: folded, lightly stemmed, with the strength of the break before each."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from annotation.domain.words import fold_word

_TOKEN = re.compile(r"(?:[A-Z]\.){2,}[A-Z]?(?![A-Za-z])|[^\W_]+(?:\+(?![^\W_]))?")
_STRONG = re.compile(r"[.!?;]")
_ITEM = re.compile(r"\n\s*(?:[-–—•*·]|\d+[.)])")
_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}


def words(*lines: str) -> frozenset[str]:
    """A word list written as lines."""
    return frozenset(word for line in lines for word in line.split())


STOP_WORDS: Final = words(
    "a au aux avec ce ces cette d dans de des du elle en est il ils j l la le les leur leurs lui",
    "mon n notre par pour qu que qui s sa se ses son sur t un une vers y chez ayant",
)
JOINERS: Final = words("et ou")
# After these a point ends no sentence.
_TITLES: Final = words("dr m mm pr mme env cf ex inf sup ant post")


class Break(IntEnum):
    """What separates a word from the one before."""

    NONE = 0
    COMMA = 1  # also slash, dash between blanks, parenthesis, "et", "ou"
    COLON = 2
    SENTENCE = 3


@dataclass(frozen=True, slots=True)
class Token:
    """`fold` is without accents and case; `stem` also without plural and final e."""

    start: int
    end: int
    raw: str
    fold: str
    stem: str
    before: Break


def fold_term(word: str) -> str:
    """A folded word without points: "Œdème" → "oedeme"; "H.T.A." → "hta"."""
    return fold_word(word).replace(".", "")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Light stem of a folded word: plural s/x, -aux → -al, one final e; words up to 4 letters
    stay ("toux" is not "tous").

    "cérébraux" and "cérébral" → "cerebral"; "aiguës" and "aigu" → "aigu".
    """
    word = _ROMAN.get(word, word)
    if len(word) <= 4 or word[0].isdigit():
        return word
    if word.endswith("aux") and len(word) > 5:
        return word[:-3] + "al"
    if word[-1] in "sx":
        word = word[:-1]
    if word[-1] == "e":
        word = word[:-1]
    return word


def is_content(token: Token) -> bool:
    """False for small words; the capital of "hépatite A" or "vitamine D" is no small word."""
    if token.fold not in STOP_WORDS:
        return True
    return len(token.raw) == 1 and token.raw.isupper() and token.before is Break.NONE


def _is_wrapped(gap: str, following: str) -> bool:
    """A line end inside a sentence: one newline, next line starts in lower case, no bullet."""
    return gap.count("\n") == 1 and following[:1].islower() and not _ITEM.search(gap)


def _break(gap: str, following: str) -> Break:
    if _STRONG.search(gap) or ("\n" in gap and not _is_wrapped(gap, following)):
        return Break.SENTENCE
    if ":" in gap:
        return Break.COLON
    if any(mark in gap for mark in (",", "/", "(", ")", " - ", " – ", " — ", "+", "=", "→")):
        return Break.COMMA
    return Break.NONE


def _is_inner_point(previous: Token, gap: str, following: str) -> bool:
    """A point inside a number ("7.5") or after "Dr", "M." ends nothing."""
    if gap == ".":
        return following[0].isdigit() and previous.raw[-1].isdigit()
    return gap.startswith(". ") and "\n" not in gap and previous.fold in _TITLES


def tokenise(text: str) -> list[Token]:
    """All words and numbers in order. Offsets count code points of `text`."""
    tokens: list[Token] = []
    previous_end = 0
    for match in _TOKEN.finditer(text):
        raw = match.group()
        folded = fold_term(raw)
        gap = text[previous_end : match.start()]
        is_glued = bool(tokens) and _is_inner_point(tokens[-1], gap, raw)
        strength = _break(gap, raw) if tokens and not is_glued else Break.NONE
        tokens.append(Token(match.start(), match.end(), raw, folded, stem(folded), strength))
        previous_end = match.end()
    return tokens
