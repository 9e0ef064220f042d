"""Two engines on the same notes: what one caught and the other did not. Labels and counts, no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from annotation.domain.ner_errors import ErrorKind
from annotation.presentation.label_names import entity_name, label_name
from worker.selectors.note_results import Read
from worker.training.judged import Flaw, JudgedNote, Word

MAX_NOTES: Final = 200  # listed; the sums go on


@dataclass(frozen=True, slots=True)
class NoteChanges:
    """A note that both engines read differently: "Personnes × 2, Dates et durées" of each kind of change."""

    document_id: UUID
    name: str
    caught: str
    missed: str
    freed: str
    alarms: str
    swapped: str
    mended: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Words, summed over `compared` notes; `changed` notes of which the first MAX_NOTES are listed. `swapped`: words
    masked under another label, by the first engine and by the second."""

    compared: int
    left_out: int
    changed: int
    caught: int
    missed: int
    freed: int
    alarms: int
    swapped: tuple[int, int]
    notes: tuple[NoteChanges, ...]


Pair = tuple[Read, JudgedNote, JudgedNote]


def comparison(pairs: Sequence[Pair]) -> Comparison:
    """`pairs`: a note, as the first engine read it, as the second one did. A note whose gold changed between
    the two readings is left out."""
    same = [pair for pair in pairs if _same_gold(pair[1], pair[2])]
    changes = [(read, _changes(old, new)) for read, old, new in same]
    told = [(read, sets) for read, sets in changes if any(sets)]
    told.sort(key=lambda item: (-len(item[1][1]), -len(item[1][0])))
    listed = tuple(_line(read, sets) for read, sets in told[:MAX_NOTES])
    return Comparison(
        compared=len(same),
        left_out=len(pairs) - len(same),
        changed=len(told),
        caught=sum(len(sets[0]) for _read, sets in changes),
        missed=sum(len(sets[1]) for _read, sets in changes),
        freed=sum(len(sets[2]) for _read, sets in changes),
        alarms=sum(len(sets[3]) for _read, sets in changes),
        swapped=(
            sum(sum(old.swapped.values()) for _read, old, _new in same),
            sum(sum(new.swapped.values()) for _read, _old, new in same),
        ),
        notes=listed,
    )


def _same_gold(old: JudgedNote, new: JudgedNote) -> bool:
    known = [
        {label: words for label, (words, _hidden) in side.words.items()} for side in (old, new)
    ]
    return known[0] == known[1]


Sets = tuple[set[Word], set[Word], set[Word], set[Word], set[Flaw], set[Flaw]]


def _changes(old: JudgedNote, new: JudgedNote) -> Sets:
    """caught, missed, freed, alarms, swapped: each in the second reading and not in the first; mended: swapped in the
    first one, right in the second."""
    swaps = [{f for f in side.flaws if f[0] == ErrorKind.LABEL} for side in (old, new)]
    wrong = {flaw[1:4] for flaw in new.flaws}  # where, and what it should have been
    return (
        set(old.missed) - set(new.missed),
        set(new.missed) - set(old.missed),
        set(old.wrong) - set(new.wrong),
        set(new.wrong) - set(old.wrong),
        swaps[1] - swaps[0],
        {flaw for flaw in swaps[0] if flaw[1:4] not in wrong},
    )


def _line(read: Read, sets: Sets) -> NoteChanges:
    caught, missed, freed, alarms = (
        _counted(label_name(word[2]) for word in found) for found in sets[:4]
    )
    swapped, mended = (_counted(map(_name, found)) for found in sets[4:])
    return NoteChanges(
        document_id=read.document_id,
        name=read.name,
        caught=caught,
        missed=missed,
        freed=freed,
        alarms=alarms,
        swapped=swapped,
        mended=mended,
    )


def _counted(names: Iterable[str]) -> str:
    """ "Personnes × 2, Dates et durées"."""
    counts = sorted(Counter(names).items())
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in counts)


@dataclass(frozen=True, slots=True)
class Cause:
    """One kind of error: how often each engine makes it, and the notes where the version does most."""

    name: str
    before: int
    after: int
    notes: tuple[tuple[UUID, str, str], ...]


_MOST: Final = 12


def causes(reads: Sequence[Read]) -> list[Cause]:
    """By ErrorKind, in the order in which an annotator fears them."""
    titles = {
        ErrorKind.MISSED: _("manquées"),
        ErrorKind.SPURIOUS: _("de trop"),
        ErrorKind.BOUNDS: _("aux mauvaises bornes"),
        ErrorKind.LABEL: _("sous une autre étiquette"),
    }
    return [_cause(reads, kind, title) for kind, title in titles.items()]


def _cause(reads: Sequence[Read], kind: ErrorKind, title: str) -> Cause:
    found = [(read, _named(read.after, kind)) for read in reads]
    found.sort(key=lambda item: -len(item[1]))
    worst = tuple(
        (read.document_id, read.name, _counted(names)) for read, names in found[:_MOST] if names
    )
    before = sum(len(_named(read.before, kind)) for read in reads)
    return Cause(title, before, sum(len(names) for _read, names in found), worst)


def _named(judged: JudgedNote, kind: ErrorKind) -> list[str]:
    return [_name(flaw) for flaw in judged.flaws if flaw[0] == kind]


def _name(flaw: Flaw) -> str:
    _kind, _start, _end, gold, found = flaw
    names = [entity_name("", name) for name in dict.fromkeys((gold, found)) if name]
    return " → ".join(names)
