"""Paths, atomic output and a progress bar of the commands that stream a file."""

import errno
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import BinaryIO, Final, TextIO

_REASONS: Final = {
    errno.ENOENT: "fichier introuvable",
    errno.EACCES: "accès refusé",
    errno.EPERM: "accès refusé",
    errno.EISDIR: "c'est un dossier",
    errno.ENOTDIR: "une partie du chemin n'est pas un dossier",
    errno.EEXIST: "ce fichier existe déjà",
    errno.ELOOP: "ce lien tourne en rond",
    errno.ENAMETOOLONG: "nom trop long",
    errno.ENOSPC: "plus de place sur le disque",
    errno.EFBIG: "fichier trop grand pour ce disque",
    errno.EDQUOT: "plus de place sur le disque",
    errno.EROFS: "ce disque est en lecture seule",
    errno.EIO: "le disque ne répond pas",
    errno.ENXIO: "ce n'est pas un fichier ordinaire",
}


class PathError(Exception):
    """A path given to a command can't be used; the message (French) names it."""


def check_paths(source: Path, target: Path) -> None:
    """Refuses a missing input, an output without a folder, and writing over the input."""
    if source.is_dir():
        raise PathError(f"L'entrée est un dossier, non un fichier : {source}")
    if source.exists() and not source.is_file():
        raise PathError(f"L'entrée n'est pas un fichier ordinaire : {source}")
    if not source.is_file():
        raise PathError(f"Fichier introuvable : {source}")
    if not target.parent.is_dir():
        raise PathError(f"Dossier introuvable : {target.parent}")
    if target.is_dir():
        raise PathError(f"La sortie est un dossier : {target}")
    if target.exists() and target.samefile(source):
        raise PathError("Le fichier de sortie doit être différent du fichier d'entrée.")


def reason_of(error: OSError) -> str:
    """Why a file can't be read or written, in French for what people meet.

    >>> reason_of(IsADirectoryError(21, "Is a directory"))
    'c\'est un dossier'
    """
    return _REASONS.get(error.errno or 0, error.strerror or type(error).__name__)


@contextmanager
def replaced_when_done(target: Path) -> Iterator[TextIO]:
    """A text file that takes the place of `target` only when the block ends well."""
    with bytes_replaced_when_done(target) as raw:
        stream = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield stream
        stream.flush()
        stream.detach()


@contextmanager
def bytes_replaced_when_done(target: Path) -> Iterator[BinaryIO]:
    """The same for a binary file; what is written can be read again."""
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    partial = Path(name)
    try:
        with os.fdopen(handle, "w+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        partial.chmod(mode)
        partial.replace(target)
    except BaseException:
        with suppress(FileNotFoundError):
            partial.unlink()
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


class ProgressBar:
    """Redraws one line on a terminal; silent elsewhere. `total` is in bytes or in notes."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self._stream = stream
        self._total = max(total, 1)
        self._active = stream.isatty()
        self._drawn = 0.0

    def show(self, count: int, done: int, *, final: bool = False) -> None:
        """At most ten times a second, and once at the end."""
        now = monotonic()
        if not self._active or (not final and now - self._drawn < 0.1):
            return
        self._drawn = now
        share = 1.0 if final else min(done / self._total, 1.0)
        filled = round(30 * share)
        bar = "█" * filled + "·" * (30 - filled)
        self._stream.write(f"\r{bar} {share:4.0%}  {count} notes" + ("\n" if final else ""))
        self._stream.flush()


def tell(stream: BinaryIO) -> int:
    """Bytes read so far, 0 for a pipe."""
    return stream.tell() if stream.seekable() else 0
