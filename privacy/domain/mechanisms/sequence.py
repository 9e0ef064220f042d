"""Mechanisms on one patient's sequence of dates, and of ages or durations.

`metric`: independent discrete Laplace noise of ε_i on each distinct value in its own unit, then one
order-preserving projection of the whole sequence, then clamping to public bounds. Projection and clamping are
post-processing given the order of the originals, which is disclosed by design.
The ends of a range (« du 3 au 7 mai ») stay apart: the text shows that they differ, so the projection is onto the
sequences in which they do, which costs nothing either.
The projection weighs each value by 1/unit² (the inverse of its noise variance up to a constant), so that a
year's noise does not drag a day; with one unit it is the plain L2 projection.
"""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import accumulate
from typing import Final

from privacy.domain.mechanisms.isotonic import isotonic
from privacy.domain.mechanisms.laplace import discrete_laplace
from privacy.domain.randomness import DrawContext, StudyKey, below
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import Unit

EARLIEST: Final = date(1900, 1, 1)
_DAY_WEIGHT: Final = {Granularity.DAY: 133_225, Granularity.MONTH: 144, Granularity.YEAR: 1}
# hours in a unit, and 1/hours² up to a constant
HOURS: Final = {Unit.YEAR: 8766, Unit.MONTH: 730, Unit.WEEK: 168, Unit.DAY: 24, Unit.HOUR: 1}
_YEAR_HOURS: Final = HOURS[Unit.YEAR]
SHIFT_DAYS: Final = 365
# the name of a member costs more than the test
_DAY, _MONTH = Granularity.DAY, Granularity.MONTH


# the classes of values are not frozen, though nothing changes them: there are several a note, and a frozen one costs
# more than twice as much to make
@dataclass(slots=True)
class NoisyDate:
    """One distinct date to draw. `unit` is its metric unit (month for a birth date written to the day); `apart`: days
    that lie at least between it and what comes before it, for the later end of a range."""

    point: TimePoint = field(repr=False)
    unit: Granularity
    epsilon: Fraction
    kind: str
    apart: int = 0


def draw_dates(
    items: Sequence[NoisyDate], *, patient: str, key: StudyKey, reference: date
) -> list[TimePoint]:
    """Surrogates of distinct dates, in the order given; never out of order, never after `reference`.

    With gaps G (sums of `apart`), x_k ≥ x_{k-1} + apart_k is y_k ≥ y_{k-1} for y = x - G, and x ≤ reference is
    y ≤ reference - G_n: one plain projection, then one clamping.
    """
    order = sorted(range(len(items)), key=lambda i: (items[i].point.middle, items[i].point.key))
    gaps = list(accumulate(items[i].apart for i in order))
    noisy = [
        _noisy_middle(items[i], patient, key) - gap for i, gap in zip(order, gaps, strict=True)
    ]
    projected = isotonic(noisy, [_DAY_WEIGHT[items[i].unit] for i in order])
    lowest, highest = EARLIEST.toordinal(), reference.toordinal() - (gaps[-1] if gaps else 0)
    bounded = [min(max(_round(*value), lowest), highest) for value in projected]
    days = [day + gap for day, gap in zip(bounded, gaps, strict=True)]
    placed = _redraw_days(items, order, days, patient, key, reference)
    return [placed[i] for i in range(len(items))]


def _round(numerator: int, denominator: int) -> int:
    # the floor of the ratio + 1/2, without fractions in between
    return (2 * numerator + denominator) // (2 * denominator)


def _noisy_middle(item: NoisyDate, patient: str, key: StudyKey) -> int:
    """Position in days of the noisy value (the middle of the noisy month or year)."""
    context = DrawContext(
        patient, f"{item.kind}/{item.unit}", item.point.key, "metric", item.epsilon
    )
    noise = discrete_laplace(key.stream(context), item.epsilon)
    first = item.point.first
    if item.unit is _DAY:
        return first.toordinal() + noise
    if item.unit is _MONTH:
        months = first.year * 12 + first.month - 1 + noise
        return _first_of_month(months) + 14
    return _first_of_month((first.year + noise) * 12) + 182


def _first_of_month(months: int) -> int:
    """Ordinal of the first day of a month counted from year 0; linear far outside the calendar."""
    clipped = min(max(months, 12), 9999 * 12 + 11)
    day = date(clipped // 12, clipped % 12 + 1, 1).toordinal()
    return day + (months - clipped) * 30


def _redraw_days(
    items: Sequence[NoisyDate],
    order: list[int],
    days: list[int],
    patient: str,
    key: StudyKey,
    reference: date,
) -> dict[int, TimePoint]:
    """Time points from positions; the day of a birth date is redrawn uniformly, between its neighbours."""
    placed: dict[int, TimePoint] = {}
    for rank, i in enumerate(order):
        item, day = items[i], date.fromordinal(days[rank])
        if item.point.granularity is not item.unit:
            later, before = reference.toordinal(), EARLIEST.toordinal()
            if rank + 1 < len(days):
                later = days[rank + 1] - items[order[rank + 1]].apart
            if rank:
                before = days[rank - 1] + item.apart
            length = calendar.monthrange(day.year, day.month)[1]
            context = DrawContext(patient, f"{item.kind}/jour", item.point.key, "uniform")
            drawn = day.replace(day=1).toordinal() + below(key.stream(context), length)
            day = date.fromordinal(min(max(drawn, before), later))
            days[rank] = day.toordinal()
        placed[i] = truncate(day, item.point.granularity)
    return placed


def truncate(day: date, granularity: Granularity) -> TimePoint:
    """The day, its month or its year."""
    if granularity is _DAY:
        return TimePoint(granularity, day)
    return TimePoint(
        granularity,
        day.replace(day=1) if granularity is _MONTH else date(day.year, 1, 1),
    )


def shift_dates(points: Sequence[TimePoint], *, patient: str, key: StudyKey) -> list[TimePoint]:
    """One uniform offset a patient, 1 to 365 days in either direction: intervals stay, no guarantee."""
    source = key.stream(DrawContext(patient, "shift", "", "shift"))
    offset = below(source, SHIFT_DAYS) + 1
    offset = -offset if source.bits(1) else offset
    shifted = [date.fromordinal(point.middle) + timedelta(days=offset) for point in points]
    return [truncate(day, point.granularity) for day, point in zip(shifted, points, strict=True)]


@dataclass(slots=True)
class NoisyQuantity:
    """One distinct age or duration to draw. `apart`: the upper end of an interval (« 3 à 4 jours »), which stays above
    the one before it in its unit."""

    value: int = field(repr=False)
    unit: Unit
    epsilon: Fraction
    kind: str
    apart: bool = False


def draw_quantities(
    items: Sequence[NoisyQuantity], *, patient: str, key: StudyKey, longest_years: int
) -> list[int]:
    """Surrogates in their own units, at least 1, their order kept (one projection over all units)."""
    order = sorted(
        range(len(items)), key=lambda i: (items[i].value * HOURS[items[i].unit], items[i].unit)
    )
    noisy: list[int] = []
    for i in order:
        item = items[i]
        context = DrawContext(
            patient, f"{item.kind}/{item.unit}", str(item.value), "metric", item.epsilon
        )
        noise = discrete_laplace(key.stream(context), item.epsilon)
        noisy.append((item.value + noise) * HOURS[item.unit])
    weights = [(_YEAR_HOURS // HOURS[items[i].unit]) ** 2 for i in order]
    result = [0] * len(items)
    for i, (position, scale) in zip(order, isotonic(noisy, weights), strict=True):
        hours = HOURS[items[i].unit]
        highest = longest_years * _YEAR_HOURS // hours
        result[i] = min(max(_round(position, scale * hours), 1), highest)
    return _parted(items, order, result, longest_years)


def _parted(
    items: Sequence[NoisyQuantity], order: Sequence[int], values: list[int], longest_years: int
) -> list[int]:
    """Values that grow where an interval asks for it, unit by unit; as they were where none does."""
    for unit in {item.unit for item in items if item.apart}:
        mine = [i for i in order if items[i].unit is unit]
        least = 0
        for i in mine:
            values[i] = least = max(values[i], least + items[i].apart)
        most = longest_years * _YEAR_HOURS // HOURS[unit]
        for i in reversed(mine):
            values[i] = min(values[i], most)
            most = values[i] - items[i].apart
    return values
