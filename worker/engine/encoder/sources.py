"""Under which licence a model's weights came: a file beside them, outside the content's hash."""

import json
import re
from pathlib import Path
from typing import Final

SOURCES: Final = "SOURCES.json"
_KEY: Final = "licences"
_FRONT: Final = re.compile(r"\A---\n.*?^license: *(\S+) *$.*?^---$", re.MULTILINE | re.DOTALL)
_MOST: Final = 120


def licence_of(folder: Path) -> str:
    """As SOURCES.json, the head of README.md (as model hubs write it) or the first line of LICENSE say; "" unknown."""
    try:
        return str(json.loads((folder / SOURCES).read_text(encoding="utf-8"))[_KEY])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    if found := _FRONT.search(_text(folder / "README.md")):
        return found[1]
    lines = (line.strip() for line in _text(folder / "LICENSE").splitlines())
    return next((line[:_MOST] for line in lines if line), "")


def keep_licence(source: Path, folder: Path) -> None:
    """What is learned from `source` says under which licence that came."""
    if told := licence_of(source):
        content = json.dumps({_KEY: told}, ensure_ascii=False, indent=2)
        (folder / SOURCES).write_text(content + "\n", encoding="utf-8")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
