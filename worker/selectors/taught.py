"""Which patients a model has learned from, and what it started from had: they can't judge it.

A file beside its weights says so, by the ids of rows: data sets go when a patient opposes, and then nobody could tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar
from uuid import UUID

from annotation.models import Document, Patient

TAUGHT: Final = "taught.json"
Key = TypeVar("Key", UUID, str)
_CHUNK: Final = 400  # below the number of variables of an old SQLite


@dataclass(frozen=True, slots=True)
class Taught:
    """Rows of patients, and of notes of nobody known. Who chose an epoch or a threshold has taught, too."""

    patients: frozenset[UUID] = frozenset()
    notes: frozenset[UUID] = frozenset()

    def __or__(self, other: Taught) -> Taught:
        return Taught(self.patients | other.patients, self.notes | other.notes)

    def has_seen(self, note: UUID, patient: UUID | None) -> bool:
        return patient in self.patients if patient else note in self.notes


def taught_by_notes(note_ids: Iterable[str]) -> Taught:
    """`note_ids`: of rows. One that went while it taught stands by itself: then not all are here, now or ever."""
    ids = set(note_ids)
    patients, notes = set[UUID](), set(map(UUID, ids))
    for note, patient in _patients_of(ids):
        if patient:
            patients.add(patient)
            notes.discard(note)
    return Taught(frozenset(patients), frozenset(notes))


def unseen(note_ids: Iterable[str], taught: Taught) -> set[str]:
    """Those of the notes whose patient has taught nothing."""
    return {
        str(note) for note, patient in _patients_of(note_ids) if not taught.has_seen(note, patient)
    }


def are_all_here(taught: Taught) -> bool:
    """Nobody of them has gone since: who opposes takes his rows away."""
    return _count(Patient, taught.patients) + _count(Document, taught.notes) == len(
        taught.patients
    ) + len(taught.notes)


def _count(kind: type[Patient | Document], keys: frozenset[UUID]) -> int:
    return sum(kind.objects.filter(pk__in=chunk).count() for chunk in _chunks(keys))


def _patients_of(note_ids: Iterable[str]) -> Iterator[tuple[UUID, UUID | None]]:
    for chunk in _chunks(note_ids):
        rows = Document.objects.filter(pk__in=chunk).order_by()
        yield from rows.values_list("pk", "patient_id")


def _chunks(keys: Iterable[Key]) -> Iterator[list[Key]]:
    ids = sorted(keys)
    for first in range(0, len(ids), _CHUNK):
        yield ids[first : first + _CHUNK]


def write_taught(folder: Path, taught: Taught) -> None:
    """Not among the files of `content_hash`: the same weights are the same model."""
    told = {"patients": sorted(map(str, taught.patients)), "notes": sorted(map(str, taught.notes))}
    (folder / TAUGHT).write_text(json.dumps(told), encoding="ascii")


def read_taught(folder: Path) -> Taught | None:
    """None for a model of before 2026-11-27, and for one whose encoder has read all raw notes."""
    try:
        told = json.loads((folder / TAUGHT).read_text(encoding="ascii"))
        patients, notes = (frozenset(map(UUID, told[key])) for key in ("patients", "notes"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Taught(patients, notes)
