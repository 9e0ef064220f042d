"""Fields of a file that no note takes over: they are told, not refused. Their values are never read.

What stands where a field's name should may be a patient's: only usual names are told, and what looks like a slip
in one that is read ("entites").
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.fields import entities_field
from annotation.domain.notes import PatientIdentity

MOST: Final = 50  # names that are told one by one
_MOST_LOOKED_AT: Final = 1000  # of one note
UNKNOWN: Final = "champ inconnu, ignoré"
UNNAMED: Final = "autres champs inconnus, ignorés"

_NOTE: Final = frozenset({"id", "text", "patient", "meta", "entities", "replacements"})
_PATIENT: Final = frozenset(item.name for item in fields(PatientIdentity))
_ENTITY: Final = frozenset(
    {"start", "end", "label", "subtype", "score", "source", "doubt", "comment", "surface", "text"}
)
_READ: Final = sorted(_NOTE | _PATIENT | _ENTITY)
_NAMES: Final = (
    "address adresse age annotations annotator annoteur auteur author begin birthdate categorie category "
    "cim10 codes comments confidence content contenu created created_at cree_le date debut doc_id "
    "document document_id duree encounter encounter_id fin format gender hash icd10 identifiant index ipp "
    "key kind labels lang language langue length longueur metadata naissance name nda nom note note_date "
    "note_id note_text notes offset offsets patient_id prenom replacement service severity "
    "sex sexe sexes span spans specialite status statut surname tag tags telephone texte title titre "
    "tokens type unite updated_at uuid valeur value version visit_id"
)
USUAL: Final = frozenset(_NAMES.split())
_BEFORE: Final = re.compile(r"^(?:patient\.|entities\[\]\.|replacements\[\]\.)")
_LONGEST: Final = 40  # of a field's name: what is longer is none, and is not compared
_LIKE: Final = 0.8  # difflib's ratio of a slip and what was meant


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
        seen: set[str] = set()
        for rank, name in enumerate(names):
            told = self._told(name) if rank < _MOST_LOOKED_AT else ""
            if told in seen:
                continue
            seen.add(told)
            known = self._found.get(told)
            count = known.notes + 1 if known else 1
            self._found[told] = Unknown(told, known.line if known else line, count)

    def _told(self, name: str) -> str:
        is_full = len(self._found) >= MOST and name not in self._found
        return name if not is_full and is_usual(_BEFORE.sub("", name)) else ""

    def __iter__(self) -> Iterator[Unknown]:
        return iter(sorted(self._found.values(), key=lambda one: (one.line, one.field)))

    def sentences(self, file: str) -> list[str]:
        """« notes.jsonl, ligne 3, champ « nom » : champ inconnu, ignoré (12 notes) », for commands."""
        return [
            f"{FormatError(file, one.line, one.field, one.reason)} ({one.notes} note(s))"
            for one in self
        ]


@lru_cache(maxsize=256)
def is_usual(name: str) -> bool:
    """True for a name that programs give to fields, or a slip in one that is read."""
    return name in USUAL or (
        len(name) <= _LONGEST and bool(get_close_matches(name, _READ, 1, _LIKE))
    )


def unknown_fields(record: Mapping[str, Any]) -> list[str]:
    """Paths of what `parse_note` does not look at: ``nom``, ``patient.nom``, ``entities[].type``.

    All of ``meta`` is kept with the note. What has the wrong type is left to `parse_note`.
    """
    found = sorted(record.keys() - _NOTE)
    name = entities_field(record)
    patient, entities = record.get("patient"), record.get(name)
    if isinstance(patient, dict):
        found += [f"patient.{name}" for name in sorted(patient.keys() - _PATIENT)]
    if isinstance(entities, list):
        names: set[str] = set().union(*(item for item in entities if isinstance(item, dict)))
        found += [f"{name}[].{unknown}" for unknown in sorted(names - _ENTITY)]
    return found
