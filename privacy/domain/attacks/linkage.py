"""Exact-match linkage: the same patients in two studies, joined on equal surrogates or equal intervals."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.attacks.cohort import Patient, as_note
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables
from privacy.domain.time.dates import parse_date

FIELDS: Final = ("name", "record", "town", "dates", "intervals", "everything")


@dataclass(frozen=True, slots=True)
class Linkage:
    """By what is compared: share of the patients joined to themselves, and of those joined to somebody else."""

    joined: dict[str, float]
    wrong: dict[str, float]


@dataclass(frozen=True, slots=True)
class Released:
    """One patient as a study receives him."""

    name: str
    record: str
    town: str
    dates: tuple[str, ...]
    intervals: tuple[int, ...]


def export(
    cohort: Sequence[Patient], policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> list[Released]:
    """The surrogates of each patient's note, field by field."""
    return [
        _read(
            substitute_patient_file(
                [as_note(patient)], policy=policy, key=key, tables=tables
            ).notes[0],
            policy,
        )
        for patient in cohort
    ]


def link(left: Sequence[Released], right: Sequence[Released]) -> Linkage:
    """Join two exports of the same patients in the same order, where a value is unique on both sides."""
    joined: dict[str, float] = {}
    wrong: dict[str, float] = {}
    for name in FIELDS:
        good, bad = _join(left, right, _VALUES[name])
        joined[name], wrong[name] = good / len(left), bad / len(left)
    return Linkage(joined, wrong)


def _join(
    left: Sequence[Released], right: Sequence[Released], value: Callable[[Released], Hashable]
) -> tuple[int, int]:
    ours, theirs = [value(r) for r in left], [value(r) for r in right]
    return join(ours, theirs, range(len(theirs)))


def join(
    ours: Sequence[Hashable], theirs: Sequence[Hashable], owners: Sequence[int | None]
) -> tuple[int, int]:
    """Values joined where they are unique on both sides: how many right, how many wrong. `owners` says whose rank of
    `ours` each of `theirs` is (None: of nobody there). What is empty is not joined.

    >>> join(["Dole", "Dijon", "Dijon"], ["Dole", "Dijon"], [0, 1])
    (1, 0)
    """
    here, there = Counter(ours), Counter(theirs)
    place = {item: rank for rank, item in enumerate(theirs)}
    pairs = [
        (rank, place[item])
        for rank, item in enumerate(ours)
        if item and here[item] == 1 == there[item]
    ]
    good = sum(a == owners[b] for a, b in pairs)
    return good, len(pairs) - good


_VALUES: Final[dict[str, Callable[[Released], Hashable]]] = {
    "name": lambda r: r.name,
    "record": lambda r: r.record,
    "town": lambda r: r.town,
    "dates": lambda r: r.dates,
    "intervals": lambda r: r.intervals,
    "everything": lambda r: (r.name, r.record, r.town, r.dates),
}


def _read(note: SubstitutedNote, policy: SubstitutionPolicy) -> Released:
    shown: dict[str, list[str]] = {}
    for item in note.replacements:
        shown.setdefault(item.label, []).append(note.text[item.start : item.end])
    dates = tuple(shown.get(Label.DATE, ()))
    return Released(
        name=" ".join(shown.get(Label.PER, ())),
        record=" ".join(shown.get(Label.QID, ())),
        town=" ".join(shown.get(Label.LOC, ())),
        dates=dates,
        intervals=_intervals(dates, policy),
    )


def _intervals(dates: Sequence[str], policy: SubstitutionPolicy) -> tuple[int, ...]:
    days: list[int] = []
    for shown in dates:
        form = parse_date(shown, pivot=policy.reference_date.year)
        if form is None:
            return ()
        fields = form.fields
        if not (fields.year and fields.month and fields.day):
            return ()
        days.append(date(fields.year, fields.month, fields.day).toordinal())
    days.sort()
    return tuple(b - a for a, b in pairwise(days))
