"""Fields of a file that no note takes over: they are told, not refused. Their values are never read."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from annotation.domain.formats.errors import FormatError
from annotation.domain.notes import PatientIdentity

MOST: Final = 50  # names that are told one by one
UNKNOWN: Final = "champ inconnu, ignoré"
UNNAMED: Final = "autres champs inconnus, ignorés"

_NOTE: Final = frozenset({"id", "text", "patient", "meta", "entities"})
_PATIENT: Final = frozenset(item.name for item in fields(PatientIdentity))
_ENTITY: Final = frozenset(
    {"start", "end", "label", "subtype", "score", "source", "doubt", "comment", "surface", "text"}
)
# What a program calls a field; anything else may be a value that stands in the wrong place.
_NAME: Final = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Unknown:
    """`field` is its path, "" for what has no name to be told; `line` the first, `notes` how many have it."""

    field: str
    line: int
    notes: int

    @property
    def reason(self) -> str:
        return UNKNOWN if self.field else UNNAMED


@dataclass(slots=True)
class UnknownFields:
    """Counted over one file. Iterating gives them in the order of their first lines."""

    _found: dict[str, Unknown] = field(default_factory=dict)

    def add(self, line: int, names: Iterable[str]) -> None:
        """The unknown fields of one note; each counts once."""
        for name in {self._told(name) for name in names}:
            known = self._found.get(name)
            count = known.notes + 1 if known else 1
            self._found[name] = Unknown(name, known.line if known else line, count)

    def _told(self, name: str) -> str:
        is_full = len(self._found) >= MOST and name not in self._found
        is_name = all(_NAME.fullmatch(part.removesuffix("[]")) for part in name.split("."))
        return name if is_name and not is_full else ""

    def __iter__(self) -> Iterator[Unknown]:
        return iter(sorted(self._found.values(), key=lambda one: (one.line, one.field)))

    def sentences(self, file: str) -> list[str]:
        """« notes.jsonl, ligne 3, champ « nom » : champ inconnu, ignoré (12 notes) », for commands."""
        return [
            f"{FormatError(file, one.line, one.field, one.reason)} ({one.notes} note(s))"
            for one in self
        ]


def unknown_fields(record: Mapping[str, Any]) -> list[str]:
    """Paths of what `parse_note` does not look at: ``nom``, ``patient.nom``, ``entities[].type``.

    All of ``meta`` is kept with the note. What has the wrong type is left to `parse_note`.
    """
    found = sorted(record.keys() - _NOTE)
    patient, entities = record.get("patient"), record.get("entities")
    if isinstance(patient, dict):
        found += [f"patient.{name}" for name in sorted(patient.keys() - _PATIENT)]
    if isinstance(entities, list):
        names: set[str] = set().union(*(item for item in entities if isinstance(item, dict)))
        found += [f"entities[].{name}" for name in sorted(names - _ENTITY)]
    return found
