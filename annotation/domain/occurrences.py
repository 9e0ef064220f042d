"""Where a surface stands in a text, whatever its case, accents, spaces, hyphens and apostrophes. Pure.

The same rules as static/js/annotator/fold.js, by one regular expression over the text as it is:
offsets need no translation and a long note costs milliseconds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

_SOFT: Final = "[\u0300-\u036f\u00ad]*"
_SPACES: Final = r"\s+"
_HYPHENS: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_APOSTROPHES: Final = "'\u2018\u2019\u02bc"
_LIGATURES: Final = {"oe": "œŒ", "ae": "æÆ"}


def occurrences(text: str, surface: str) -> list[tuple[int, int]]:
    """Half-open places of `surface` in `text`, whole words only, left to right, without overlap."""
    pattern = _pattern(_folded(surface))
    return [match.span() for match in pattern.finditer(text)] if pattern else []


def _folded(surface: str) -> str:
    plain = unicodedata.normalize("NFD", surface).replace("œ", "oe").replace("Œ", "oe")
    plain = plain.replace("æ", "ae").replace("Æ", "ae")
    kept = (c for c in plain if not unicodedata.combining(c) and c != "\u00ad")
    return " ".join("".join(kept).lower().split())


@cache
def _variants() -> dict[str, str]:
    """Base letter → the Latin letters that fold to it."""
    found: dict[str, str] = {}
    for code in (*range(0x41, 0x250), *range(0x1E00, 0x1F00)):
        letter = chr(code)
        base = unicodedata.normalize("NFD", letter)[0].lower()
        if letter.isalpha() and base.isascii():
            found[base] = found.get(base, "") + letter
    return found


def _pattern(folded: str) -> re.Pattern[str] | None:
    if not folded:
        return None
    before = r"(?<![^\W_])" if folded[0].isalnum() else ""
    after = r"(?![^\W_])" if folded[-1].isalnum() else ""
    return re.compile(before + "".join(_pieces(folded)) + after)


def _pieces(folded: str) -> Iterator[str]:
    at = 0
    while at < len(folded):
        pair = folded[at : at + 2]
        if pair in _LIGATURES:
            yield f"(?:{_one(pair[0])}{_one(pair[1])}|[{_LIGATURES[pair]}]{_SOFT})"
            at += 2
        else:
            yield _one(folded[at])
            at += 1


def _one(character: str) -> str:
    if character == " ":
        return _SPACES
    if character in _HYPHENS:
        return f"[{re.escape(_HYPHENS)}]{_SOFT}"
    if character in _APOSTROPHES:
        return f"[{_APOSTROPHES}]{_SOFT}"
    if variants := _variants().get(character):
        return f"[{variants}]{_SOFT}"
    upper = character.upper()
    forms = {character, upper} if len(upper) == 1 else {character}
    return "[" + "".join(re.escape(form) for form in sorted(forms)) + "]" + _SOFT
