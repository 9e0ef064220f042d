"""Keys at rest: each wrapped by AES-256-GCM under a key-encryption key (KEK) that no key file holds.

The installation's KEK comes from the environment (STUDY_KEK, 64 hexadecimal digits) or from the file STUDY_KEK_FILE,
drawn once on a single machine. While it is being replaced the one before it (STUDY_KEK_PREVIOUS, or the file beside)
still opens what it wrapped. A study may have a KEK of its own instead (`privacy.services.study_kek`). The name of the
key is authenticated with it: a file renamed or copied over another's does not open.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings

from deidweb.keys.wrapping import (
    KeyFileError,
    draft_of,
    draw_kek,
    id_of,
    kek_id_of,
    parse_kek,
    read_kek,
    seal_line,
    unseal_line,
)

__all__ = [
    "MASTER",
    "OWN",
    "KeyFileError",
    "current_kek",
    "draft_of",
    "draw_kek",
    "id_of",
    "kek_id_of",
    "mark_of",
    "previous_kek",
    "previous_kek_path",
    "seal",
    "unseal",
    "unwrap_key",
    "wrap_key",
]
MASTER: Final = "deidweb-key-1"  # wrapped under the installation's KEK
OWN: Final = "deidweb-key-2"  # wrapped under the study's own
_AAD: Final = {MASTER: "deidweb/wrapped-key/1|", OWN: "deidweb/wrapped-key/2|"}


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
    return seal_line(mark, kek, _AAD[mark] + name, secret)


def unseal(mark: str, kek: bytes, name: str, line: str) -> bytes:
    """The secret of a line that this KEK wrapped. Raises KeyFileError."""
    try:
        secret = unseal_line(mark, kek, _AAD[mark] + name, line)
    except ValueError:
        raise KeyFileError("La clé de l'étude est illisible.") from None
    if secret is None:
        raise KeyFileError("La clé de l'étude a été modifiée ou déplacée : refusée.")
    return secret


def mark_of(line: str) -> str:
    """Which kind of KEK wrapped a line; "" for what nothing wrapped, which is no key."""
    mark = line.partition(" ")[0]
    return mark if mark in _AAD else ""


def current_kek(*, may_draw: bool) -> bytes:
    """The KEK that wraps from now on. Raises KeyFileError."""
    text = settings.STUDY_KEK
    if not text:
        path = Path(settings.STUDY_KEK_FILE)
        if may_draw:
            draw_kek(path)
        text = read_kek(path)
    return _parsed(text)


def previous_kek() -> bytes | None:
    """The KEK that is being replaced, None when none is. Raises KeyFileError for a badly written one."""
    text = settings.STUDY_KEK_PREVIOUS or read_kek(previous_kek_path())
    return _parsed(text) if text else None


def previous_kek_path() -> Path:
    """Where the replaced KEK of a single machine lies until nothing needs it."""
    path = Path(settings.STUDY_KEK_FILE)
    return path.with_name(f"{path.name}.previous")


def _parsed(text: str) -> bytes:
    kek = parse_kek(text)
    if kek is None:
        raise KeyFileError(
            "La clé maîtresse (STUDY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."
        )
    return kek
