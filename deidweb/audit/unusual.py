"""Readings that somebody should ask about: many at once, many more than usual, at night. Pure.

>>> unusual([Hour(actor=7, at=datetime(2026, 11, 3, 2), notes=9)], {})
[Alert(actor=7, kind=Kind.NIGHT, day=date(2026, 11, 2), notes=9, usual=0)]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from statistics import median
from typing import Final

BURST_NOTES: Final = 100  # in one hour: nobody reads one in 36 s for an hour
DAY_NOTES: Final = 50  # below this a day is never told, however quiet the others were
TIMES_USUAL: Final = 3
USUAL_DAYS: Final = 5  # of reading, before there is a habit
NIGHT_NOTES: Final = 5
NIGHT_BEGINS, NIGHT_ENDS = 22, 6


class Kind(StrEnum):
    BURST = "burst"
    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Hour:
    """How many different notes a person opened in the hour that began at `at` (local time)."""

    actor: int
    at: datetime
    notes: int

    @property
    def is_night(self) -> bool:
        return self.at.hour >= NIGHT_BEGINS or self.at.hour < NIGHT_ENDS


@dataclass(frozen=True, slots=True)
class Alert:
    """`usual`: the person's median day, for `DAY`."""

    actor: int
    kind: Kind
    day: date
    notes: int
    usual: int = 0


def unusual(hours: Sequence[Hour], usual: Mapping[int, Sequence[int]]) -> list[Alert]:
    """Alerts of these hours, the newest day first. `usual`: actor → notes on each of their earlier days of reading."""
    found = [*_bursts(hours), *_days(hours, usual), *_nights(hours)]
    return sorted(found, key=lambda alert: (alert.day, alert.actor, alert.kind), reverse=True)


def by_day(hours: Iterable[Hour]) -> dict[tuple[int, date], int]:
    """(actor, day) → notes."""
    days: dict[tuple[int, date], int] = defaultdict(int)
    for hour in hours:
        days[hour.actor, hour.at.date()] += hour.notes
    return dict(days)


def _bursts(hours: Sequence[Hour]) -> list[Alert]:
    return [
        Alert(hour.actor, Kind.BURST, hour.at.date(), hour.notes)
        for hour in hours
        if hour.notes >= BURST_NOTES
    ]


def _days(hours: Sequence[Hour], usual: Mapping[int, Sequence[int]]) -> list[Alert]:
    found = []
    for (actor, day), notes in by_day(hours).items():
        earlier = usual.get(actor, ())
        habit = round(median(earlier)) if len(earlier) >= USUAL_DAYS else 0
        if habit and notes >= DAY_NOTES and notes > TIMES_USUAL * habit:
            found.append(Alert(actor, Kind.DAY, day, notes, habit))
    return found


def _nights(hours: Sequence[Hour]) -> list[Alert]:
    """A night belongs to the day on which it began."""
    nights: dict[tuple[int, date], int] = defaultdict(int)
    for hour in hours:
        if hour.is_night:
            day = hour.at.date() - timedelta(days=hour.at.hour < NIGHT_ENDS)
            nights[hour.actor, day] += hour.notes
    return [
        Alert(actor, Kind.NIGHT, day, notes)
        for (actor, day), notes in nights.items()
        if notes >= NIGHT_NOTES
    ]
