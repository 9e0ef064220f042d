"""One redraw of a patient's notes, entity by entity, with what explains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate

from annotation.domain.notes import Note
from privacy.domain.budget import Element
from privacy.domain.coherence.check import incoherences
from privacy.domain.coherence.contradictions import PublicGazetteer
from privacy.domain.coherence.findings import Finding, pairs_of
from privacy.domain.effects import EntityEffect, Preview
from privacy.domain.effects import preview as domain_preview
from privacy.domain.linking.fitting import ENDING, UNIT
from privacy.domain.linking.surroundings import first_beside
from privacy.domain.linking.weekdays import first_weekday
from privacy.domain.linking.words import longest_tail
from privacy.domain.patient_file import iso_date
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import SubstitutedNote, Substitution
from privacy.domain.tables import Tables, default_tables


@dataclass(frozen=True, slots=True)
class PatientNotes:
    """The patient's notes, and which of them is shown."""

    notes: tuple[Note, ...] = field(repr=False)
    shown: int

    @property
    def firsts(self) -> tuple[int, ...]:
        """Rank in the file of each note's first entity."""
        return tuple(accumulate((len(note.entities) for note in self.notes[:-1]), initial=0))

    def ranks(self, *, whole: bool) -> Sequence[int]:
        """The notes on the page: all of the file, or the shown one."""
        return range(len(self.notes)) if whole else (self.shown,)


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """One note of the page. `surrogates`, `links` and `effects` follow its entities, whose first has the rank
    `first`; a link is what the words before a surrogate become, the last one those behind all of them."""

    rank: int
    first: int
    surrogates: tuple[str, ...] = field(repr=False)
    links: tuple[str, ...] = field(repr=False)
    effects: tuple[EntityEffect, ...] = field(repr=False)
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One redraw: the notes on the page, the elements of the whole file, and all that explains a card."""

    notes: tuple[DrawnNote, ...]
    elements: tuple[Element, ...]
    done: Substitution = field(repr=False)


def redraw_notes(
    file: PatientNotes,
    *,
    policy: SubstitutionPolicy,
    key: StudyKey,
    tables: Tables | None = None,
    whole: bool = False,
) -> Drawn:
    """Substitutes the whole file (shares depend on all of it) and keeps the notes on the page. `tables` are those
    of the policy's metric (`privacy.selectors.place_policy`), by default the ones that ship."""
    tables = tables or default_tables()
    made = domain_preview(file.notes, policy=policy, key=key, tables=tables)
    findings = incoherences(
        pairs_of(made.done.file, made.done.rendered),
        genders=tables.genders,
        note_dates=_dates_of(file),
        pivot=policy.reference_date.year,
        known=PublicGazetteer(tables),
    )
    notes = tuple(
        _drawn_note(file, made, rank, [f for f in findings if f.note == rank])
        for rank in file.ranks(whole=whole)
    )
    return Drawn(notes, made.result.elements, made.done)


def _dates_of(file: PatientNotes) -> dict[int, date]:
    known = {rank: iso_date(note.meta.get("date", "")) for rank, note in enumerate(file.notes)}
    return {rank: day for rank, day in known.items() if day is not None}


def _drawn_note(
    file: PatientNotes, made: Preview, rank: int, findings: Sequence[Finding]
) -> DrawnNote:
    note, first = made.result.notes[rank], file.firsts[rank]
    return DrawnNote(
        rank=rank,
        first=first,
        surrogates=tuple(note.text[item.start : item.end] for item in note.replacements),
        links=_links(file.notes[rank], note),
        effects=made.effects[first : first + len(note.replacements)],
        findings=tuple(findings),
    )


def _links(original: Note, note: SubstitutedNote) -> tuple[str, ...]:
    """What stands in the place of the words that `lines_of` cuts off before each entity, and behind the last one."""
    found: list[str] = []
    read = written = 0
    for item in note.replacements:
        kept = original.text[read : item.source_start]
        same = len(kept) - len(link_of(kept))
        found.append(note.text[written + same : item.start])
        read, written = item.source_end, item.end
    kept = original.text[read:]
    return (*found, note.text[written + len(kept) - len(rest_of(kept)) :])


def link_of(kept: str) -> str:
    """The words before an entity that its surrogate may change: all from the first weekday on, or from a unit behind a number,
    at least the last ones."""
    return max(rest_of(kept), longest_tail(kept), key=len)


def rest_of(kept: str) -> str:
    """All from the first weekday on, from the unit or the ending that the text begins with, or from what fills a column; "" without any."""
    if UNIT.match(kept) or ENDING.match(kept):
        return kept
    starts = [at for at in (first_weekday(kept), first_beside(kept)) if at is not None]
    return kept[min(starts) :] if starts else ""
