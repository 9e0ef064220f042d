"""Replaces the key of a project's identities: a new version, every row sealed anew under it, then the old one destroyed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.domain.identity_record import identity_from_record
from annotation.models import ImportBatch, Patient, PatientRecord
from annotation.services.index_identities import index_identities
from deidweb.accounts.models import Project
from deidweb.audit.services import record
from deidweb.keys.identities import (
    destroy_keys,
    draw_key,
    forget_old_kek,
    key_path,
    newest_key,
    versions,
)

_CHUNK: Final = 500
# Whoever took the old key for what he writes has written it by then, and the next call finds his row.
GRACE: Final = timedelta(days=1)


def rotate_identity_key(project: Project) -> int:
    """Seals all identities of the project under a new key; how many patients. Cut short it goes on where it was.

    The old key opens until `retire_old_keys`, so that people work on meanwhile. Raises KeyFileError.
    """
    own = versions(project.pk)
    if not own:
        return 0  # no patient has ever been written
    behind = (_behind, _imports_behind)
    if len(own) == 1 and not any(rows(project.pk, own[0]).exists() for rows in behind):
        draw_key(project.pk, own[0] + 1)
    count = reseal(project.pk)
    record("identities.sealed_anew", actor=None, project=project, target=project, patients=count)
    return count


def reseal(project_id: UUID) -> int:
    """Everything that does not lie under the newest key, 500 rows a transaction; how many patients."""
    version, count = newest_key(project_id).version, 0
    while ids := list(_imports_behind(project_id, version).values_list("pk", flat=True)[:_CHUNK]):
        _reseal_imports(ids)
    while ids := list(_behind(project_id, version).values_list("pk", flat=True)[:_CHUNK]):
        _reseal(project_id, ids)
        count += len(ids)
    return count


@transaction.atomic
def _reseal(project_id: UUID, ids: list[UUID]) -> None:
    patients = list(
        Patient.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    )
    records = list(
        PatientRecord.objects.select_for_update(of=("self",))
        .select_related("patient")
        .filter(patient__in=ids)
        .order_by("pk")
    )
    for patient in patients:
        patient.external_id = patient.external_id
    for each in records:
        each.identity = each.identity
    Patient.objects.bulk_update(patients, ["lookup", "sealed_id"], batch_size=100)
    PatientRecord.objects.bulk_update(records, ["sealed"], batch_size=100)
    index_identities(
        project_id, {each.patient_id: identity_from_record(each.identity) for each in records}
    )


@transaction.atomic
def _reseal_imports(ids: list[UUID]) -> None:
    batches = list(
        ImportBatch.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    )
    for batch in batches:
        batch.file_name, batch.report = batch.file_name, batch.report
    ImportBatch.objects.bulk_update(batches, ["sealed_name", "sealed_report"], batch_size=100)


def retire_old_keys(project: Project, *, at_once: bool = False) -> int:
    """Destroys the versions that nothing needs any more; how many. A day after the rotation, or `at_once` where nobody
    works (the service is stopped)."""
    own = versions(project.pk)
    if len(own) < 2:
        return 0
    drawn = datetime.fromtimestamp(key_path(project.pk, own[0]).stat().st_mtime, UTC)
    if not at_once and timezone.now() < drawn + GRACE:
        return 0
    reseal(project.pk)
    gone = destroy_keys(project.pk, below=own[0])
    record("identities.key_destroyed", actor=None, project=project, target=project, keys=gone)
    forget_old_kek()
    return gone


def retire_all_old_keys() -> int:
    """For the daily timer; how many keys were destroyed."""
    return sum(retire_old_keys(project) for project in Project.objects.order_by("pk"))


def _behind(project_id: UUID, version: int) -> QuerySet[Patient]:
    """Patients of whom something lies under an older key."""
    now = f"{version}:"
    old_record = ~Q(record__sealed__startswith=now) & ~Q(record__sealed="")
    old = ~Q(sealed_id__startswith=now) | (Q(record__isnull=False) & old_record)
    return Patient.objects.filter(old, project=project_id).order_by("pk")


def _imports_behind(project_id: UUID, version: int) -> QuerySet[ImportBatch]:
    """Imports of which a name lies under an older key."""
    now = f"{version}:"
    old_name = ~Q(sealed_name__startswith=now) & ~Q(sealed_name="")
    old_report = ~Q(sealed_report__startswith=now) & ~Q(sealed_report="")
    return ImportBatch.objects.filter(old_name | old_report, project=project_id).order_by("pk")
