"""A note that was written once, told again of other people: other names, towns and numbers, another way of writing.

>>> retold(note, Random(1)).text  # of « M. Paul Durand, né à Dole »
'M. Karim Lefèvre, né à Vesoul'
"""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from annotation.domain.labels import Subtype
from annotation.domain.notes import Note
from worker.training.corpus import names, style, tables
from worker.training.corpus.generator import spans_of
from worker.training.corpus.marked import Edit, Mark, Marked, edit

_ELIDED: Final = ("'", "’")  # « d'Aubert »: another name might need « de »
_NAME: Final = re.compile(r"[^\W\d_]{2,}(?:[ '’-][^\W\d_]+)*")  # no initial, no name spelled out
_NUMBERS: Final = frozenset(
    {Subtype.TEL, Subtype.FAX, Subtype.IPP, Subtype.NDA, Subtype.REF, Subtype.RPPS, Subtype.ADELI, Subtype.FINESS}
)  # fmt: skip


def retold(note: Note, rng: Random) -> Note:
    """The note with names, towns and numbers drawn anew, alike where they were alike; half of them written in another style.

    Marks stay exact. Initials, spelled-out names, addresses, bodies and dates stay as they were.
    """
    marked = Marked(note.text, tuple(Mark(s.start, s.end, str(s.subtype)) for s in note.entities))
    marked = edit(marked, _other_values(marked, rng))
    marked = style.apply(style.draw(rng, note.meta.get("type", "")), marked, rng)
    return replace(note, text=marked.text, entities=spans_of(marked))


def _other_values(marked: Marked, rng: Random) -> list[Edit]:
    known: dict[tuple[str, str], str] = {}
    edits = []
    for mark in marked.marks:
        surface = marked.surface(mark)
        if marked.text[: mark.start].endswith(_ELIDED) or not _is_changed(mark.subtype, surface):
            continue
        key = (mark.subtype, surface.casefold())
        value = known.setdefault(key, _drawn(mark.subtype, surface, rng))
        edits.append(Edit(mark.start, mark.end, _cased(value, surface)))
    return edits


def _is_changed(subtype: str, surface: str) -> bool:
    return subtype in _NUMBERS or (subtype in _DRAWS and _NAME.fullmatch(surface) is not None)


def _drawn(subtype: str, surface: str, rng: Random) -> str:
    if subtype in _NUMBERS:
        return re.sub(r"(?<=\d)\d", lambda _digit: str(rng.randrange(10)), surface)
    return _DRAWS[subtype](rng)


def _cased(value: str, surface: str) -> str:
    if surface.isupper():
        return value.upper()
    return value.lower() if surface.islower() else value


def _first_name(rng: Random) -> str:
    return names.person_name(rng, female=rng.random() < 0.5).usual


def _last_name(rng: Random) -> str:
    return names.person_name(rng, female=False).surname


_DRAWS: Final[dict[str, Callable[[Random], str]]] = {
    Subtype.PRENOM: _first_name,
    Subtype.NOM: _last_name,
    Subtype.VILLE: lambda rng: tables.towns().draw(rng).name,
}
