"""Whose identities a note holds, in one query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from uuid import UUID

from annotation.domain.identity import identity_key
from annotation.models import IdentityKey
from deidweb.keys.identities import live_keys

_ASKED_AT_ONCE: Final = 400


def others_with(project_id: UUID, patient_id: UUID, cores: Iterable[str]) -> dict[str, str]:
    """Core → field, of those cores that are another patient's of the project and not this one's."""
    asked = list(cores)
    by_key = {
        identity_key(secret.names, core): core for secret in live_keys(project_id) for core in asked
    }
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
