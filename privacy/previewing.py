"""The preview: one note of a patient's file, or all of them, under a throw-away key, entity by entity.

The file is read and cut once per process and version of its layers; a redraw only substitutes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from datetime import date
from itertools import accumulate
from threading import Lock
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Max, QuerySet

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from annotation.models import Document, Layer
from annotation.selectors.identities import identity_of
from annotation.selectors.in_force import notes_in_force
from privacy.domain.budget import Element
from privacy.domain.coherence.check import incoherences
from privacy.domain.coherence.findings import Finding, pairs_of
from privacy.domain.effects import EntityEffect, Preview
from privacy.domain.effects import preview as domain_preview
from privacy.domain.linking.words import tail_of
from privacy.domain.patient_file import iso_date
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import SubstitutedNote, Substitution
from privacy.domain.tables import Tables, default_tables
from privacy.source import note_of

KEPT_FILES: Final = 8


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line. `index` is the entity's rank in the patient's file, None for plain text; `is_link`: the
    word before that entity, which its surrogate may change."""

    text: str = field(repr=False)
    index: int | None = None
    label: str = ""
    subtype: str = ""
    is_link: bool = False


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
    `first`; a link is what the word before a surrogate becomes."""

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


_cache: OrderedDict[tuple[UUID, str], PatientNotes] = OrderedDict()
_lock: Final = Lock()


def throwaway_key(*, session: str, draw: int) -> StudyKey:
    """A key that exists for this session and this draw only; no study's key is ever read here."""
    message = f"deidweb/preview/1|{session}|{draw}".encode()
    return StudyKey(hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest())


def patient_notes(document: Document) -> PatientNotes:
    """All annotated notes of the note's patient, from the cache when neither the layers, nor the notes'
    dates and types, nor the patient's identity have changed."""
    if document.patient_id is None:
        documents = Document.objects.filter(pk=document.pk)
    else:
        documents = Document.objects.filter(
            patient=document.patient_id, project=document.project_id
        )
    kinds = (Layer.Kind.GOLD, Layer.Kind.SUGGESTION)
    layers = Layer.objects.filter(document__in=documents.values("pk"), kind__in=kinds)
    newest = layers.aggregate(at=Max("created_at"), version=Max("version"))
    stamp = f"{layers.count()} {newest['at']} {newest['version']} {_read_with(document, documents)}"
    with _lock:
        known = _cache.get((document.pk, stamp))
        if known is not None:
            _cache.move_to_end((document.pk, stamp))
            return known
    fresh = _read(document, list(documents.filter(layers__kind__in=kinds).distinct()))
    with _lock:
        for old in [entry for entry in _cache if entry[0] == document.pk]:
            del _cache[old]
        _cache[document.pk, stamp] = fresh
        while len(_cache) > KEPT_FILES:
            _cache.popitem(last=False)
    return fresh


def _read_with(document: Document, documents: QuerySet[Document]) -> str:
    """A hash of what else `_read` takes in; the words themselves are not kept."""
    notes = documents.order_by("pk").values_list("pk", "doc_date", "doc_type", "position")
    told = repr((astuple(identity_of(document)), list(notes)))
    return hashlib.sha256(told.encode()).hexdigest()


def _read(document: Document, documents: Sequence[Document]) -> PatientNotes:
    ordered = sorted(documents, key=lambda item: item.position)
    notes = tuple(map(note_of, notes_in_force(ordered)))
    return PatientNotes(notes, [note.id for note in notes].index(str(document.pk)))


def draw(
    file: PatientNotes,
    *,
    policy: SubstitutionPolicy,
    key: StudyKey,
    tables: Tables | None = None,
    whole: bool = False,
) -> Drawn:
    """Substitutes the whole file (shares depend on all of it) and keeps the notes on the page. `tables` are those
    of the policy's metric (`privacy.place_features`), by default the ones that ship."""
    tables = tables or default_tables()
    made = domain_preview(file.notes, policy=policy, key=key, tables=tables)
    findings = incoherences(
        pairs_of(made.done.file, made.done.rendered),
        genders=tables.genders,
        note_dates=_dates_of(file),
        pivot=policy.reference_date.year,
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
    """What stands in the place of the word that `lines_of` cuts off before each entity."""
    found: list[str] = []
    read = written = 0
    for item in note.replacements:
        kept = original.text[read : item.source_start]
        same = len(kept) - len(_link_of(kept))
        found.append(note.text[written + same : item.start])
        read, written = item.source_end, item.end
    return tuple(found)


def _link_of(kept: str) -> str:
    """The word before an entity; one cut by the end of a line never changes."""
    tail = tail_of(kept)
    return "" if "\n" in tail else tail


def lines_of(note: Note, first: int = 0) -> list[list[Piece]]:
    """The note cut at its line ends, except those inside an entity or a link: both sides keep the same rows.

    `first`: rank in the file of the note's first entity."""
    rows: list[list[Piece]] = [[]]
    read = 0
    for index, span in enumerate(sort_spans(note.entities), first):
        kept = note.text[read : span.start]
        link = _link_of(kept)
        _plain(rows, kept[: len(kept) - len(link)])
        if link:
            rows[-1].append(Piece(link, index, is_link=True))
        rows[-1].append(Piece(note.text[span.start : span.end], index, span.label, span.subtype))
        read = span.end
    _plain(rows, note.text[read:])
    return rows


def _plain(rows: list[list[Piece]], text: str) -> None:
    first, *others = text.split("\n")
    if first:
        rows[-1].append(Piece(first))
    for line in others:
        rows.append([Piece(line)] if line else [])
