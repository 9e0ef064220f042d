"""Coded notes as the pages read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Exists, Min, OuterRef, Q
from django.http import Http404
from django.utils.module_loading import import_string

from deidweb.accounts.models import Project, User
from icdcoder.models import CodedNote, CodedNoteQuerySet, CodePrediction

_OPEN = Q(predictions__state=CodePrediction.State.PROPOSED)


@dataclass(frozen=True, slots=True)
class CodedExport:
    """One line of the list. `open_codes` wait for a decision."""

    export_id: UUID
    notes: int
    codes: int
    open_codes: int
    since: datetime
    title: str


@dataclass(frozen=True, slots=True)
class NoteInExport:
    """A note, its codes, and its place among the notes of its export (from 1); `waiting` has codes to decide, too."""

    note: CodedNote
    predictions: list[CodePrediction]
    position: int
    total: int
    previous: UUID | None
    following: UUID | None
    waiting: UUID | None
    stay_notes: int


def coded_exports(user: User, project: Project) -> list[CodedExport]:
    """Exports of the project whose notes were coded, newest first."""
    rows = list(
        CodedNote.objects.visible_to(user)
        .filter(project=project)
        .order_by()
        .values("export_id")
        .annotate(
            notes=Count("pk", distinct=True),
            codes=Count("predictions"),
            open_codes=Count("predictions", filter=_OPEN),
            since=Min("created_at"),
        )
        .order_by("-since")
    )
    titles = export_titles(row["export_id"] for row in rows)
    return [CodedExport(**row, title=titles.get(row["export_id"], "")) for row in rows]


def export_titles(export_ids: Iterable[UUID]) -> dict[UUID, str]:
    """What exports are called on their own pages; those that are gone have no name."""
    found: dict[UUID, str] = import_string(settings.EXPORT_TITLES)(export_ids)
    return found


def notes_of(user: User, project: Project, export_id: UUID) -> CodedNoteQuerySet:
    """The export's notes in its order, with counts. Raises Http404 when there is none."""
    notes = CodedNote.objects.visible_to(user).filter(project=project, export_id=export_id)
    if not notes.exists():
        raise Http404
    counted = notes.defer("text").annotate(
        codes=Count("predictions"), open_codes=Count("predictions", filter=_OPEN)
    )
    return counted.order_by("order")  # aggregation drops the model's own order


def next_undecided(user: User, project: Project, export_id: UUID) -> CodedNote | None:
    """The first note of the export with a code that waits for a decision."""
    return (
        CodedNote.objects.visible_to(user)
        .filter(project=project, export_id=export_id)
        .filter(predictions__state=CodePrediction.State.PROPOSED)
        .first()
    )


def note_in_export(user: User, project: Project, export_id: UUID, note_id: UUID) -> NoteInExport:
    """The note with its codes. Raises Http404."""
    notes = CodedNote.objects.visible_to(user).filter(project=project, export_id=export_id)
    note = notes.filter(pk=note_id).first()
    if note is None:
        raise Http404
    before, after = notes.filter(order__lt=note.order), notes.filter(order__gt=note.order)
    return NoteInExport(
        note=note,
        predictions=list(note.predictions.select_related("decided_by", "note")),
        position=before.count() + 1,
        total=notes.count(),
        previous=before.order_by("-order").values_list("pk", flat=True).first(),
        following=after.order_by("order").values_list("pk", flat=True).first(),
        waiting=_waiting(notes, [note]),
        stay_notes=notes_of_stay(note).count(),
    )


@dataclass(frozen=True, slots=True)
class Stay:
    """All notes of one stay with their codes, and the first note of the next stay of the export, open or not."""

    notes: list[CodedNote]
    predictions: list[CodePrediction]
    following: UUID | None
    waiting: UUID | None


def stay_in_export(user: User, project: Project, export_id: UUID, note_id: UUID) -> Stay:
    """The stay of this note, in reading order. Raises Http404."""
    visible = CodedNote.objects.visible_to(user).filter(project=project, export_id=export_id)
    note = visible.filter(pk=note_id).first()
    if note is None:
        raise Http404
    notes = list(notes_of_stay(note).order_by("order"))
    predictions = CodePrediction.objects.filter(note__in=notes).select_related("note")
    others = visible.filter(order__gt=note.order).exclude(pk__in=[own.pk for own in notes])
    following = others.order_by("order").values_list("pk", flat=True).first()
    return Stay(notes, list(predictions), following, _waiting(visible, notes))


def _waiting(notes: CodedNoteQuerySet, done: list[CodedNote]) -> UUID | None:
    """The note with a code to decide that comes after these ones, else the first of all; None where nothing waits."""
    left = notes.filter(_has_open_codes()).exclude(pk__in=[one.pk for one in done])
    ids = left.order_by("order").values_list("pk", flat=True)
    return ids.filter(order__gt=done[0].order).first() or ids.first()


def notes_of_stay(note: CodedNote) -> CodedNoteQuerySet:
    """The notes of the note's stay in its export; the note alone where the export names no stay."""
    if not note.stay:
        return CodedNote.objects.filter(pk=note.pk)
    return CodedNote.objects.filter(
        project=note.project_id, export_id=note.export_id, stay=note.stay
    )


def stay_sizes(
    user: User, project: Project, export_id: UUID, notes: Iterable[CodedNote]
) -> dict[str, int]:
    """Stay → its notes in the export, of the stays of these notes that have several. One query."""
    seen = CodedNote.objects.visible_to(user).filter(project=project, export_id=export_id)
    own = seen.filter(stay__in={note.stay for note in notes} - {""})
    return dict(own.order_by().values_list("stay").annotate(n=Count("pk")).filter(n__gt=1))


@dataclass(frozen=True, slots=True)
class Coding:
    """De-identified notes that lie before the coder, all exports together; `left` have a code to decide, since `since`."""

    notes: int
    left: int
    since: datetime | None


def coding_of(user: User, project: Project) -> Coding:
    """How far the coding of the project is. One query."""
    is_open = Q(_has_open_codes())
    notes = CodedNote.objects.visible_to(user).filter(project=project)
    told = notes.order_by().aggregate(
        notes=Count("pk"), left=Count("pk", filter=is_open), since=Min("created_at", filter=is_open)
    )
    return Coding(**told)


def first_undecided(user: User, project: Project) -> CodedNote | None:
    """The note with a code to decide that has waited longest, whatever its export."""
    notes = CodedNote.objects.visible_to(user).filter(_has_open_codes(), project=project)
    return notes.defer("text").order_by("created_at", "order").first()


def _has_open_codes() -> Exists:
    # EXISTS, not a join: from the project's notes, never from all codes of all projects
    proposed = CodePrediction.objects.filter(
        note=OuterRef("pk"), state=CodePrediction.State.PROPOSED
    )
    return Exists(proposed)
