"""Which part of a data set a patient belongs to: the same patient is never in two.

Stratified by document type: each type's patients are cut by themselves, in an order that only the
seed and the patient's id decide, so that growth moves few patients from part to part.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MIN_STRATUM: Final = 10  # patients; rarer types are cut together


class Part(StrEnum):
    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class ShareError(ValueError):
    """Shares that leave nothing to train on. The message is French."""

    def __init__(self) -> None:
        super().__init__("les parts de test et de validation doivent laisser de quoi apprendre")


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the notes, in [0, 1)."""

    test: float = 0.1
    validation: float = 0.1

    def __post_init__(self) -> None:
        if min(self.test, self.validation) < 0 or self.test + self.validation >= 1:
            raise ShareError


@dataclass(frozen=True, slots=True)
class Member:
    """One note as the split sees it. `patient` is "" for a note whose patient is unknown: such a
    note counts as a patient of its own."""

    note: str
    patient: str = ""
    doc_type: str = ""

    @property
    def key(self) -> str:
        return f"p:{self.patient}" if self.patient else f"n:{self.note}"


def split(members: Sequence[Member], shares: Shares, seed: int) -> dict[str, Part]:
    """Part of every note, by note id. The same members in any order give the same parts."""
    notes: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        notes[member.key].append(member)
    strata: dict[str, list[str]] = defaultdict(list)
    for key, stratum in _strata(notes).items():
        strata[stratum].append(key)
    parts: dict[str, Part] = {}
    for keys in strata.values():
        keys.sort(key=lambda key: (_place(key, seed), key))
        parts |= _cut(keys, {key: len(notes[key]) for key in keys}, shares)
    _fill_empty(parts, shares, seed)
    return {member.note: parts[member.key] for member in members}


def _strata(notes: Mapping[str, Sequence[Member]]) -> dict[str, str]:
    """A patient's stratum is the rarest type among their notes; rare strata are joined."""
    totals = Counter(member.doc_type for group in notes.values() for member in group)
    chosen = {
        key: min((member.doc_type for member in group), key=lambda t: (totals[t], t))
        for key, group in notes.items()
    }
    sizes = Counter(chosen.values())
    return {key: kind if sizes[kind] >= MIN_STRATUM else "" for key, kind in chosen.items()}


def _cut(keys: Sequence[str], sizes: Mapping[str, int], shares: Shares) -> dict[str, Part]:
    """By the place of the middle of each patient's notes in the row of all notes."""
    total, before = sum(sizes.values()), 0
    parts = {}
    for key in keys:
        middle = (before + sizes[key] / 2) / total
        before += sizes[key]
        if middle < shares.test:
            parts[key] = Part.TEST
        elif middle < shares.test + shares.validation:
            parts[key] = Part.VALIDATION
        else:
            parts[key] = Part.TRAIN
    return parts


def _fill_empty(parts: dict[str, Part], shares: Shares, seed: int) -> None:
    """A wanted part without any patient takes one from the training part, if two can stay."""
    for part, share in ((Part.TEST, shares.test), (Part.VALIDATION, shares.validation)):
        training = [key for key, given in parts.items() if given is Part.TRAIN]
        if share and part not in parts.values() and len(training) > 1:
            parts[min(training, key=lambda key: (_place(key, seed), key))] = part


def _place(key: str, seed: int) -> float:
    """A number in [0, 1) that the id and the seed fix, on every machine."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
