"""The kind of body right before a name: "accueil de nuit" Les Glacis, "préventorium de" Briançon."""

import re
from dataclasses import dataclass
from typing import Final

from worker.engine import lexicon

_SUBTYPES: Final = {"care_kinds": "HOPITAL", "ward_kinds": "SERVICE", "body_kinds": "ORGANISME"}
_IN_CAPITALS, _APART = "^", "~"
# What stands between a kind and the name, in folded text.
LINK: Final = r"(?:(?P<of> (?:de la |de l'|de |du |des |d'))| )(?:(?:les|le|la) |l')?"
_LINK: Final = re.compile(LINK + r"[\"«“]? ?$")
_WORD: Final = re.compile(r"(?<![a-z\d-])[a-z]")
_LONGEST: Final = 40  # characters of a kind


@dataclass(frozen=True, slots=True)
class Head:
    """A kind that begins at `start` of the text; `linked`: "de", "du" stands before the name; `apart`: a
    town after it is no part of a name ("la pharmacie de Dole" names a pharmacy, "le garage de Dole" none)."""

    start: int
    kind: str
    subtype: str
    linked: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    subtype: str
    in_capitals: bool
    apart: bool


def _read() -> dict[str, _Kind]:
    """Every kind; the first list wins."""
    kinds: dict[str, _Kind] = {}
    for name, subtype in _SUBTYPES.items():
        for line in lexicon.lines(name):
            kind = line.rstrip(f" {_IN_CAPITALS}{_APART}")
            apart = _APART in line or subtype == "SERVICE"
            kinds.setdefault(kind, _Kind(subtype, _IN_CAPITALS in line, apart))
    return kinds


_KINDS: Final = _read()
_FIRST_WORDS: Final = frozenset(re.split(r"[ .'-]", kind)[0] for kind in _KINDS)


def head_before(text: str, begin: int, end: int, folded: str) -> Head | None:
    """The longest kind that ends right before `end`; `folded` is ``text[begin:end]`` folded."""
    link = _LINK.search(folded)
    if link is None:
        return None
    for word in _WORD.finditer(folded, max(0, link.start() - _LONGEST), link.start()):
        name = folded[word.start() : link.start()]
        kind = _KINDS.get(name)
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
    return word is not None and re.split(r"[ .'-]", folded)[0] in _FIRST_WORDS
