"""Released notes and nothing else: a neighbour drawn from originals would be somebody's words."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.jsonl import bounded_lines
from annotation.domain.formats.records import parse_json
from annotation.domain.text import TextError

NOT_RELEASED: Final = "cette note n'est pas substituée (aucun champ `replacements`) : les voisins ne se tirent que d'un export diffusé"
EMPTY: Final = "ce fichier ne contient aucune note"
ONLY_OWN: Final = "ce fichier ne contient que des notes des patients comparés : il faut l'export d'autres patients"


class PoolError(ValueError):
    """`reason` is a French sentence without any part of a note."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"ligne {line} : {reason}" if line else reason)
        self.reason = reason


def texts_of(path: Path) -> list[str]:
    """The texts of an export's file, or of what `substitute` has written. Raises PoolError, OSError."""
    return texts_of_others(path, frozenset())[0]


def texts_of_others(path: Path, own: AbstractSet[str]) -> tuple[list[str], int]:
    """The texts but those of the patients who have a note among `own` (ids), and how many these are: the substituted copy of a
    note would be its nearest neighbour. Raises PoolError, OSError."""
    with path.open("rb") as stream:
        found = list(_records(bounded_lines(stream)))
    if not found:
        raise PoolError(0, EMPTY)
    patients = {_patient(one) for one in found if _id(one) in own} - {""}
    kept = [one["text"] for one in found if _id(one) not in own and _patient(one) not in patients]
    if not kept:
        raise PoolError(0, ONLY_OWN)
    return kept, len(found) - len(kept)


def _id(record: dict[str, Any]) -> str:
    return str(record.get("id", ""))


def _patient(record: dict[str, Any]) -> str:
    patient = record.get("patient")
    return str(patient.get("id", "")) if isinstance(patient, dict) else ""


def _records(lines: Iterator[bytes]) -> Iterator[dict[str, Any]]:
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
        yield record
