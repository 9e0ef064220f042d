"""Has something changed? A share a week, against limits learned from the first weeks. Pure.

A p-chart (Shewhart 1931) with Laney's correction (2002): weeks of clinical notes differ by more than chance alone,
so the limits widen by how much the first weeks differed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import sqrt
from typing import Final

LEARNED: Final = 4  # weeks from which the limits are learned
LEAST: Final = 30  # spans: a week with fewer says nothing
_SIGMAS: Final = 3.0
_RANGE_OF_TWO: Final = 1.128  # mean range of two draws, in standard deviations


@dataclass(frozen=True, slots=True)
class Week:
    """`count` of `total` in the week that began on `monday`."""

    monday: date
    count: int
    total: int

    @property
    def share(self) -> float:
        return self.count / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """A week with its limits; None while they are being learned."""

    week: Week
    low: float | None = None
    high: float | None = None

    @property
    def is_out(self) -> bool:
        if self.low is None or self.high is None:
            return False
        return not self.low <= self.week.share <= self.high


def control_chart(weeks: Sequence[Week]) -> list[Point]:
    """Weeks in order, those with too few spans left out.

    Example, four weeks of 10 in 100: the limits of a fifth week of 100 are 0.01 and 0.19.
    """
    told = [week for week in weeks if week.total >= LEAST]
    first = told[:LEARNED]
    if len(first) < LEARNED:
        return [Point(week) for week in told]
    mean = sum(week.count for week in first) / sum(week.total for week in first)
    spread = _spread(first, mean)

    def point(week: Week) -> Point:
        reach = _SIGMAS * spread * _deviation(week, mean)
        return Point(week, max(0.0, mean - reach), min(1.0, mean + reach))

    return [*(Point(week) for week in first), *(point(week) for week in told[LEARNED:])]


def _deviation(week: Week, mean: float) -> float:
    return sqrt(mean * (1 - mean) / week.total)


def _spread(weeks: Sequence[Week], mean: float) -> float:
    """How much more than by chance the weeks differ from one to the next; at least 1."""
    if not 0 < mean < 1:
        return 1.0
    scores = [(week.share - mean) / _deviation(week, mean) for week in weeks]
    steps = [abs(after - before) for before, after in pairwise(scores)]
    return max(1.0, sum(steps) / len(steps) / _RANGE_OF_TWO)
