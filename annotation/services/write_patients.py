"""Writes the patients of an import: new ones at once, changes to known ones only when the import is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db.models import Exists, OuterRef

from annotation.domain.identity_record import (
    Record,
    identity_from_record,
    identity_to_record,
    merged_record,
)
from annotation.domain.notes import PatientIdentity
from annotation.models import Document, ImportBatch, Patient, PatientRecord
from annotation.models.sealed import digests_of_ids
from annotation.services.index_identities import index_identities
from deidweb.accounts.models import Project


@dataclass(slots=True)
class PatientWriter:
    """Writes the patients of one batch.

    `deferred` holds only the patients that were there before and whose identity grows: few.
    """

    batch: ImportBatch
    deferred: dict[UUID, Record] = field(default_factory=dict)

    def write(self, identities: Iterable[PatientIdentity]) -> dict[str, UUID]:
        """External id → patient, for those who have one. In the caller's transaction."""
        merged: dict[str, Record] = {}
        for identity in identities:
            if identity.id:
                known = merged.get(identity.id, {})
                merged[identity.id] = merged_record(
                    known, identity_to_record(replace(identity, id=""))
                )
        digests = digests_of_ids(self.batch.project_id, merged)
        found = {
            digests[patient.lookup]: patient
            for patient in Patient.objects.filter(
                project=self.batch.project_id, lookup__in=digests
            ).select_related("record")
        }
        created = {
            external_id: _new_patient(self.batch.project_id, external_id)
            for external_id in merged
            if external_id not in found
        }
        Patient.objects.bulk_create(created.values())
        PatientRecord.objects.bulk_create(
            _new_record(patient, merged[external_id]) for external_id, patient in created.items()
        )
        self._index({patient.pk: merged[external_id] for external_id, patient in created.items()})
        self._grow(found, merged)
        return {external_id: patient.pk for external_id, patient in (created | found).items()}

    def grown(self) -> dict[UUID, PatientIdentity]:
        """Whom `publish` will know more of, with all that is known then."""
        patients = Patient.objects.in_bulk(self.deferred)
        return {
            key: identity_from_record(self.deferred[key], patient.external_id)
            for key, patient in patients.items()
        }

    def publish(self) -> None:
        """Writes what was held back; in the transaction that publishes the batch."""
        records = (
            PatientRecord.objects.select_for_update(of=("self",))
            .select_related("patient")
            .filter(patient__in=self.deferred)
        )
        for record in records:
            record.identity = merged_record(record.identity, self.deferred[record.pk])
            record.save(update_fields=["sealed"])
        self._index(self.deferred)

    def _index(self, identities: Mapping[UUID, Record]) -> None:
        known = {key: identity_from_record(identity) for key, identity in identities.items()}
        index_identities(self.batch.project_id, known)

    def _grow(self, found: dict[str, Patient], merged: dict[str, Record]) -> None:
        older = Document.staged_too.exclude(batch=self.batch).filter(patient__in=found.values())
        shared = set(older.values_list("patient_id", flat=True).distinct())
        for external_id, patient in found.items():
            present = _identity_of(patient)
            if patient.pk in shared:
                present = self.deferred.get(patient.pk, present)
            grown = merged_record(present, merged[external_id])
            if grown == present:
                continue
            if patient.pk in shared:
                self.deferred[patient.pk] = grown
            else:
                record = getattr(patient, "record", None) or PatientRecord(patient=patient)
                record.identity = grown
                record.save()
                self._index({patient.pk: grown})

    @staticmethod
    def drop_orphans(project: Project) -> None:
        """Patients without any note: a refused import had brought them."""
        notes = Document.staged_too.filter(patient=OuterRef("pk"))
        orphans = Patient.objects.filter(~Exists(notes), project=project)
        orphans.delete()


def _new_patient(project_id: UUID, external_id: str) -> Patient:
    patient = Patient(project_id=project_id)
    patient.external_id = external_id
    return patient


def _new_record(patient: Patient, identity: Record) -> PatientRecord:
    record = PatientRecord(patient=patient)
    record.identity = identity
    return record


def _identity_of(patient: Patient) -> Record:
    try:
        return dict(patient.record.identity)
    except PatientRecord.DoesNotExist:
        return {}
