"""A name for the present state of the static files, so that browsers may keep them for good."""

from __future__ import annotations

import hashlib
from pathlib import Path


def static_stamp(folder: Path) -> str:
    """Ten hexadecimal digits that change with any file's name, size or time of change."""
    seen = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        facts = path.stat()
        seen.update(f"{path.relative_to(folder)}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return seen.hexdigest()[:10]
