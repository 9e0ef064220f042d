"""A patient's identity as JSON: what files and `PatientRecord` hold, and back. The one conversion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from annotation.domain.notes import PatientIdentity

Record = dict[str, Any]
_FIELDS: Final = tuple(item.name for item in fields(PatientIdentity))


def identity_to_record(identity: PatientIdentity) -> Record:
    """The `patient` object of a note's JSON: what is known, lists as lists. `id` included."""
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(identity).items()
        if value
    }


def identity_from_record(record: Mapping[str, Any], patient_id: str = "") -> PatientIdentity:
    """The value of a record that was checked when it came in; keys that nobody knows are left out.

    `patient_id` stands for the record's own `id`, if given.
    """
    values: Record = {
        key: tuple(record[key]) if isinstance(record[key], list) else record[key]
        for key in _FIELDS
        if record.get(key)
    }
    return PatientIdentity(**values | ({"id": patient_id} if patient_id else {}))


def merged_record(known: Mapping[str, Any], new: Mapping[str, Any]) -> Record:
    """Lists grow by what is new; of two different single values the newer stays."""
    merged = dict(known)
    for key, value in new.items():
        if isinstance(value, list):
            merged[key] = list(dict.fromkeys([*merged.get(key, []), *value]))
        else:
            merged[key] = value
    return merged
