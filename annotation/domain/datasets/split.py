"""Which part of a data set a patient belongs to: the same patient is never in two.

A patient's part follows from a hash of the seed and of the patient's id alone, so that a data set may
grow without anybody changing sides: what is measured before and after stays comparable, and no note
that judges a model has taught an older one. Trainings and data sets ask here, both.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


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
    """Expected shares of the patients, in [0, 1)."""

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

    @property
    def key(self) -> str:
        return f"p:{self.patient}" if self.patient else f"n:{self.note}"


def split(members: Sequence[Member], shares: Shares, seed: int) -> dict[str, Part]:
    """Part of every note, by note id. The same members in any order give the same parts.

    Example, shares of a tenth each: a patient whose number is 0.04 is tested on, 0.15 validates, 0.7 trains.
    """
    places = {member.key: _place(member.key, seed) for member in members}
    parts = {key: _part(place, shares) for key, place in places.items()}
    _fill_empty(parts, places, shares)
    return {member.note: parts[member.key] for member in members}


def _part(place: float, shares: Shares) -> Part:
    if place < shares.test:
        return Part.TEST
    return Part.VALIDATION if place < shares.test + shares.validation else Part.TRAIN


def _fill_empty(parts: dict[str, Part], places: Mapping[str, float], shares: Shares) -> None:
    """A wanted part without any patient takes the next in the row after the parts before it, if one stays
    to train on.

    Who was taken goes back when the part has patients of its own: who judged may later train, never the
    other way.
    """
    row = sorted(parts, key=lambda key: (places[key], key))
    for part, share in ((Part.TEST, shares.test), (Part.VALIDATION, shares.validation)):
        later = [key for key in row if parts[key] not in (Part.TEST, part)]
        if share and part not in parts.values() and len(later) > 1:
            parts[later[0]] = part


def _place(key: str, seed: int) -> float:
    """A number in [0, 1) that the id and the seed fix, on every machine."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
