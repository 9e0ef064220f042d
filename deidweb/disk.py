"""Whether an error says that the disk is full, or takes nothing: in whatever words the system and the two databases say it."""

from __future__ import annotations

import errno
from typing import Final

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_PG_DISK_FULL: Final = "53100"
_SQLITE_FULL: Final = 13
_NO_WRITING: Final = (errno.EROFS, errno.EACCES, errno.EPERM)
_PG_READ_ONLY: Final = "25006"
_SQLITE_READ_ONLY: Final = 8


def is_disk_full(error: BaseException | None) -> bool:
    """The error, or what it was raised from: `OSError(ENOSPC)`, SQLite's "database or disk is full", PostgreSQL's 53100."""
    return _is_one_of(error, _NO_ROOM, _SQLITE_FULL, _PG_DISK_FULL)


def is_read_only(error: BaseException | None) -> bool:
    """Likewise, of a disk that was mounted anew after a fault, or of folders that are somebody else's."""
    return _is_one_of(error, _NO_WRITING, _SQLITE_READ_ONLY, _PG_READ_ONLY)


def _is_one_of(
    error: BaseException | None, numbers: tuple[int, ...], sqlite: int, postgresql: str
) -> bool:
    while error is not None:
        if isinstance(error, OSError) and error.errno in numbers:
            return True
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite:
            return True
        if getattr(error, "sqlstate", "") == postgresql:
            return True
        error = error.__cause__ or error.__context__
    return False
