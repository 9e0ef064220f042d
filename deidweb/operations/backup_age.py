"""When the last backup was complete: a file beside the data, so that monitoring can ask for its age."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings


def last_backup_at() -> datetime | None:
    """None before the first one."""
    try:
        return datetime.fromisoformat(_path().read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None


def remember_backup(at: datetime) -> None:
    path = _path()
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(at.astimezone(UTC).isoformat(), encoding="ascii")
    draft.replace(path)


def _path() -> Path:
    return Path(settings.DATA_DIR) / "last_backup"
