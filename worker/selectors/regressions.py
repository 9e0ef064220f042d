"""Validated notes in which a version lost what the engine before it had found."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Max

from annotation.domain.ner_errors import ErrorKind
from annotation.models import Document, Layer, LayerSpan, Reread
from annotation.selectors.queue import waiting_rereads
from deidweb.accounts.models import User
from worker.models import ModelVersion, SiteMeasure
from worker.selectors.note_results import Read
from worker.selectors.site_measures import measured_notes
from worker.training.judged import Flaw, JudgedNote, Word

MOST: Final = 200  # notes that are put before a queue at once
_Former = set[
    tuple[int, int, str]
]  # start, end, sub-type of a span that the engine before had found


@dataclass(frozen=True, slots=True)
class Regression:
    """`lost`: words that stay readable and were masked before; `other`: entities that were right and are not any more.
    `is_waiting`: the note waits already to be read again."""

    document: Document
    lost: int
    other: int
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Notes that are read again because of a version: still open, and done."""

    waiting: int
    done: int


def regressions(user: User, version: ModelVersion, reads: Iterable[Read]) -> list[Regression]:
    """Among notes that taught the version nothing, those that lose most first: notes that judged its training (`reads`: its
    `note_results`), beside the engine in service then; and those of its newest measure on recent notes, beside what another
    engine had suggested. A note that was validated again since is left out: it has been looked at."""
    found = {**_measured(version), **_judged(version, reads)}
    newest = _newest_golds(found)
    fresh = [note for note, (at, _lost, _other) in found.items() if newest.get(note, at) <= at]
    notes = Document.objects.visible_to(user).filter(project=version.project_id, pk__in=fresh)
    waiting = waiting_rereads(fresh)
    told = [
        Regression(note, found[note.pk][1], found[note.pk][2], note.pk in waiting)
        for note in notes.defer("text").order_by("position")
    ]
    return sorted(told, key=lambda each: (-each.lost, -each.other))


def to_read_again(found: Iterable[Regression], *, lost_only: bool) -> list[UUID]:
    """In their order, without those that wait already; MOST of them."""
    chosen = [each for each in found if not each.is_waiting and (each.lost or not lost_only)]
    return [each.document.pk for each in chosen[:MOST]]


def asked_again(version: ModelVersion) -> Asked:
    rows = Reread.objects.filter(project=version.project_id, model_number=version.number)
    done = list(rows.values_list("done_at", flat=True))
    return Asked(done.count(None), len(done) - done.count(None))


_Found = dict[UUID, tuple[datetime, int, int]]  # by note: when it was judged, lost, other


def _judged(version: ModelVersion, reads: Iterable[Read]) -> _Found:
    found: _Found = {}
    for read in reads:
        lost = set(read.after.missed) - set(read.before.missed)
        other = {f for f in set(read.after.flaws) - set(read.before.flaws) if _is_other(f)}
        if lost or other:
            found[read.document_id] = (version.created_at, len(lost), len(other))
    return found


def _measured(version: ModelVersion) -> _Found:
    measures = SiteMeasure.objects.filter(project=version.project_id, is_recent=True)
    measure = measures.filter(content_hash=version.content_hash).first()
    if measure is None:
        return {}
    notes = measured_notes(measure)
    former = _suggested_before([UUID(note.note) for note in notes], measure.engine)
    found: _Found = {}
    for note in notes:
        lost, other = _losses(note, former.get(UUID(note.note), set()))
        if lost or other:
            found[UUID(note.note)] = (measure.created_at, lost, other)
    return found


def _losses(note: JudgedNote, former: _Former) -> tuple[int, int]:
    lost = sum(any(_meets(word, span) for span in former) for word in note.missed)
    other = sum(_is_other(flaw) and (flaw[1], flaw[2], flaw[3]) in former for flaw in note.flaws)
    return lost, other


def _meets(word: Word, span: tuple[int, int, str]) -> bool:
    return span[0] < word[1] and word[0] < span[1]


def _is_other(flaw: Flaw) -> bool:
    """Masked all the same, under another label or with other edges."""
    return flaw[0] in (ErrorKind.LABEL, ErrorKind.BOUNDS)


def _suggested_before(notes: Collection[UUID], engine: str) -> dict[UUID, _Former]:
    """What the newest suggestion of another engine had found, by note."""
    layers = Layer.objects.filter(document__in=notes, kind=Layer.Kind.SUGGESTION)
    newest: dict[UUID, UUID] = {}
    others = layers.exclude(engine_version=engine).order_by("-created_at", "-pk")
    for note, layer in others.values_list("document", "pk"):
        newest.setdefault(note, layer)
    of_layer = {layer: note for note, layer in newest.items()}
    found: dict[UUID, _Former] = {}
    spans = LayerSpan.objects.filter(layer__in=of_layer)
    for layer, start, end, subtype in spans.values_list("layer", "start", "end", "subtype"):
        found.setdefault(of_layer[layer], set()).add((start, end, subtype))
    return found


def _newest_golds(notes: Collection[UUID]) -> dict[UUID, datetime]:
    golds = Layer.objects.filter(document__in=notes, kind=Layer.Kind.GOLD).order_by()
    return dict(
        golds.values("document").annotate(at=Max("created_at")).values_list("document", "at")
    )
