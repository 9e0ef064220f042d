"""A key-encryption key for one study, where the installation wants it (STUDY_KEK_PER_STUDY).

It lies in a folder of its own (STUDY_KEKS_DIR), wrapped under the installation's, and in no backup: once it is erased, what
backups hold of the study's keys opens nothing any more, whoever has the installation's KEK.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from uuid import UUID

from django.conf import settings

from deidweb.short_files import short_text
from privacy.domain.randomness import KEY_BYTES
from privacy.services.wrap_key import KeyFileError, draft_of, unwrap_key, wrap_key


def study_kek_path(study_id: UUID) -> Path:
    """Where a study's own KEK lies."""
    return Path(settings.STUDY_KEKS_DIR) / f"{study_id}.kek"


def study_kek(study_id: UUID) -> bytes | None:
    """A study's own KEK, None when it has none or has lost it. Raises KeyFileError when it does not open."""
    path = study_kek_path(study_id)
    try:
        line = short_text(path)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise KeyFileError("La clé de l'étude est illisible.") from None
    return unwrap_key(path.name, line)


def ensure_study_kek(study_id: UUID) -> bytes:
    """The same, drawn if there is none. Call it under the lock of the key folder. Raises KeyFileError."""
    known = study_kek(study_id)
    if known is not None:
        return known
    kek, path = secrets.token_bytes(KEY_BYTES), study_kek_path(study_id)
    draft_of(path, wrap_key(path.name, kek)).replace(path)
    return kek
