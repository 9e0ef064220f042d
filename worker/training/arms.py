"""Which trainings a study runs: parts of the notes, each with several seeds. Without torch: pages ask, too."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from annotation.domain.notes import Note

SIZES: Final = (10, 30, 100, 300)
SEEDS: Final = 5
LEAST_OF_TYPE: Final = 5  # training notes of a type whose absence could show
MOST_TYPES: Final = 8


class Kind(StrEnum):
    CURVE = "curve"
    TYPES = "types"


@dataclass(frozen=True, slots=True)
class Arm:
    """`size` training notes, without those of the type `without`."""

    size: int
    without: str = ""


def arms(kind: Kind, types: Sequence[str]) -> list[Arm]:
    """`types`: of each training note, "" unknown. Of a curve: the sizes below all notes, then all. Of an ablation: all
    types, then without each of the commonest, all of one size so that a type is told from a number.

    Example, 120 notes of which 40 CRH and 15 CRO: sizes 10, 30, 100, 120; or 80 of all, 80 without CRH, 80 without CRO.
    """
    total = len(types)
    if kind is Kind.CURVE:
        return [*(Arm(size) for size in SIZES if size < total), Arm(total)] if total else []
    counts = Counter(types)
    common = [name for name, n in counts.most_common() if name and LEAST_OF_TYPE <= n < total]
    kept = common[:MOST_TYPES]
    if not kept:
        return []
    size = total - max(counts[name] for name in kept)
    return [Arm(size), *(Arm(size, name) for name in kept)]


def type_of(note: Note) -> str:
    return str(note.meta.get("type", ""))


def notes_of(arm: Arm, train: Sequence[Note], seed: int) -> list[Note]:
    """Drawn by the seed; of one seed a larger arm holds the smaller one's notes."""
    order = sorted(train, key=lambda note: note.id)
    random.Random(seed).shuffle(order)  # noqa: S311 (a draw of notes, no secret)
    return [note for note in order if not arm.without or type_of(note) != arm.without][: arm.size]
