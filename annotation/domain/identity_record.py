"""A patient's identity as it is stored."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from annotation.domain.notes import PatientIdentity

Identity = dict[str, Any]


def identity_record(identity: PatientIdentity) -> Identity:
    """What `PatientRecord.identity` stores: product.md's `patient` object without `id`."""
    values = asdict(identity)
    del values["id"]
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in values.items()
        if value
    }


def identity_value(external_id: str, record: Identity) -> PatientIdentity:
    """The stored identity as the value that engines and substitution take."""
    values: dict[str, Any] = {
        key: tuple(v) if isinstance(v, list) else v for key, v in record.items()
    }
    return PatientIdentity(id=external_id, **values)


def merge_identity(known: Identity, new: Identity) -> Identity:
    """Lists grow by what is new; of two different single values the newer stays."""
    merged = dict(known)
    for key, value in new.items():
        if isinstance(value, list):
            merged[key] = list(dict.fromkeys([*merged.get(key, []), *value]))
        else:
            merged[key] = value
    return merged
