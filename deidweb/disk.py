"""Whether an error says that the disk is full: in whatever words the system and the two databases say it."""

from __future__ import annotations

import errno
from typing import Final

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_PG_DISK_FULL: Final = "53100"
_SQLITE_FULL: Final = 13


def is_disk_full(error: BaseException | None) -> bool:
    """The error, or what it was raised from: `OSError(ENOSPC)`, SQLite's "database or disk is full", PostgreSQL's 53100."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            return True
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == _SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", "") == _PG_DISK_FULL:
            return True
        error = error.__cause__ or error.__context__
    return False
