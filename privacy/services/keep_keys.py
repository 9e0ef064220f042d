"""Study keys: 256 bits each, in files of their own, outside the database and outside its backups.

A study has one key a version; rotating adds a version, old exports keep theirs. The installation has one more
key, which names the accounts of its ledger. Files are wrapped (`wrap_key`); the bare
hexadecimal digits of an older installation are read once and wrapped on the spot. Nothing here is ever
logged; no exception carries a key or a path.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings

from privacy.domain.errors import BadKeyError
from privacy.domain.randomness import KEY_BYTES, StudyKey
from privacy.selectors.former_accounts import former_key_path
from privacy.services.wrap_key import KeyFileError, is_wrapped, unwrap_key, wrap_key

StudyKeyError = KeyFileError
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
    return _load(
        key_path(study_id, version),
        "La clé de l'étude est introuvable ou a été détruite : plus aucun export n'est possible.",
    )


def has_key(study_id: UUID, version: int = 1) -> bool:
    """True while the study can still export under this version."""
    return key_path(study_id, version).is_file()


def destroy_keys(study_id: UUID) -> bool:
    """Overwrites and removes every version, and drafts that a crash left: nothing can be linked any more.

    False: there was none.
    """
    folder = Path(settings.STUDY_KEY_DIR)
    found = sorted(folder.glob(f"{study_id}*.key"))
    for path in (*found, *folder.glob(f".{study_id}*.key.*")):
        length = path.stat().st_size
        with path.open("r+b") as file:
            file.write(secrets.token_bytes(length))
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
    if found:
        sync_folder(found[0].parent)
    return bool(found)


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
    draft = _draft(path, secrets.token_bytes(KEY_BYTES))
    try:
        os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _draft(path: Path, secret: bytes) -> Path:
    line = wrap_key(path.name, secret)
    draft = _folder() / f".{path.name}.{secrets.token_hex(8)}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _load(path: Path, missing: str) -> StudyKey:
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise StudyKeyError("La clé de l'étude est lisible par d'autres comptes : refusée.")
        line = path.read_text(encoding="ascii")
        if is_wrapped(line):
            return StudyKey(unwrap_key(path.name, line))
        bare = StudyKey.from_hex(line)
    except FileNotFoundError:
        raise StudyKeyMissingError(missing) from None
    except (BadKeyError, UnicodeDecodeError):
        raise StudyKeyError("La clé de l'étude est illisible.") from None
    _draft(path, bare.secret).replace(path)
    sync_folder(path.parent)
    return bare


def sync_folder(folder: Path) -> None:
    """Makes a rename or a removal in `folder` survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
