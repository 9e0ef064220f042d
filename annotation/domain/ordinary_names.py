"""A patient's name that is an ordinary word, too: "Mme Petit" has "un petit nodule". Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from annotation.domain.public_tables import rows
from annotation.domain.words import core_of

_REACH: Final = 24  # code points before the word in which something may say that it is a name
_NAMED: Final = re.compile(
    r"(?<!\w)(?:m|mm|mr|mmes?|mlles?|drs?|prs?|monsieur|madame|mademoiselle|docteure?|professeure?|ma[iî]tre"
    r"|n[ée]e?s?|[ée]poux|[ée]pouse|veuve?|veuf|famille|noms?|pr[ée]noms?|patiente?|fils|fille|fr[èe]re|s(?:œ|oe)ur"
    r"|m[èe]re|p[èe]re|sign[ée]|dite?|conjointe?)\b\.?[\s:(]*(?:(?:de|du|la|le)\s+)?$",
    re.IGNORECASE,
)
# what a sentence begins after: an initial's full stop is none
_SENTENCE: Final = re.compile(r"(?:^|\n|[^\W_]{2}[.!?]|[:;]|(?:^|\s)[•*–-])[ \t]*$")
_NEXT: Final = re.compile(r" ([^\W\d_]+)(?!\w)")
# An adjective that stands before its noun, at a sentence's start: no first name is one.
_ADJECTIVES: Final = frozenset(
    {
        "bas", "beau", "belle", "bon", "court", "dernier", "double", "fort", "franc", "grand", "gros", "haut", "jeune",
        "long", "petit", "premier", "second", "simple", "vieux", "vif", "vrai",
    }
)  # fmt: skip


@cache
def _cores(table: str) -> frozenset[str]:
    return frozenset(core_of(row["word"]) for row in rows(table))


def is_ordinary_use(text: str, start: int, end: int, mask: bytearray) -> bool:
    """True when the name at `text[start:end]` is there as a word: an ordinary word in small letters, or with a capital
    at a sentence's start before a noun in small letters, and nothing before it makes it a name (a civility, "née",
    something that is labelled).

    "un petit nodule" and "Petit nodule" are, "mme petit", "PETIT nodule", "Petit" and "Petit va mieux" are not.
    """
    surface = text[start:end]
    if core_of(surface) not in _cores("ordinary_words_fr.csv"):
        return False
    before = text[max(0, start - _REACH) : start]
    if not surface.islower() and not _begins_phrase(text, start, end):
        return False
    labelled = len(before.rstrip()) and mask[start - len(before) + len(before.rstrip()) - 1]
    return not labelled and _NAMED.search(before) is None


def _begins_phrase(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital begins a sentence, and a noun follows it: "Petit épanchement"."""
    surface, before = text[start:end], text[max(0, start - _REACH) : start]
    if core_of(surface) not in _ADJECTIVES or not surface.istitle() or not _SENTENCE.search(before):
        return False
    following = _NEXT.match(text, end)
    if following is None or not following[1].islower():
        return False
    return core_of(following[1]) in _cores("nouns_after_adjectives_fr.csv")
