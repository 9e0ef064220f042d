"""Has something changed? A figure a week, against limits learned from the first weeks. Pure.

A chart of shares (p) or of counts a note (u; Shewhart 1931), on the scale on which such figures scatter alike wherever
they lie (arcsine, square root: Anscombe 1948). Notes of one day resemble one another: the days of the first weeks tell
by how much more than chance they scatter, and the limits widen by that. Who looks at forty figures sees one outside by
chance more often than who looks at one: the limits widen with the number of figures `watched`, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import asin, pi, sin, sqrt
from statistics import NormalDist
from typing import Final

LEARNED: Final = 4  # weeks from which the limits are learned
_CHANCE: Final = 0.0027  # of a false alarm a week: three standard deviations, both ways


class Kind(StrEnum):
    """What `Week.count` of `Week.total` is."""

    SHARE = "share"  # of so many
    RATE = "rate"  # in so many notes


LEAST: Final = {Kind.SHARE: 30, Kind.RATE: 10}  # a week with a smaller total says nothing


@dataclass(frozen=True, slots=True)
class Week:
    """`count` of `total` in the week that began on `monday`, on `days` of it; `scatter` is Σ count² / total over
    these days."""

    monday: date
    count: int
    total: int
    days: int = 1
    scatter: float = 0.0

    @property
    def share(self) -> float:
        """The figure: count / total."""
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


def control_chart(weeks: Sequence[Week], kind: Kind = Kind.SHARE, watched: int = 1) -> list[Point]:
    """Weeks in order, those that say nothing left out.

    Example, four weeks of 10 in 100: asin √0.1 = 0.322, a fifth week of 100 scatters by √(1/100 + 1/400) / 2 = 0.056
    around it; three times that are 0.168, and the limits 0.024 and 0.221.
    """
    told = [week for week in weeks if week.total >= LEAST[kind]]
    first = told[:LEARNED]
    if len(first) < LEARNED:
        return [Point(week) for week in told]
    total = sum(week.total for week in first)
    mean = sum(week.count for week in first) / total
    spread = _spread(first, mean, kind) * NormalDist().inv_cdf(1 - _CHANCE / 2 / max(1, watched))

    def point(week: Week) -> Point:
        reach = spread * sqrt(1 / week.total + 1 / total) / 2
        return Point(week, *_around(mean, reach, kind))

    return [*(Point(week) for week in first), *(point(week) for week in told[LEARNED:])]


def _around(mean: float, reach: float, kind: Kind) -> tuple[float, float]:
    if kind is Kind.RATE:
        middle = sqrt(mean)
        return max(0.0, middle - reach) ** 2, (middle + reach) ** 2
    middle = asin(sqrt(mean))
    return sin(max(0.0, middle - reach)) ** 2, sin(min(pi / 2, middle + reach)) ** 2


def _spread(weeks: Sequence[Week], mean: float, kind: Kind) -> float:
    """By how much more than by chance the days differ (Pearson's χ² a degree of freedom, its root); at least 1."""
    variance = mean if kind is Kind.RATE else mean * (1 - mean)
    free = sum(week.days for week in weeks) - 1
    if free < 1 or variance <= 0:
        return 1.0
    apart = sum(w.scatter - 2 * mean * w.count + mean**2 * w.total for w in weeks) / variance
    return max(1.0, sqrt(max(0.0, apart) / free))  # alike days: rounding leaves less than nothing
