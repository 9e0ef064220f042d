"""Reads a key, a secret or a mark: a short file, whatever somebody has put in its place.

A pipe would keep the reader waiting for ever, a device would never end, a huge file would fill the memory.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 64 * 1024


def short_text(
    path: Path, errors: str = "strict", *, encoding: str = "ascii", may_be_pipe: bool = False
) -> str:
    """The file's text. Raises OSError for what has more than 64 KiB or is no regular file, nor, where it may be, a pipe
    that the shell has opened (« <(…) »); and UnicodeDecodeError.

    ``short_text(Path("keys/audit_key"))`` → "3f0c…"
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | (0 if may_be_pipe else os.O_NONBLOCK))
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if not (stat.S_ISREG(mode) or (may_be_pipe and stat.S_ISFIFO(mode))):
            raise _refusal(errno.EISDIR if stat.S_ISDIR(mode) else errno.ENXIO, path)
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _refusal(errno.EFBIG, path)
    return content.decode(encoding, errors)


def _refusal(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
