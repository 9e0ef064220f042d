"""The distribution of one date, age or duration under the policy's mechanism, for the preview's cards.

Bounds are counted; the ordering of `metric` among the file's other values is not. A chain of the
papers is exact for the file as it is: every interval after the reference date counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final

import numpy as np

from privacy.domain.budget import ElementKey
from privacy.domain.mechanisms.choice import IntRow
from privacy.domain.mechanisms.dates_tchouka import CATEGORIES
from privacy.domain.mechanisms.sequence import EARLIEST, HOURS, quantity_bounds
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.steps import (
    Steps,
    age_steps,
    chain_steps,
    interval_steps,
    laplace_steps,
    pushed,
)
from privacy.domain.time.timeline import BIRTH, DATE, LONGEST_YEARS
from privacy.domain.time.units import Unit

LONGEST: Final = CATEGORIES[-1].highest  # days, as in `chain`
DATES: Final = frozenset({DATE, BIRTH})
_EPOCH: Final = date(1970, 1, 1).toordinal()
_SHOWN: Final = {10: Granularity.DAY, 7: Granularity.MONTH, 4: Granularity.YEAR}


@dataclass(frozen=True, slots=True)
class TimeSpread:
    """`steps` in `unit` (day, month, year, week, hour) from `point` (a date) or `value` (an age, a duration)."""

    steps: Steps
    unit: str
    point: TimePoint | None = field(default=None, repr=False)
    value: int | None = field(default=None, repr=False)


def spread_of_time(
    element: ElementKey, shares: Mapping[ElementKey, Fraction], policy: SubstitutionPolicy
) -> TimeSpread:
    """What one element of time may become. `shares`: ε_i of every element of the file."""
    if element.element_class in DATES:
        return _date(element, shares, policy)
    return _quantity(element, shares[element], policy)


def point_of(element: ElementKey) -> TimePoint:
    """The time point that a date element stands for (its normal form says it)."""
    text = element.value
    return TimePoint(_SHOWN[len(text)], date.fromisoformat((text + "-01-01")[:10]))


def _date(
    element: ElementKey, shares: Mapping[ElementKey, Fraction], policy: SubstitutionPolicy
) -> TimeSpread:
    point = point_of(element)
    if policy.dates is not DateMechanism.METRIC:
        return TimeSpread(_chained(element, shares, policy), point.granularity.value, point)
    unit = Granularity(element.granularity)
    here = _index(point.first, unit)
    low, high = (_index(day, unit) - here for day in (EARLIEST, policy.reference_date))
    return TimeSpread(laplace_steps(shares[element]).within(low, high), unit.value, point)


def _index(day: date, unit: Granularity) -> int:
    """Which day, month or year it is, counted from the year 0."""
    if unit is Granularity.DAY:
        return day.toordinal()
    return day.year * 12 + day.month - 1 if unit is Granularity.MONTH else day.year


def _chained(
    element: ElementKey, shares: Mapping[ElementKey, Fraction], policy: SubstitutionPolicy
) -> Steps:
    """The intervals from the reference date back to the element, as `chain_dates` walks them."""
    items = [(point_of(key), key) for key in shares if key.element_class in DATES]
    items.sort(key=lambda item: (-item[0].middle, item[0].key))
    end = policy.reference_date.toordinal()
    gaps: list[tuple[int, Fraction]] = []
    for point, key in items:
        start = min(point.middle, end)
        gaps.append((min(end - start, LONGEST), shares[key]))
        end = start
        if key == element:
            break
    drawn = chain_steps(policy.dates.value, gaps)
    base = policy.reference_date.toordinal() - sum(gap for gap, _ in gaps)
    days = np.maximum(drawn.offsets + base, EARLIEST.toordinal())
    point = point_of(element)
    here = _units(np.array([point.first.toordinal()]), point.granularity)[0]
    return pushed(_units(days, point.granularity) - here, drawn.probabilities)


def _units(days: IntRow, unit: Granularity) -> IntRow:
    """Ordinals as days, months or years, counted from anywhere."""
    if unit is Granularity.DAY:
        return days
    moments = (days - _EPOCH).astype("datetime64[D]")
    return moments.astype("datetime64[M]" if unit is Granularity.MONTH else "datetime64[Y]").astype(
        np.int64
    )


def _quantity(element: ElementKey, epsilon: Fraction, policy: SubstitutionPolicy) -> TimeSpread:
    """Ages and durations keep the metric noise when the dates are only shifted."""
    unit, value = Unit(element.granularity), int(element.value)
    hours = HOURS[unit]
    if policy.dates is DateMechanism.TCHOUKA2023:
        steps = age_steps(value, epsilon)
    elif policy.dates is DateMechanism.TCHOUKA2022:
        days = min(value * hours // 24, LONGEST)
        drawn = interval_steps(policy.dates.value, days, epsilon)
        counts = ((drawn.offsets + days) * 24 + hours // 2) // hours
        steps = pushed(counts - value, drawn.probabilities)
    else:
        steps = laplace_steps(epsilon)
    lowest, highest = quantity_bounds(unit, LONGEST_YEARS)
    return TimeSpread(steps.within(lowest - value, highest - value), unit.value, value=value)
