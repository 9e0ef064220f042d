"""Replaces the key-encryption key of the installation; and wraps the bare keys of an older one. Both from the command line."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from deidweb.audit.services import record
from deidweb.keys.wrapping import overwrite, sync_folder
from deidweb.short_files import short_text
from privacy.domain.errors import BadKeyError
from privacy.domain.randomness import KEY_BYTES, StudyKey
from privacy.services.keep_keys import (
    key_folder_locked,
    seal_file,
    study_of,
    unseal_file,
)
from privacy.services.wrap_key import (
    MASTER,
    KeyFileError,
    current_kek,
    draft_of,
    id_of,
    kek_id_of,
    mark_of,
    previous_kek,
    previous_kek_path,
    unwrap_key,
    wrap_key,
)


def rotate_kek() -> int:
    """Wraps every key under a new KEK, then forgets the old one. Returns how many files were wrapped anew.

    Whatever moment it dies at, each key opens under one of two KEKs that are both kept, and calling it again goes on:
    the new KEK is in place before the first key is wrapped anew, the old one is erased after all have been opened under
    the new one. Where the KEK comes from the environment, STUDY_KEK is the new one and STUDY_KEK_PREVIOUS the old one,
    which the administrator takes away afterwards. Raises KeyFileError, with the name of the file where one is the reason.
    """
    with key_folder_locked(exclusive=True):
        _begin()
        current = id_of(current_kek(may_draw=False))
        count = 0
        for path in _files():
            with _named(path):
                count += _wrap_anew(path, current)
        for path in _files():
            with _named(path):
                _check(path, current)
        record("keys.kek_rotated", actor=None, files=count, kek=current)
        _forget_old()
    return count


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What is wrong with a key says of which file."""
    try:
        yield
    except KeyFileError as error:
        error.file = path.name
        raise


def _forget_old() -> None:
    """The old KEK, and drafts of either that a crash left."""
    previous = previous_kek_path()
    drafts = previous.parent.glob(f".{Path(settings.STUDY_KEK_FILE).name}.*")
    for path in (*drafts, *previous.parent.glob(previous.name)):
        overwrite(path)


def _begin() -> None:
    """The old KEK beside the new one, in this order."""
    if settings.STUDY_KEK:
        if previous_kek() is None:
            raise KeyFileError(
                "Mettez la nouvelle clé maîtresse dans STUDY_KEK et l'ancienne dans STUDY_KEK_PREVIOUS."
            )
        return
    path, previous = Path(settings.STUDY_KEK_FILE), previous_kek_path()
    current = current_kek(may_draw=False)
    if not previous.exists():
        draft_of(previous, current.hex() + "\n").replace(previous)
        sync_folder(previous.parent)
    if previous_kek() == current:  # else a rotation that died goes on
        draft_of(path, secrets.token_hex(KEY_BYTES) + "\n").replace(path)
        sync_folder(path.parent)


def _files() -> Iterator[Path]:
    """Keys, then the KEKs of studies."""
    for folder, ending in ((settings.STUDY_KEY_DIR, "*.key"), (settings.STUDY_KEKS_DIR, "*.kek")):
        yield from sorted(Path(folder).glob(ending))


def _wrap_anew(path: Path, current: str) -> bool:
    """False where nothing had to be done. Study keys get a KEK of their own on the way where that is wanted."""
    line = _line_of(path)
    has_own = settings.STUDY_KEK_PER_STUDY and path.suffix == ".key" and study_of(path) is not None
    if mark_of(line) != MASTER or (kek_id_of(line) == current and not has_own):
        return False
    secret = unwrap_key(path.name, line)
    sealed = seal_file(path, secret) if path.suffix == ".key" else wrap_key(path.name, secret)
    draft_of(path, sealed).replace(path)
    sync_folder(path.parent)
    return True


def _check(path: Path, current: str) -> None:
    """Raises KeyFileError unless the file opens, and without the old KEK."""
    line = _line_of(path)
    if mark_of(line) == MASTER and kek_id_of(line) != current:
        raise KeyFileError("La clé de l'étude est chiffrée sous une autre clé maîtresse.")
    if path.suffix == ".key":
        unseal_file(path, line)
    else:
        unwrap_key(path.name, line)


def _line_of(path: Path) -> str:
    """Raises KeyFileError for what is no file: a folder, a pipe, a link that leads nowhere."""
    try:
        return short_text(path, "replace")
    except OSError:
        raise KeyFileError("La clé de l'étude est illisible.") from None


def wrap_bare_keys() -> int:
    """Wraps the files of bare hexadecimal digits that an old version left, once and knowingly. Returns how many.

    Raises KeyFileError, with the file's name, for one that is neither a wrapped key nor bare digits: nothing of it is touched.
    """
    count = 0
    with key_folder_locked(exclusive=True):
        for path in sorted(Path(settings.STUDY_KEY_DIR).glob("*.key")):
            with _named(path):
                count += _wrap_bare(path)
        if count:
            record("keys.bare_wrapped", actor=None, files=count)
    return count


def _wrap_bare(path: Path) -> bool:
    """False for a key that is wrapped already."""
    line = _line_of(path)
    if mark_of(line):
        return False
    try:
        bare = StudyKey.from_hex(line)
    except BadKeyError:
        raise KeyFileError("La clé de l'étude est illisible.") from None
    draft_of(path, seal_file(path, bare.secret)).replace(path)
    sync_folder(path.parent)
    return True
