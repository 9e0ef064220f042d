"""Removes patients with all that the database holds of them: notes, readings, identities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from annotation.models import Adjudication, Document, Layer, Patient

_CHUNK: Final = 200


@transaction.atomic
def erase_patients(patients: Sequence[UUID]) -> int:
    """How many notes went with them. Published or not; in the caller's transaction."""
    notes = 0
    for start in range(0, len(patients), _CHUNK):
        chunk = patients[start : start + _CHUNK]
        own = Document.staged_too.filter(patient__in=chunk).values_list("pk", flat=True)
        notes += erase_notes(list(own))
        Patient.objects.filter(pk__in=chunk).delete()
    return notes


@transaction.atomic
def erase_notes(notes: Sequence[UUID]) -> int:
    """Comparisons first: they hold the readings that they compare; then gold, which holds what it was made from."""
    for start in range(0, len(notes), _CHUNK):
        chunk = notes[start : start + _CHUNK]
        Adjudication.objects.filter(document__in=chunk).delete()
        layers = Layer.staged_too.filter(document__in=chunk)
        layers.update(source_layer=None)
        layers.delete()
        Document.staged_too.filter(pk__in=chunk).delete()
    return len(notes)
