"""Stays: the notes of one hospital stay and the one set of ICD-10 codes that they share."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from annotation.domain.notes import Note

FAMILY: Final = 3  # characters of a category: "E119" is of the family "E11"


@dataclass(frozen=True, slots=True)
class Stay:
    """`codes` are canonical ("E119"), sorted; `patient` says whose stay it is: never on both sides of a split.

    `hidden`: for each note the spans that substitution wrote; () where none is known.
    """

    id: str
    patient: str
    notes: tuple[Note, ...] = field(repr=False)
    codes: tuple[str, ...]
    hidden: tuple[tuple[tuple[int, int], ...], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(note.text for note in self.notes)


@dataclass(frozen=True, slots=True)
class StaySplit:
    """Both sides keep the order in which the stays were given."""

    train: tuple[Stay, ...]
    test: tuple[Stay, ...]


class TooFewStaysError(ValueError):
    """Not enough to learn from and to judge with. The message is French."""

    def __init__(self, stays: int, patients: int) -> None:
        super().__init__(
            f"Il faut au moins 4 séjours codés de 2 patients différents ; "
            f"il y en a {stays}, de {patients} patient{'s' if patients > 1 else ''}."
        )


def by_family(stays: Iterable[Stay]) -> list[Stay]:
    """With three-character classes: ("E119", "E118") → ("E11",)."""
    return [replace(s, codes=tuple(sorted({code[:FAMILY] for code in s.codes}))) for s in stays]


def frequent_codes(stays: Iterable[Stay], most: int | None = None) -> tuple[str, ...]:
    """The codes of these stays, the most frequent first (of equals the first by name); at most `most`."""
    counts = Counter(code for stay in stays for code in stay.codes)
    order = sorted(counts, key=lambda code: (-counts[code], code))
    return tuple(order[:most])


def split_stays(stays: Sequence[Stay], *, seed: int, share: float) -> StaySplit:
    """About `share` of the patients, with all their stays, on the test side: at least one, never all.

    A patient's side follows from their id and the seed alone: it stays while the file grows.
    Raises TooFewStaysError below four stays or two patients.
    """
    order = sorted({stay.patient for stay in stays}, key=lambda patient: _place(patient, seed))
    if len(stays) < 4 or len(order) < 2:
        raise TooFewStaysError(len(stays), len(order))
    count = sum(_place(patient, seed) < share for patient in order)
    held_out = set(order[: min(max(1, count), len(order) - 1)])
    return StaySplit(
        train=tuple(stay for stay in stays if stay.patient not in held_out),
        test=tuple(stay for stay in stays if stay.patient in held_out),
    )


def _place(patient: str, seed: int) -> float:
    """A number in [0, 1) that the id and the seed fix, on every machine."""
    digest = hashlib.sha256(f"stay:{seed}:{patient}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
