"""The model that came with the tool, by its content."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings

from worker.training.limits import WEIGHTS_FILE


def shipped_hash() -> str:
    """Content hash of the shipped model; "" where its files are missing."""
    folder = Path(settings.SHIPPED_MODEL)
    try:
        changed = (folder / WEIGHTS_FILE).stat().st_mtime_ns
    except OSError:
        return ""
    return _hash(folder, changed)


@lru_cache(maxsize=4)
def _hash(folder: Path, _changed: int) -> str:
    """75 MB are read once a process and once a new model."""
    from worker.engine.encoder.files import content_hash  # loads numpy: only where it is asked

    return content_hash(folder)
