"""Small text helpers: folding, case and accents carried from an original to its surrogate."""

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final

_BETWEEN: Final = re.compile(r"[\s\-‐‑–—_]+")


@lru_cache(maxsize=65536)
def strip_accents(text: str) -> str:
    """Text without diacritics, ligatures opened (œ → oe), one or more letters per letter."""
    if text.isascii():
        return text
    opened = text.replace("œ", "oe").replace("Œ", "OE").replace("æ", "ae").replace("Æ", "AE")
    parts = unicodedata.normalize("NFD", opened)
    return "".join([c for c in parts if not unicodedata.combining(c)])


@lru_cache(maxsize=65536)
def fold_phrase(text: str) -> str:
    """Lower case, no accents, straight apostrophes, hyphens and blanks as one space.

    Keys of draws are made of it: another folding would draw other surrogates for the same values.
    """
    if text.isascii() and text.isalpha():  # one word
        return text.lower()
    plain = strip_accents(text).casefold().replace("’", "'")
    return _BETWEEN.sub(" ", plain).strip()


def words(text: str) -> tuple[str, ...]:
    """The words of a vocabulary written as one string."""
    return tuple(text.split())


class Case(StrEnum):
    UPPER = "upper"
    LOWER = "lower"
    TITLE = "title"


# members of an enumeration are looked up slowly
_UPPER, _LOWER, _TITLE = Case.UPPER, Case.LOWER, Case.TITLE


@lru_cache(maxsize=65536)
def case_of(text: str) -> Case:
    """How the letters of `text` are written; a lone capital counts as title case."""
    if text.isalpha() and text.isascii():  # one word
        if text.isupper() and len(text) > 1:
            return _UPPER
        return _TITLE if text[0].isupper() else _LOWER
    letters = [c for c in text if c.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return _UPPER
    return _TITLE if letters and letters[0].isupper() else _LOWER


def apply_case(text: str, case: Case) -> str:
    """`text` in that case; title case keeps the text's own capitals (« Le Creusot »)."""
    if case is _UPPER:
        return text.upper()
    return text.lower() if case is _LOWER else text


def like(surrogate: str, original: str) -> str:
    """`surrogate` with the case of `original`; capitals have no accents: few names have any, so that a surrogate that had
    them would tell that the original had."""
    case = case_of(original)
    return apply_case(strip_accents(surrogate) if case is _UPPER else surrogate, case)


def edit_distance_at_most_one(left: str, right: str) -> bool:
    """True when one insertion, deletion, substitution or swap of neighbours is enough."""
    if left == right:
        return True
    if abs(len(left) - len(right)) > 1:
        return False
    short, long = (left, right) if len(left) <= len(right) else (right, left)
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    swapped = left[start + 1 : start + 2] + left[start : start + 1] == right[start : start + 2]
    return short[start + 1 :] == long[start + 1 :] or (
        swapped and left[start + 2 :] == right[start + 2 :]
    )
