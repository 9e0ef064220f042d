"""Study keys: 256 bits each, in files of their own, outside the database and outside its backups.

A study has one key a version; rotating adds a version, old exports keep theirs. The installation has one more
key, which names the accounts of its ledger. Files are wrapped (`wrap_key`), a study's under a KEK of its own where that is wanted; bare hexadecimal digits are no
key (`manage.py wrap_bare_keys` makes those of an older installation keys again). Nothing here is ever logged; no
exception carries a key or a path.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings

from deidweb.keys.wrapping import overwrite, overwrite_all, sync_folder
from deidweb.short_files import short_text
from privacy.domain.randomness import KEY_BYTES, StudyKey
from privacy.selectors.former_accounts import former_key_path
from privacy.services.study_kek import ensure_study_kek, study_kek, study_kek_path
from privacy.services.wrap_key import (
    OWN,
    KeyFileError,
    draft_of,
    mark_of,
    seal,
    unseal,
    unwrap_key,
    wrap_key,
)

StudyKeyError = KeyFileError
_NO_STUDY: Final = (
    "La clé de l'étude est introuvable ou a été détruite : plus aucun export n'est possible."
)
_NO_LEDGER: Final = "La clé du registre de confidentialité est introuvable : remettez-la en place."


class StudyKeyMissingError(KeyFileError):
    """No key file: never made here, or destroyed."""


def _folder() -> Path:
    folder = Path(settings.STUDY_KEY_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)  # the umask, or an older installation, may have left it wider
    return folder


def key_path(study_id: UUID, version: int = 1) -> Path:
    """Where a version of a study's key lies; the name says nothing but the study's id."""
    name = f"{study_id}.key" if version == 1 else f"{study_id}.{version}.key"
    return Path(settings.STUDY_KEY_DIR) / name


def _ledger_path() -> Path:
    return Path(settings.STUDY_KEY_DIR) / "ledger.key"


def create_key(study_id: UUID, version: int = 1) -> None:
    """Draws a version of a study's key, once. Raises FileExistsError when it is there already.

    Also raises StudyKeyError without a key-encryption key.
    """
    _create(key_path(study_id, version))


def load_key(study_id: UUID, version: int = 1) -> StudyKey:
    """A version of a study's key. Raises StudyKeyMissingError or StudyKeyError."""
    return _load(key_path(study_id, version), _NO_STUDY)


def has_key(study_id: UUID, version: int = 1) -> bool:
    """True while the study can still export under this version."""
    return key_path(study_id, version).is_file()


def destroy_keys(study_id: UUID) -> bool:
    """Overwrites and removes every version, and drafts that a crash left: nothing can be linked any more. The study's
    own KEK goes first: with it, what backups hold is dead.

    False: there was none.
    """
    own = study_kek_path(study_id)
    for path in (*own.parent.glob(own.name), *own.parent.glob(f".{own.name}.*")):
        overwrite(path)
    folder = Path(settings.STUDY_KEY_DIR)
    was_there = any(folder.glob(f"{study_id}*.key"))
    overwrite_all(folder, study_id)
    return was_there


def ledger_key(*, may_create: bool) -> StudyKey:
    """The key that names the accounts of the ledger; it outlives every study and every project.

    Made at the first export. Without `may_create` a missing file raises StudyKeyMissingError: a fresh
    key would open empty accounts for patients who have spent already.
    """
    path = _ledger_path()
    if may_create and not path.is_file():
        with suppress(FileExistsError):  # another worker was faster
            _create(path)
    return _load(path, _NO_LEDGER)


def former_ledger_key(project_id: UUID) -> StudyKey:
    """The key that named the accounts of one project, when each had its own."""
    return _load(former_key_path(project_id), _NO_LEDGER)


def _create(path: Path) -> None:
    """Written aside, synced, then linked under its name: a crash leaves a whole key or none, and an
    existing key is never overwritten."""
    folder = _folder()
    with key_folder_locked():
        draft = draft_of(path, seal_file(path, secrets.token_bytes(KEY_BYTES)))
        try:
            os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(folder)


@contextmanager
def key_folder_locked(*, exclusive: bool = False) -> Iterator[None]:
    """Who wraps a key holds the folder with others, who replaces the KEK holds it alone: no key is wrapped under a KEK
    that is about to be forgotten."""
    handle = os.open(_folder(), os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def study_of(path: Path) -> UUID | None:
    """Whose key a file holds; None for the ledgers' keys."""
    try:
        return UUID(path.name.partition(".")[0])
    except ValueError:
        return None


def seal_file(path: Path, secret: bytes) -> str:
    """The line of a key file: under the study's own KEK where it has one or shall have one."""
    study_id = study_of(path)
    if study_id is None:
        return wrap_key(path.name, secret)
    own = ensure_study_kek(study_id) if settings.STUDY_KEK_PER_STUDY else study_kek(study_id)
    return wrap_key(path.name, secret) if own is None else seal(OWN, own, path.name, secret)


def unseal_file(path: Path, line: str) -> bytes:
    """The key of a file. Raises StudyKeyMissingError when the study's own KEK is gone, StudyKeyError otherwise."""
    mark = mark_of(line)
    if not mark:
        raise StudyKeyError(
            "Ce fichier n'est pas une clé chiffrée : voyez « manage.py wrap_bare_keys » s'il vient d'une ancienne version."
        )
    study_id = study_of(path)
    if mark != OWN or study_id is None:
        return unwrap_key(path.name, line)
    own = study_kek(study_id)
    if own is None:
        raise StudyKeyMissingError(_NO_STUDY)
    return unseal(OWN, own, path.name, line)


def _load(path: Path, missing: str) -> StudyKey:
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise StudyKeyError("La clé de l'étude est lisible par d'autres comptes : refusée.")
        line = short_text(path)
    except FileNotFoundError:
        raise StudyKeyMissingError(missing) from None
    except (OSError, UnicodeDecodeError):
        raise StudyKeyError("La clé de l'étude est illisible.") from None
    return StudyKey(unseal_file(path, line))
