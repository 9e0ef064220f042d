"""The index that tells, in one query, whose identities a note holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from annotation.domain.identity import identity_key, strong_keys
from annotation.domain.notes import PatientIdentity
from annotation.models import IdentityKey

_ASKED_AT_ONCE: Final = 400


def index_identities(project_id: UUID, identities: Mapping[UUID, PatientIdentity]) -> None:
    """Replaces the keys of these patients. In the caller's transaction."""
    IdentityKey.objects.filter(patient__in=identities).delete()
    rows = (
        IdentityKey(project_id=project_id, patient_id=patient, key=key, field=field)
        for patient, identity in identities.items()
        for key, field in strong_keys(project_id, identity).items()
    )
    IdentityKey.objects.bulk_create(rows, batch_size=1000)


def others_with(project_id: UUID, patient_id: UUID, cores: Iterable[str]) -> dict[str, str]:
    """Core → field, of those cores that are another patient's of the project and not this one's."""
    by_key = {identity_key(project_id, core): core for core in cores}
    own: set[int] = set()
    found: dict[int, str] = {}
    for keys in _chunks(sorted(by_key)):
        rows = IdentityKey.objects.filter(project_id=project_id, key__in=keys)
        for key, field, patient in rows.values_list("key", "field", "patient_id"):
            if patient == patient_id:
                own.add(key)
            else:
                found[key] = field
    return {by_key[key]: field for key, field in found.items() if key not in own}


def _chunks(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(keys), _ASKED_AT_ONCE):
        yield keys[first : first + _ASKED_AT_ONCE]
