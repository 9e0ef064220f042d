"""Mechanisms on one patient's sequence of dates, and of ages or durations.

`metric`: independent discrete Laplace noise of ε_i on each distinct value in its own unit, then the noisy values are
put back into the order of the narrative (`ordering`), within public bounds.

Privacy: let P be all that is disclosed by design of the values: which intervals lie wholly before which, the unit of
each, which mentions are equal. Two files with the same P get the same post-processing f_P, which sees the noisy values
and nothing else, so the ratio of likelihoods of its output is at most exp(Σ ε_i·d_i), that of the noise. What P does
not hold, f_P does not use: « 2019 » overlaps « 01/07/2019 », so that neither of them is repaired for the other.
"""

import calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Final

from privacy.domain.mechanisms.laplace import discrete_laplace
from privacy.domain.mechanisms.ordering import Placed, Scale, in_order
from privacy.domain.randomness import DrawContext, StudyKey, below
from privacy.domain.time.forms import Granularity, Kind
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import TERMS, Unit

EARLIEST: Final = date(1900, 1, 1)
# hours in a unit
HOURS: Final = {
    Unit.YEAR: 8766, Unit.MONTH: 730, Unit.WEEK: 168, Unit.DAY: 24, Unit.HOUR: 1, Unit.TERM: 168, Unit.TERM_DAY: 24,
}  # fmt: skip
_TERM_WEEKS: Final = (4, 44)  # of a pregnancy, at least and at most
_YEAR_HOURS: Final = HOURS[Unit.YEAR]
SHIFT_DAYS: Final = 365
# the name of a member costs more than the test
_DAY, _MONTH, _YEAR = Granularity.DAY, Granularity.MONTH, Granularity.YEAR
_RANK: Final = {_DAY: 0, _MONTH: 1, _YEAR: 2}
# units before and after the one that a wider form stands for: a quarter is written from its middle month, a week from
# its Thursday, « années 80 » from 1985
WIDER: Final = {
    Kind.WEEK: (3, 3),
    Kind.QUARTER: (1, 1),
    Kind.SEASON: (1, 1),
    Kind.SEMESTER: (3, 2),
    Kind.DECADE: (5, 4),
}


# the classes of values are not frozen, though nothing changes them: there are several a note, and a frozen one costs
# more than twice as much to make
@dataclass(slots=True)
class NoisyDate:
    """One distinct date to draw. `unit` is its metric unit (month for a birth date written to the day); `wider`: the
    forms of its mentions that say more than one unit (a week, a quarter)."""

    point: TimePoint = field(repr=False)
    unit: Granularity
    epsilon: Fraction
    kind: str
    wider: Iterable[Kind] = ()


def draw_dates(
    items: Sequence[NoisyDate], *, patient: str, key: StudyKey, reference: date
) -> list[TimePoint]:
    """Surrogates of distinct dates, in the order given; never out of order, never after `reference`; two dates of one
    granularity stay two."""
    placed = [_placed(item, patient, key, reference) for item in items]
    return [
        _point(value, item.point.granularity)
        for value, item in zip(in_order(placed), items, strict=True)
    ]


def _placed(item: NoisyDate, patient: str, key: StudyKey, reference: date) -> Placed:
    granularity, first = item.point.granularity, item.point.first
    ahead = behind = 0
    for kind in item.wider:
        one, other = WIDER[kind]
        ahead, behind = max(ahead, one), max(behind, other)
    scale = _date_scale(granularity, ahead + 1 + behind, reference)
    redrawn = item.unit is not granularity
    own = _value(first, granularity)
    return Placed(
        scale.start(own - ahead),
        scale.end(own + behind),
        _noisy_day(item, patient, key) if redrawn else own + _noise(item, patient, key),
        scale,
        (_RANK[granularity], redrawn, ahead, behind),
    )


def _value(day: date, granularity: Granularity) -> int:
    """Days, months or years, counted from year 0."""
    if granularity is _DAY:
        return day.toordinal()
    return day.year * 12 + day.month - 1 if granularity is _MONTH else day.year


def _noise(item: NoisyDate, patient: str, key: StudyKey) -> int:
    context = DrawContext(
        patient, f"{item.kind}/{item.unit}", item.point.key, "metric", item.epsilon
    )
    return discrete_laplace(key.stream(context), item.epsilon)


def _noisy_day(item: NoisyDate, patient: str, key: StudyKey) -> int:
    """Noise in months, then a uniform day of the noisy month: a birth date, a week."""
    months = _value(item.point.first, _MONTH) + _noise(item, patient, key)
    first = date.fromordinal(_first_of_month(months))
    context = DrawContext(patient, f"{item.kind}/jour", item.point.key, "uniform")
    length = calendar.monthrange(first.year, first.month)[1]
    return first.toordinal() + below(key.stream(context), length)


@lru_cache(maxsize=256)
def _date_scale(granularity: Granularity, width: int, reference: date) -> Scale:
    name = f"{granularity}/{width}"
    low, high = _value(EARLIEST, granularity), _value(reference, granularity)
    if granularity is _DAY:
        return Scale(name, _same, _same, _same, low, high, width)
    if granularity is _MONTH:
        return Scale(name, _first_of_month, _last_of_month, _month_of, low, high, width)
    return Scale(name, _first_of_year, _last_of_year, _year_of, low, high, width)


def _same(day: int) -> int:
    return day


@lru_cache(maxsize=4096)
def _first_of_month(months: int) -> int:
    """Ordinal of the first day of a month counted from year 0, within the calendar."""
    clipped = min(max(months, 12), 9999 * 12 + 11)
    return date(clipped // 12, clipped % 12 + 1, 1).toordinal()


def _last_of_month(months: int) -> int:
    return _first_of_month(months + 1) - 1


def _month_of(day: int) -> int:
    return _value(date.fromordinal(day), _MONTH)


def _first_of_year(year: int) -> int:
    return _first_of_month(year * 12)


def _last_of_year(year: int) -> int:
    return _first_of_year(year + 1) - 1


def _year_of(day: int) -> int:
    return date.fromordinal(day).year


def _point(value: int, granularity: Granularity) -> TimePoint:
    if granularity is _DAY:
        return TimePoint(granularity, date.fromordinal(value))
    month = value if granularity is _MONTH else value * 12
    return TimePoint(granularity, date(month // 12, month % 12 + 1, 1))


def truncate(day: date, granularity: Granularity) -> TimePoint:
    """The day, its month or its year."""
    return _point(_value(day, granularity), granularity)


def shift_dates(
    points: Sequence[TimePoint], *, patient: str, key: StudyKey, reference: date
) -> list[TimePoint]:
    """One uniform offset a patient, 1 to 365 days in either direction: intervals stay, no guarantee. Backwards where a date
    would come after `reference`, and farther where one does already."""
    source = key.stream(DrawContext(patient, "shift", "", "shift"))
    offset = below(source, SHIFT_DAYS) + 1
    shifted = _shifted(points, -offset if source.bits(1) else offset)
    if all(point.first <= reference for point in shifted):
        return shifted
    last = reference.toordinal()
    late = max((point.middle - last for point in points if point.first > reference), default=0)
    return _shifted(points, -offset - late)


def _shifted(points: Sequence[TimePoint], days: int) -> list[TimePoint]:
    return [truncate(date.fromordinal(point.middle + days), point.granularity) for point in points]


@dataclass(slots=True)
class NoisyQuantity:
    """One distinct age or duration to draw."""

    value: int = field(repr=False)
    unit: Unit
    epsilon: Fraction
    kind: str


def draw_quantities(
    items: Sequence[NoisyQuantity], *, patient: str, key: StudyKey, longest_years: int
) -> list[int]:
    """Surrogates in their own units, at least 1, in the order of the originals; two of one unit stay two.

    « 2 ans » says 24 to 35 months: it lies neither before nor after « 24 mois », but after « 18 mois ». Terms of
    pregnancy are ordered by themselves: « 38 SA » is neither before nor after the age of anybody.
    """
    found: dict[int, int] = {}
    for terms in (False, True):
        ranks = [at for at, item in enumerate(items) if (item.unit in TERMS) is terms]
        placed = _placed_quantities([items[at] for at in ranks], patient, key, longest_years)
        found |= zip(ranks, in_order(placed), strict=True)
    return [found[at] for at in range(len(items))]


def _placed_quantities(
    items: Sequence[NoisyQuantity], patient: str, key: StudyKey, longest_years: int
) -> list[Placed]:
    placed: list[Placed] = []
    for item in items:
        scale = _quantity_scale(item.unit, longest_years)
        context = DrawContext(
            patient, f"{item.kind}/{item.unit}", str(item.value), "metric", item.epsilon
        )
        noisy = item.value + discrete_laplace(key.stream(context), item.epsilon)
        first, last = scale.start(item.value), scale.end(item.value)
        placed.append(Placed(first, last, noisy, scale, (HOURS[item.unit],)))
    return placed


def quantity_bounds(unit: Unit, longest_years: int) -> tuple[int, int]:
    """The least and the greatest surrogate of an age or a duration in a unit; both are public.

    Years: 1 and 120 at most; weeks of amenorrhoea: 4 and 44.
    """
    if unit in TERMS:
        days = 7 if unit is Unit.TERM_DAY else 1
        return _TERM_WEEKS[0] * days, _TERM_WEEKS[1] * days
    return 1, longest_years * _YEAR_HOURS // HOURS[unit]


@lru_cache(maxsize=32)
def _quantity_scale(unit: Unit, longest_years: int) -> Scale:
    hours = HOURS[unit]
    return Scale(
        unit,
        lambda value: value * hours,
        lambda value: (value + 1) * hours - 1,
        lambda tick: tick // hours,
        *quantity_bounds(unit, longest_years),
    )
