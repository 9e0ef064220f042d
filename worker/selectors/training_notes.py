"""Gold notes that a training uses, and whether they are enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.models import Document
from annotation.selectors.in_force import NoteInForce, golds_in_force, notes_of_layers
from deidweb.accounts.models import Project
from worker.training.limits import MIN_NOTES, MIN_PATIENTS

_CHUNK: Final = 100  # notes read at once


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
