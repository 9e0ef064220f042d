"""Keeps the index that tells, in one query, whose identities a note holds."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from annotation.domain.identity import strong_keys
from annotation.domain.notes import PatientIdentity
from annotation.models import IdentityKey
from deidweb.keys.identities import newest_key


def index_identities(project_id: UUID, identities: Mapping[UUID, PatientIdentity]) -> None:
    """Replaces the keys of these patients. In the caller's transaction."""
    IdentityKey.objects.filter(patient__in=identities).delete()
    if not identities:
        return
    secret = newest_key(project_id).names  # there is one: these patients have been sealed
    rows = (
        IdentityKey(project_id=project_id, patient_id=patient, key=key, field=field)
        for patient, identity in identities.items()
        for key, field in strong_keys(secret, identity).items()
    )
    IdentityKey.objects.bulk_create(rows, batch_size=1000)
