"""Token classifiers of others' that the installation offers: folders of TAGGER_DIR."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.conf import settings

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


def offered_taggers() -> list[str]:
    """Names of folders: nothing beside TAGGER_DIR, and no link out of it."""
    root = Path(settings.TAGGER_DIR)
    return sorted(
        path.name
        for path in (root.iterdir() if root.is_dir() else ())
        if _NAME.fullmatch(path.name) and not path.is_symlink() and (path / "config.json").is_file()
    )


def tagger_folder(name: str) -> Path | None:
    """None for what is not offered, whatever was typed."""
    return Path(settings.TAGGER_DIR) / name if name in offered_taggers() else None
