"""What the pages and the jobs ask about models. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.models import Document
from annotation.selectors.in_force import NoteInForce, golds_in_force, notes_of_layers
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.training.limits import MIN_NOTES, MIN_PATIENTS

TRAINING: Final = "train_ner"
_CHUNK: Final = 100  # notes read at once


@dataclass(frozen=True, slots=True)
class Material:
    """Gold notes that a training would use; `refusal` is why they are not enough, or ""."""

    notes: int
    patients: int
    refusal: str


def versions_of(user: User, project: Project) -> QuerySet[ModelVersion]:
    """The project's versions, the newest first."""
    visible = ModelVersion.objects.visible_to(user).filter(project=project)
    return visible.select_related("project", "created_by", "decided_by", "job")


def promoted_model(project: Project) -> ModelVersion | None:
    """The version in service; None when the shipped model works."""
    return ModelVersion.objects.filter(project=project, state=ModelVersion.State.PROMOTED).first()


def running_training(project: Project) -> Job | None:
    """The training that waits or runs."""
    return _trainings(project).exclude(state__in=Job.FINISHED).first()


def stopped_training(project: Project) -> Job | None:
    """The latest training, if it ended without a model: its reason is worth showing."""
    last = _trainings(project).first()
    stopped = last is not None and last.state in (Job.State.FAILED, Job.State.DEAD)
    return last if stopped else None


def _trainings(project: Project) -> QuerySet[Job]:
    return Job.objects.filter(project=project, kind=TRAINING).order_by("-created_at")


def training_material(project: Project) -> Material:
    """Counts of gold notes and of their patients; a note without a patient counts as one."""
    documents = Document.objects.filter(pk__in=golds_in_force(project).values("document"))
    counts = documents.order_by().aggregate(
        notes=Count("pk"), known=Count("patient", distinct=True), owned=Count("patient")
    )
    patients = counts["known"] + counts["notes"] - counts["owned"]
    return Material(counts["notes"], patients, _refusal(counts["notes"], patients))


def _refusal(notes: int, patients: int) -> str:
    if notes >= MIN_NOTES and patients >= MIN_PATIENTS:
        return ""
    return _(
        "Il faut au moins %(min_notes)d notes validées de %(min_patients)d patients différents "
        "pour réentraîner ; il y en a %(notes)d (patients : %(patients)d)."
    ) % {
        "min_notes": MIN_NOTES,
        "min_patients": MIN_PATIENTS,
        "notes": notes,
        "patients": patients,
    }


def gold_notes(project: Project) -> Iterator[Note]:
    """Every gold note in order of arrival: the version in force, of published imports only.

    Ids are the rows' own, never those of the hospital, so that the split by patient does not move
    when a name of a file changes.
    """
    layers = (
        golds_in_force(project).order_by("document__position", "pk").iterator(chunk_size=_CHUNK)
    )
    while chunk := list(islice(layers, _CHUNK)):
        for found in notes_of_layers(chunk):
            yield _training_note(found)


def _training_note(found: NoteInForce) -> Note:
    document = found.document
    patient = str(document.patient_id) if document.patient_id else ""
    return Note(
        id=str(document.pk),
        text=document.text,
        patient=replace(found.identity, id=patient),
        entities=tuple(Span(s.start, s.end, s.label, s.subtype) for s in found.spans),
    )
