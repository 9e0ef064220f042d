"""Keys at rest: each wrapped by AES-256-GCM under one key-encryption key (KEK) that no key file holds.

The KEK comes from the environment (STUDY_KEK, 64 hexadecimal digits) or from the file STUDY_KEK_FILE,
drawn once on a single machine. The name of the key is authenticated with it: a file renamed or copied
over another's does not open.
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

_MARK: Final = "deidweb-key-1"
_AAD: Final = "deidweb/wrapped-key/1|"
_NONCE_BYTES: Final = 12
_KEK_ID: Final = b"deidweb/kek-id/1"


class KeyFileError(Exception):
    """The key can't be used; `reason` (French) may be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def wrap_key(name: str, secret: bytes) -> str:
    """One line of ASCII: mark, id of the KEK, nonce, ciphertext and tag. Raises KeyFileError."""
    kek = _kek(may_draw=True)
    nonce = secrets.token_bytes(_NONCE_BYTES)
    sealed = AESGCM(kek).encrypt(nonce, secret, (_AAD + name).encode())
    return f"{_MARK} {_id_of(kek)} {nonce.hex()} {sealed.hex()}\n"


def unwrap_key(name: str, line: str) -> bytes:
    """The key itself. Raises KeyFileError when the KEK, the name or the bytes are not the ones."""
    try:
        mark, kek_id, nonce, sealed = line.split()
        raw = bytes.fromhex(nonce), bytes.fromhex(sealed)
    except ValueError:
        raise KeyFileError("La clé de l'étude est illisible.") from None
    if mark != _MARK or len(raw[0]) != _NONCE_BYTES:
        raise KeyFileError("La clé de l'étude est illisible.")
    kek = _kek(may_draw=False)
    if kek_id != _id_of(kek):
        raise KeyFileError("La clé de l'étude est chiffrée sous une autre clé maîtresse.")
    try:
        return AESGCM(kek).decrypt(raw[0], raw[1], (_AAD + name).encode())
    except InvalidTag:
        raise KeyFileError("La clé de l'étude a été modifiée ou déplacée : refusée.") from None


def is_wrapped(line: str) -> bool:
    """False for the bare hexadecimal digits of an older installation."""
    return line.startswith(_MARK)


def _id_of(kek: bytes) -> str:
    return hashlib.sha256(_KEK_ID + kek).hexdigest()[:8]


def _kek(*, may_draw: bool) -> bytes:
    text = settings.STUDY_KEK
    if not text:
        path = Path(settings.STUDY_KEK_FILE)
        if may_draw:
            _draw(path)
        try:
            text = path.read_text(encoding="ascii").strip()
        except (FileNotFoundError, UnicodeDecodeError):
            text = ""
    try:
        kek = bytes.fromhex(text)
    except ValueError:
        kek = b""
    if len(kek) != KEY_BYTES:
        raise KeyFileError(
            "La clé maîtresse (STUDY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."
        )
    return kek


def _draw(path: Path) -> None:
    """Draws the KEK of a single machine, once, whoever comes first."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink(missing_ok=True)
