"""The type of an argument that names a file to read."""

from __future__ import annotations

import stat
from argparse import ArgumentTypeError
from pathlib import Path


def given_file(text: str) -> Path:
    """Refuses what would be waited for, or read, for ever: a pipe that has a name, a device, a socket. A pipe that the shell has
    opened (« <(…) ») is read. What is missing, or a folder, each command tells in its own words.

    ``given_file("notes.jsonl")`` → Path("notes.jsonl")
    """
    path = Path(text)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return path
    is_opened_pipe = stat.S_ISFIFO(mode) and not path.resolve().exists()
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_opened_pipe):
        raise ArgumentTypeError(f"{path} : ce n'est pas un fichier ordinaire")
    return path
