"""Released notes and nothing else: a neighbour drawn from originals would be somebody's words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.jsonl import bounded_lines
from annotation.domain.formats.records import parse_json
from annotation.domain.text import TextError

NOT_RELEASED: Final = "cette note n'est pas substituée (aucun champ `replacements`) : les voisins ne se tirent que d'un export diffusé"
EMPTY: Final = "ce fichier ne contient aucune note"


class PoolError(ValueError):
    """`reason` is a French sentence without any part of a note."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"ligne {line} : {reason}" if line else reason)
        self.reason = reason


def texts_of(path: Path) -> list[str]:
    """The texts of an export's file, or of what `substitute` has written. Raises PoolError, OSError."""
    with path.open("rb") as stream:
        found = list(_texts(bounded_lines(stream)))
    if not found:
        raise PoolError(0, EMPTY)
    return found


def _texts(lines: Iterator[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record: Any = parse_json(line)
        except (FieldError, TextError) as error:
            raise PoolError(number, error.reason) from None
        if not isinstance(record, dict) or not isinstance(record.get("replacements"), list) or record.get("entities"):  # fmt: skip
            raise PoolError(number, NOT_RELEASED)
        if not isinstance(record.get("text"), str):
            raise PoolError(number, NOT_RELEASED)
        yield record["text"]
