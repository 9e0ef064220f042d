"""Keys at rest: each wrapped by AES-256-GCM under a key-encryption key (KEK) that no key file holds.

The installation's KEK comes from the environment (STUDY_KEK, 64 hexadecimal digits) or from the file STUDY_KEK_FILE,
drawn once on a single machine. While it is being replaced the one before it (STUDY_KEK_PREVIOUS, or the file beside)
still opens what it wrapped. A study may have a KEK of its own instead (`privacy.services.study_kek`). The name of the
key is authenticated with it: a file renamed or copied over another's does not open.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from privacy.domain.randomness import KEY_BYTES

MASTER: Final = "deidweb-key-1"  # wrapped under the installation's KEK
OWN: Final = "deidweb-key-2"  # wrapped under the study's own
_AAD: Final = {MASTER: "deidweb/wrapped-key/1|", OWN: "deidweb/wrapped-key/2|"}
_NONCE_BYTES: Final = 12
_KEK_ID: Final = b"deidweb/kek-id/1"


class KeyFileError(Exception):
    """The key can't be used; `reason` (French) may be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def wrap_key(name: str, secret: bytes) -> str:
    """One line of ASCII under the installation's KEK: mark, id of the KEK, nonce, ciphertext and tag. Raises
    KeyFileError."""
    return seal(MASTER, current_kek(may_draw=True), name, secret)


def unwrap_key(name: str, line: str) -> bytes:
    """What the installation's KEK, or the one that it replaces, wrapped. Raises KeyFileError when the KEK, the name or
    the bytes are not the ones."""
    wanted = kek_id_of(line)
    for kek in (current_kek(may_draw=False), previous_kek()):
        if kek is not None and id_of(kek) == wanted:
            return unseal(MASTER, kek, name, line)
    raise KeyFileError("La clé de l'étude est chiffrée sous une autre clé maîtresse.")


def seal(mark: str, kek: bytes, name: str, secret: bytes) -> str:
    """One wrapped line under any KEK."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    sealed = AESGCM(kek).encrypt(nonce, secret, (_AAD[mark] + name).encode())
    return f"{mark} {id_of(kek)} {nonce.hex()} {sealed.hex()}\n"


def unseal(mark: str, kek: bytes, name: str, line: str) -> bytes:
    """The secret of a line that this KEK wrapped. Raises KeyFileError."""
    try:
        found, _kek_id, nonce, sealed = line.split()
        raw = bytes.fromhex(nonce), bytes.fromhex(sealed)
    except ValueError:
        raise KeyFileError("La clé de l'étude est illisible.") from None
    if found != mark or len(raw[0]) != _NONCE_BYTES:
        raise KeyFileError("La clé de l'étude est illisible.")
    try:
        return AESGCM(kek).decrypt(raw[0], raw[1], (_AAD[mark] + name).encode())
    except InvalidTag:
        raise KeyFileError("La clé de l'étude a été modifiée ou déplacée : refusée.") from None


def mark_of(line: str) -> str:
    """Which kind of KEK wrapped a line; "" for what nothing wrapped, which is no key."""
    mark = line.partition(" ")[0]
    return mark if mark in _AAD else ""


def kek_id_of(line: str) -> str:
    """The id of the KEK that wrapped a line, "" if it says none."""
    return [*line.split(), "", ""][1]


def id_of(kek: bytes) -> str:
    """8 hexadecimal digits that tell KEKs apart and nothing of them."""
    return hashlib.sha256(_KEK_ID + kek).hexdigest()[:8]


def current_kek(*, may_draw: bool) -> bytes:
    """The KEK that wraps from now on. Raises KeyFileError."""
    text = settings.STUDY_KEK
    if not text:
        path = Path(settings.STUDY_KEK_FILE)
        if may_draw:
            draw_kek(path)
        text = _read(path)
    return _parsed(text)


def previous_kek() -> bytes | None:
    """The KEK that is being replaced, None when none is. Raises KeyFileError for a badly written one."""
    text = settings.STUDY_KEK_PREVIOUS or _read(previous_kek_path())
    return _parsed(text) if text else None


def previous_kek_path() -> Path:
    """Where the replaced KEK of a single machine lies until nothing needs it."""
    path = Path(settings.STUDY_KEK_FILE)
    return path.with_name(f"{path.name}.previous")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _parsed(text: str) -> bytes:
    try:
        kek = bytes.fromhex(text)
    except ValueError:
        kek = b""
    if len(kek) != KEY_BYTES:
        raise KeyFileError(
            "La clé maîtresse (STUDY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."
        )
    return kek


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
