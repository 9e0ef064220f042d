"""What a reader decided about the words masked in published prose: bounds and kinds, no text.

The decisions and how they were taken: benches/published_prose.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parents[1] / "published_prose/judged.json"


@dataclass(frozen=True, slots=True)
class Judged:
    """Code points `start` to `end`, half-open; `subtype` of a true identifier, "" of none."""

    start: int
    end: int
    subtype: str


class NotTheSameText(Exception):
    """The decisions were taken about another file."""


def read(source: Path, file: Path = FILE) -> dict[int, list[Judged]]:
    """By the text's place in `source`, from 0. Raises FileNotFoundError, NotTheSameText."""
    told = json.loads(file.read_text(encoding="utf-8"))
    if hashlib.sha256(source.read_bytes()).hexdigest() != told["sha256"]:
        raise NotTheSameText
    found: dict[int, list[Judged]] = {}
    for place, start, end, subtype in told["judged"]:
        found.setdefault(place, []).append(Judged(start, end, subtype))
    return found
