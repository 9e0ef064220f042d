"""What is written at run time is for this account alone: notes, keys, the database."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

UMASK: Final = 0o077
_OTHERS: Final = 0o077
# In the data folder, what another account of the machine must not read; the nomenclature, for one, is public.
SECRET: Final = ("keys", "imports", "exports", "datasets", "models", "engine", "broker")


def keep_private() -> None:
    """What this process and its children make from here on, nobody else can open. Every entry point calls it first."""
    os.umask(UMASK)


def mend(folder: Path) -> int:
    """Closes the folder and all below it to other accounts; returns how many were open. Links are left alone.

    A `var/` that an older version or an unpacked backup has left at 0755 → 0700, its files at 0644 → 0600
    """
    found = list(_open(folder))
    for path, mode in found:
        path.chmod(mode & ~_OTHERS)
    return len(found)


def exposed(folder: Path) -> list[str]:
    """Names in the data folder that other accounts can reach and must not; nothing when the folder is closed."""
    if not folder.is_dir() or not folder.stat().st_mode & _OTHERS:
        return []
    held = [folder / name for name in SECRET] + sorted(folder.glob("db.sqlite3*"))
    return [path.name for path in held if path.exists() and path.stat().st_mode & _OTHERS]


def _open(folder: Path) -> Iterator[tuple[Path, int]]:
    if not folder.is_dir():
        return
    for path in (folder, *folder.rglob("*")):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:  # a draft that a worker has just put in place
            continue
        if not stat.S_ISLNK(mode) and mode & _OTHERS:
            yield path, stat.S_IMODE(mode)
