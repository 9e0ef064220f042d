"""What persons have coded to the end: the material of a coder's data set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from deidweb.accounts.models import Project
from icdcoder.models import CodedNote, CodePrediction

State = CodePrediction.State


@dataclass(frozen=True, slots=True)
class AcceptedNote:
    """One note with its accepted codes; `stay` is unique in the project, "" for a note alone; `patient` is {"id": pseudonym}
    of its study, {} when the export names none. `hidden`: what substitution wrote, as the note keeps it."""

    id: str
    text: str
    stay: str
    patient: dict[str, str]
    codes: tuple[str, ...]
    hidden: list[list[int]]


@dataclass(frozen=True, slots=True)
class Material:
    """How much there is to teach from."""

    notes: int
    stays: int


def finished_notes(project: Project) -> QuerySet[CodedNote]:
    """Notes with an accepted code and none open, in them or in their stay; in the order of their exports."""
    opened = CodePrediction.objects.filter(state=State.PROPOSED)
    in_stay = opened.filter(note__export_id=OuterRef("export_id"), note__stay=OuterRef("stay"))
    return (
        CodedNote.objects.filter(project=project)
        .unopposed()
        .filter(Exists(CodePrediction.objects.filter(note=OuterRef("pk"), state=State.ACCEPTED)))
        .exclude(Exists(opened.filter(note=OuterRef("pk"))))
        .exclude(~Q(stay="") & Exists(in_stay))
        .order_by("created_at", "export_id", "order")
    )


def accepted_notes(project: Project) -> Iterator[AcceptedNote]:
    """Each with its accepted codes, one text in memory at a time."""
    for note in finished_notes(project).iterator(chunk_size=200):
        accepted = note.predictions.filter(state=State.ACCEPTED).order_by("code")
        yield AcceptedNote(
            id=str(note.pk),
            text=note.text,
            stay=f"{note.export_id}/{note.stay}" if note.stay else "",
            patient={"id": note.patient} if note.patient else {},
            codes=tuple(accepted.values_list("code", flat=True)),
            hidden=note.hidden,
        )


def material_of(project: Project) -> Material:
    """Notes and stays that a snapshot taken now would hold."""
    notes = finished_notes(project).order_by()
    alone = notes.filter(stay="").count()
    together = notes.exclude(stay="").values("export_id", "stay").annotate(n=Count("pk")).count()
    return Material(notes.count(), alone + together)
