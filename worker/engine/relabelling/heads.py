"""The kind of body right before a name: "accueil de nuit" Les Glacis, "préventorium de" Briançon."""

import re
from dataclasses import dataclass
from typing import Final

from worker.engine.lexicon.kinds import FIRST_WORDS, KINDS, LINK, LONGEST

_LINK: Final = re.compile(LINK + r"[\"«“]? ?$")
_WORD: Final = re.compile(r"(?<![a-z\d-])[a-z]")


@dataclass(frozen=True, slots=True)
class Head:
    """A kind that begins at `start` of the text; `linked`: "de", "du" stands before the name; `apart`: a
    town after it is no part of a name ("la pharmacie de Dole" names a pharmacy, "le garage de Dole" none)."""

    start: int
    kind: str
    subtype: str
    linked: bool
    apart: bool


def head_before(text: str, begin: int, end: int, folded: str) -> Head | None:
    """The longest kind that ends right before `end`; `folded` is ``text[begin:end]`` folded."""
    link = _LINK.search(folded)
    if link is None:
        return None
    for word in _WORD.finditer(folded, max(0, link.start() - LONGEST), link.start()):
        name = folded[word.start() : link.start()]
        kind = KINDS.get(name)
        if kind is None:
            continue
        start = begin + word.start()
        written = text[start : begin + link.start()]
        if not kind.in_capitals or written.isupper():
            return Head(start, name, kind.subtype, link["of"] is not None, kind.apart)
    return None


def begins_with_head(folded: str) -> bool:
    """ "cabinet Roy": a name that tells its own kind."""
    word = _WORD.match(folded)
    return word is not None and re.split(r"[ .'-]", folded)[0] in FIRST_WORDS
