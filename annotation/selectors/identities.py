"""Patients' structured identities, as the engines and the substitution take them."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from annotation.domain.identity_record import identity_from_record
from annotation.domain.notes import PatientIdentity
from annotation.models import Document, Patient
from annotation.models.sealed import open_id, open_identity


def identity_of(document: Document) -> PatientIdentity:
    """That of the note's patient; empty without one."""
    if document.patient_id is None:
        return PatientIdentity()
    return identities_of([document.patient_id])[document.patient_id]


def identities_of(patient_ids: Collection[UUID]) -> dict[UUID, PatientIdentity]:
    """By patient, one query; a patient of whom nothing is known has an id alone."""
    rows = Patient.objects.filter(pk__in=patient_ids)
    known = rows.values_list("pk", "project_id", "sealed_id", "record__sealed")
    return {
        pk: identity_from_record(open_identity(project, pk, record), open_id(project, pk, name))
        for pk, project, name, record in known
    }
