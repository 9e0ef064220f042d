"""The keys that seal patients' identities: one a project, in versions, apart from the database and its backups.

`<IDENTITY_KEY_DIR>/<project>.<version>.key`, wrapped under IDENTITY_KEK (environment, or a file that a single machine draws).
Two keys follow from one: the first seals what is read again, the second names patients and their identifiers by digests, for
look-ups. New rows take the newest version; older ones open what has not been sealed anew yet. Destroying the files of a
project leaves nothing of its identities, whoever holds the rows.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from deidweb.keys.wrapping import (
    KEY_BYTES,
    NONCE_BYTES,
    KeyFileError,
    draft_of,
    draw_kek,
    id_of,
    kek_id_of,
    overwrite,
    overwrite_all,
    parse_kek,
    read_kek,
    seal_line,
    sync_folder,
    unseal_line,
)
from deidweb.short_files import short_text

_MARK: Final = "deidweb-identity-1"
_VERSION: Final = re.compile(r"[1-9][0-9]{0,8}")
_MISSING: Final = "La clé des identités de ce projet est introuvable ou a été détruite."
_FOREIGN: Final = "La clé des identités est chiffrée sous une autre clé maîtresse (IDENTITY_KEK)."
_BAD_KEK: Final = "La clé maîtresse des identités (IDENTITY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."
_BROKEN: Final = "La clé des identités a été modifiée ou déplacée : refusée."
_CHANGED: Final = "Une identité a été modifiée ou déplacée dans la base : elle ne s'ouvre pas."


class IdentityKeyMissingError(KeyFileError):
    """No key file: never made here, or destroyed."""

    def __init__(self) -> None:
        super().__init__(_MISSING)


@dataclass(frozen=True, slots=True)
class IdentityKey:
    """One version of a project's key."""

    version: int
    cipher: AESGCM
    names: bytes

    def seal(self, bound_to: str, text: str) -> str:
        """« 2:… »: opens only under the same `bound_to`, with this version of the key."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self.cipher.encrypt(nonce, text.encode(), bound_to.encode())
        return f"{self.version}:{b64encode(sealed).decode()}"

    def open(self, bound_to: str, sealed: str) -> str:
        """The text. Raises KeyFileError when the value or its place is not the one."""
        try:
            raw = b64decode(sealed.partition(":")[2], validate=True)
            nonce, rest = raw[:NONCE_BYTES], raw[NONCE_BYTES:]
            return self.cipher.decrypt(nonce, rest, bound_to.encode()).decode()
        except (InvalidTag, ValueError):
            raise KeyFileError(_CHANGED) from None

    def digest(self, text: str) -> str:
        """HMAC-SHA-256 of an identifier: what a row is looked up by."""
        return hmac.new(self.names, text.encode(), hashlib.sha256).hexdigest()


def key_path(project_id: UUID, version: int) -> Path:
    """Where a version lies; the name says nothing but the project's id."""
    return Path(_address(project_id, version))


def _address(project_id: UUID, version: int) -> str:
    """As `key_path`, without what building a Path costs: asked for at every value that is opened."""
    return f"{settings.IDENTITY_KEY_DIR}/{project_id}.{version}.key"


def version_of(sealed: str) -> int:
    """Under which version a value is sealed. « 2:… » → 2"""
    number = sealed.partition(":")[0]
    if not _VERSION.fullmatch(number):
        raise KeyFileError(_CHANGED)
    return int(number)


def versions(project_id: UUID) -> list[int]:
    """All that there are, the newest first. A copy beside them (« ….2 (copie).key ») is none."""
    found = Path(settings.IDENTITY_KEY_DIR).glob(f"{project_id}.*.key")
    told = (path.name.removeprefix(f"{project_id}.").removesuffix(".key") for path in found)
    return sorted((int(number) for number in told if _VERSION.fullmatch(number)), reverse=True)


_newest: dict[UUID, int] = {}


def newest_key(project_id: UUID) -> IdentityKey:
    """The one that seals from now on. Raises IdentityKeyMissingError, KeyFileError."""
    version = _newest.get(project_id, 0)
    if not version or not _is_there(project_id, version):
        version = next(iter(versions(project_id)), 0)
    while _is_there(project_id, version + 1):
        version += 1
    if not version:
        raise IdentityKeyMissingError
    _newest[project_id] = version
    return load_key(project_id, version)


def live_keys(project_id: UUID) -> Iterator[IdentityKey]:
    """The newest and, while rows are sealed anew, those before it. Nothing for a project without a key."""
    try:
        key = newest_key(project_id)
    except IdentityKeyMissingError:
        return
    while True:
        yield key
        if not _is_there(project_id, key.version - 1):
            return
        key = load_key(project_id, key.version - 1)


def load_key(project_id: UUID, version: int) -> IdentityKey:
    """Raises IdentityKeyMissingError, KeyFileError."""
    address = _address(project_id, version)
    try:
        facts = os.stat(address)  # noqa: PTH116 - see _address
    except FileNotFoundError:
        raise IdentityKeyMissingError from None
    except OSError:  # a link that leads to itself
        raise KeyFileError(_BROKEN) from None
    return _load(address, version, facts.st_mtime_ns, facts.st_ino)


def _is_there(project_id: UUID, version: int) -> bool:
    return os.path.exists(_address(project_id, version))  # noqa: PTH110 - see _address


@lru_cache(maxsize=256)
def _load(address: str, version: int, _changed_at: int, _inode: int) -> IdentityKey:
    path = Path(address)
    try:
        line = short_text(path, "replace")
    except OSError:  # a folder, or another account's
        raise KeyFileError(_BROKEN) from None
    kek = next((kek for kek in _keks() if id_of(kek) == kek_id_of(line)), None)
    if kek is None:
        raise KeyFileError(_FOREIGN)
    try:
        secret = unseal_line(_MARK, kek, f"{_MARK}|{path.name}", line)
    except ValueError:
        secret = None
    if secret is None:
        raise KeyFileError(_BROKEN)
    own = [hmac.digest(secret, purpose, "sha256") for purpose in (b"seal", b"names")]
    return IdentityKey(version, AESGCM(own[0]), own[1])


def draw_key(project_id: UUID, version: int = 1) -> None:
    """A new version, once, whoever comes first. Raises KeyFileError without a KEK."""
    path = key_path(project_id, version)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)
    kek = _current_kek()
    draft = draft_of(
        path, seal_line(_MARK, kek, f"{_MARK}|{path.name}", secrets.token_bytes(KEY_BYTES))
    )
    try:
        os.link(draft, path)
    except FileExistsError:
        return  # another process was faster
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def destroy_keys(project_id: UUID, *, below: int | None = None) -> int:
    """Overwrites and removes all versions, or those older than `below`; how many there were. With all of them, whatever else
    bears the project's name there."""
    gone = [v for v in versions(project_id) if below is None or v < below]
    for version in gone:
        overwrite(key_path(project_id, version))
    if below is None:
        _newest.pop(project_id, None)
        overwrite_all(Path(settings.IDENTITY_KEY_DIR), project_id)
    _load.cache_clear()
    return len(gone)


def replace_kek() -> None:
    """A new KEK for this machine; the one before it opens what it wrapped until `forget_old_kek`. Does nothing where the
    environment gives the KEK: there the administrator puts the new one into IDENTITY_KEK, the old one into
    IDENTITY_KEK_PREVIOUS. Raises KeyFileError, and replaces nothing, for one that cannot be read."""
    path, previous = Path(settings.IDENTITY_KEK_FILE), _previous_path()
    if settings.IDENTITY_KEK or not path.exists() or previous.exists():
        return
    draft_of(previous, _current_kek().hex() + "\n").replace(previous)
    sync_folder(previous.parent)
    draft_of(path, secrets.token_hex(KEY_BYTES) + "\n").replace(path)
    sync_folder(path.parent)


def forget_old_kek() -> None:
    """Erases the replaced KEK's file once no key is wrapped under it any more."""
    previous = _previous_path()
    if not previous.exists():
        return
    current = id_of(_current_kek())
    files = Path(settings.IDENTITY_KEY_DIR).glob("*.key")
    if all(kek_id_of(short_text(path, "replace")) == current for path in files):
        overwrite(previous)


def _keks() -> list[bytes]:
    """One, or two while it is being replaced. Raises KeyFileError without any."""
    told = (
        settings.IDENTITY_KEK or read_kek(Path(settings.IDENTITY_KEK_FILE)),
        settings.IDENTITY_KEK_PREVIOUS or read_kek(_previous_path()),
    )
    return [_parsed(text) for text in told if text] or [_parsed("")]


def _current_kek() -> bytes:
    if not settings.IDENTITY_KEK:
        draw_kek(Path(settings.IDENTITY_KEK_FILE))
    return _parsed(settings.IDENTITY_KEK or read_kek(Path(settings.IDENTITY_KEK_FILE)))


def _parsed(text: str) -> bytes:
    kek = parse_kek(text)
    if kek is None:
        raise KeyFileError(_BAD_KEK)
    return kek


def _previous_path() -> Path:
    path = Path(settings.IDENTITY_KEK_FILE)
    return path.with_name(f"{path.name}.previous")
