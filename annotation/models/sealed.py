"""How a patient's identity, and what else may name somebody, lies in the database: sealed under the project's key and found by digests (ADR 0020).

The place is authenticated with the value: project, row and column. A sealed value copied to another row opens nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from deidweb.keys.identities import (
    IdentityKey,
    IdentityKeyMissingError,
    draw_key,
    live_keys,
    load_key,
    newest_key,
    version_of,
)

ID, IDENTITY = "id", "identity"
FILE_NAME, REPORT = "file_name", "report"  # of an import


def sealing_key(project_id: UUID, has_rows: Callable[[], bool]) -> IdentityKey:
    """The key that seals what is written now, drawn for the first patient of a project.

    Raises IdentityKeyMissingError where rows are there and no key opens them: a new one would hide that it is lost.
    """
    try:
        return newest_key(project_id)
    except IdentityKeyMissingError:
        if has_rows():
            raise
    draw_key(project_id)
    return newest_key(project_id)


def seal_id(key: IdentityKey, project_id: UUID, patient_id: UUID, external_id: str) -> str:
    """The hospital's number of a patient, sealed."""
    return key.seal(_place(project_id, patient_id, ID), external_id)


def open_id(project_id: UUID, patient_id: UUID, sealed: str) -> str:
    """The hospital's number of a patient. Raises KeyFileError."""
    key = load_key(project_id, version_of(sealed))
    return key.open(_place(project_id, patient_id, ID), sealed)


def digest_of_id(key: IdentityKey, external_id: str) -> str:
    """What the patient of this number is looked up by."""
    return key.digest(f"{ID}\0{external_id}")


def digests_of_ids(project_id: UUID, external_ids: Mapping[str, Any] | set[str]) -> dict[str, str]:
    """Digest → number, under every key that rows may still lie under."""
    return {
        digest_of_id(key, external_id): external_id
        for key in live_keys(project_id)
        for external_id in external_ids
    }


def seal_identity(
    key: IdentityKey, project_id: UUID, patient_id: UUID, identity: Mapping[str, Any]
) -> str:
    """A structured identity, sealed; "" for an empty one."""
    if not identity:
        return ""
    text = json.dumps(identity, ensure_ascii=False, separators=(",", ":"))
    return key.seal(_place(project_id, patient_id, IDENTITY), text)


def open_identity(project_id: UUID, patient_id: UUID, sealed: str | None) -> dict[str, Any]:
    """What `seal_identity` sealed. Raises KeyFileError."""
    if not sealed:
        return {}
    key = load_key(project_id, version_of(sealed))
    found: dict[str, Any] = json.loads(key.open(_place(project_id, patient_id, IDENTITY), sealed))
    return found


def seal_text(key: IdentityKey, project_id: UUID, row: UUID, column: str, text: str) -> str:
    """Words of an import that may be a person's name, sealed; "" for none."""
    return key.seal(_place(project_id, row, column), text) if text else ""


def open_text(project_id: UUID, row: UUID, column: str, sealed: str) -> str:
    """What `seal_text` sealed. Raises KeyFileError."""
    if not sealed:
        return ""
    return load_key(project_id, version_of(sealed)).open(_place(project_id, row, column), sealed)


def _place(project_id: UUID, row: UUID, column: str) -> str:
    return f"deidweb/identity/1|{project_id}|{row}|{column}"
