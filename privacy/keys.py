"""Study keys: 256 bits in a file of their own, outside the database and outside its backups.

A file holds 64 hexadecimal digits, as `substitute --key-file` reads them. Nothing here is ever
logged; no exception carries a key or a path.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from uuid import UUID

from django.conf import settings

from privacy.domain.errors import BadKeyError
from privacy.domain.randomness import KEY_BYTES, StudyKey


class StudyKeyError(Exception):
    """The key can't be used; `reason` (French) may be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class StudyKeyMissingError(StudyKeyError):
    """No key file: never made here, or destroyed."""


def _folder() -> Path:
    folder = Path(settings.STUDY_KEY_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)  # the umask, or an older installation, may have left it wider
    return folder


def path_of(study_id: UUID) -> Path:
    """Where the key of a study lies; the name says nothing but the study's id."""
    return Path(settings.STUDY_KEY_DIR) / f"{study_id}.key"


def create(study_id: UUID) -> None:
    """Draws a key for a study, once. Raises FileExistsError when it has one already.

    Written aside, synced, then linked under its name: a crash leaves a whole key or none, and an
    existing key is never overwritten.
    """
    folder = _folder()
    draft = folder / f".{study_id}.{secrets.token_hex(8)}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_bytes(KEY_BYTES).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path_of(study_id))
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(folder)


def load(study_id: UUID) -> StudyKey:
    """The key of a study. Raises StudyKeyMissingError or StudyKeyError."""
    path = path_of(study_id)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise StudyKeyError("La clé de l'étude est lisible par d'autres comptes : refusée.")
        return StudyKey.from_hex(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        raise StudyKeyMissingError(
            "La clé de l'étude est introuvable ou a été détruite : plus aucun export n'est possible."
        ) from None
    except (BadKeyError, UnicodeDecodeError):
        raise StudyKeyError("La clé de l'étude est illisible.") from None


def exists(study_id: UUID) -> bool:
    """True while the study can still export."""
    return path_of(study_id).is_file()


def destroy(study_id: UUID) -> bool:
    """Overwrites and removes the key: the surrogates can't be linked any more. False: no key."""
    path = path_of(study_id)
    if not path.is_file():
        return False
    with path.open("r+b") as file:
        file.write(secrets.token_bytes(2 * KEY_BYTES + 1))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()
    sync_folder(path.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Makes a rename or a removal in `folder` survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
