"""Gold notes that a training uses, and whether they are enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Count
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import Part
from annotation.domain.notes import Note
from annotation.models import DatasetSnapshot, Document
from annotation.selectors.dataset_files import read_snapshot
from annotation.selectors.in_force import golds_in_force
from deidweb.accounts.models import Project
from worker.training.limits import MIN_NOTES, MIN_PATIENTS


@dataclass(frozen=True, slots=True)
class Material:
    """Gold notes that a training would use; `refusal` is why they are not enough, or ""."""

    notes: int
    patients: int
    refusal: str


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


def marked_notes(snapshot: DatasetSnapshot) -> Iterator[tuple[Part, Note]]:
    """Part and note of a data set, in its order, under the rows' own ids: the hospital's stay in its file.

    A note that was deleted since is left out. Raises FileNotFoundError.
    """
    rows = document_ids(snapshot.project)
    for part, note in read_snapshot(snapshot):
        if note.id in rows:
            yield part, replace(note, id=str(rows[note.id]))


def document_ids(project: Project) -> dict[str, UUID]:
    """Row ids of the project's notes by their ids in the hospital."""
    notes = Document.objects.filter(project=project).order_by()
    return dict(notes.values_list("external_id", "pk"))
