"""What the pages and the jobs ask about models. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from annotation.domain.identity_record import identity_value
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from annotation.models import Document, Layer, LayerSpan, PatientRecord
from annotation.selectors.layers import gold_layers
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.training.limits import MIN_NOTES, MIN_PATIENTS

TRAINING: str = "train_ner"


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
    documents = Document.objects.filter(pk__in=gold_layers(project).values("document"))
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
        gold_layers(project)
        .select_related("document__patient__record")
        .prefetch_related("spans")
        .order_by("document__position", "pk")
    )
    for layer in layers.iterator(chunk_size=100):
        yield _gold_note(layer)


def _gold_note(layer: Layer) -> Note:
    document = layer.document
    kept = (row for row in layer.spans.all() if row.state != LayerSpan.State.REJECTED)
    return Note(
        id=str(document.pk),
        text=document.text,
        patient=_identity(document),
        entities=tuple(Span(row.start, row.end, row.label, row.subtype) for row in kept),
    )


def _identity(document: Document) -> PatientIdentity:
    if document.patient is None:
        return PatientIdentity()
    key = str(document.patient_id)
    try:
        return identity_value(key, document.patient.record.identity)
    except PatientRecord.DoesNotExist:
        return PatientIdentity(id=key)
