"""Secrets in files, each wrapped by AES-256-GCM under a key-encryption key (KEK) that no such file holds.

The name of a secret is authenticated with it: a file renamed or copied over another's does not open. Nothing here is
logged; no exception carries a key or a path.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from deidweb.short_files import short_text

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
_MOST_OVERWRITTEN: Final = 16 * 1024 * 1024  # nobody keeps a key behind so much else
_KEK_ID: Final = b"deidweb/kek-id/1"


class KeyFileError(Exception):
    """The key can't be used; `reason` (French) may be shown. `file`: the name of its file, where somebody goes through many."""

    file = ""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.file} : {self.reason}" if self.file else self.reason


def seal_line(mark: str, kek: bytes, bound_to: str, secret: bytes) -> str:
    """One line of ASCII: mark, id of the KEK, nonce, ciphertext and tag. Opens only with the same `bound_to`."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(kek).encrypt(nonce, secret, bound_to.encode())
    return f"{mark} {id_of(kek)} {nonce.hex()} {sealed.hex()}\n"


def unseal_line(mark: str, kek: bytes, bound_to: str, line: str) -> bytes | None:
    """The secret of such a line, None when the bytes or the name are not the ones. Raises ValueError for no such line."""
    found, _kek_id, nonce, sealed = line.split()
    raw = bytes.fromhex(nonce), bytes.fromhex(sealed)
    if found != mark or len(raw[0]) != NONCE_BYTES:
        raise ValueError
    try:
        return AESGCM(kek).decrypt(raw[0], raw[1], bound_to.encode())
    except InvalidTag:
        return None


def kek_id_of(line: str) -> str:
    """The id of the KEK that wrapped a line, "" if it says none."""
    return [*line.split(), "", ""][1]


def id_of(kek: bytes) -> str:
    """8 hexadecimal digits that tell KEKs apart and nothing of them."""
    return hashlib.sha256(_KEK_ID + kek).hexdigest()[:8]


def read_kek(path: Path) -> str:
    """The digits of a KEK's file, "" without one: where a secret's file is missing, Docker mounts a folder."""
    try:
        return short_text(path).strip()
    except (OSError, UnicodeDecodeError):
        return ""


def parse_kek(text: str) -> bytes | None:
    """The 256 bits of 64 hexadecimal digits, else None."""
    try:
        kek = bytes.fromhex(text)
    except ValueError:
        return None
    return kek if len(kek) == KEY_BYTES else None


def draw_kek(path: Path) -> None:
    """Draws the KEK of a single machine, once, whoever comes first."""
    if path.exists():
        return
    draft = draft_of(path, secrets.token_hex(KEY_BYTES) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink(missing_ok=True)


def draft_of(path: Path, text: str) -> Path:
    """A private file beside `path`, synced, to be linked or renamed to it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def overwrite(path: Path) -> None:
    """Random bytes over a file, then its removal; both survive a power cut. What is no file loses its name; a folder, which
    holds no key itself, stays unless it is empty."""
    if path.is_file():
        left = min(path.stat().st_size, _MOST_OVERWRITTEN)
        with path.open("r+b") as file:
            while left > 0:
                left -= file.write(secrets.token_bytes(min(left, 1 << 20)))
            file.flush()
            os.fsync(file.fileno())
    if path.is_dir() and not path.is_symlink():
        with suppress(OSError):
            path.rmdir()
    else:
        path.unlink()
    sync_folder(path.parent)


def overwrite_all(folder: Path, owner: UUID) -> None:
    """`overwrite` for whatever bears the owner's name there: its keys, drafts of a crash, copies that somebody has made."""
    for path in folder.glob(f"*{owner}*"):
        overwrite(path)


def sync_folder(folder: Path) -> None:
    """Makes a rename or a removal in `folder` survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
