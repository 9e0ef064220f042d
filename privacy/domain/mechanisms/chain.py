"""The papers' date mechanisms on one patient's values, for comparison (no proof: see `certificates`).

Every distinct date becomes its middle day; the intervals between consecutive days, from the reference date
backwards, are drawn one by one and the dates rebuilt from the most recent. Errors add up along the chain.
An age or a duration is one interval: in its own unit for `tchouka2023`, in days for `tchouka2022`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final

from privacy.domain.mechanisms.dates_tchouka import (
    CATEGORIES,
    draw_age_2023,
    draw_interval_2022,
    draw_interval_2023,
)
from privacy.domain.mechanisms.sequence import (
    EARLIEST,
    HOURS,
    NoisyDate,
    NoisyQuantity,
    quantity_bounds,
    truncate,
)
from privacy.domain.randomness import BitSource, DrawContext, StudyKey
from privacy.domain.time.resolve import TimePoint

Step = Callable[[BitSource, int, Fraction], int]

STEPS: Final[Mapping[str, Step]] = {
    "tchouka2023": draw_interval_2023,
    "tchouka2022": draw_interval_2022,
}
_LONGEST: Final = CATEGORIES[-1].highest
_HOURS_PER_DAY: Final = 24


def chain_dates(
    items: Sequence[NoisyDate], *, patient: str, key: StudyKey, reference: date, name: str
) -> list[TimePoint]:
    """Surrogates in the order given; never out of order, never after `reference`, never before 1900.

    Each interval is drawn with the ε of its earlier date, and its bits depend on both of its ends.
    """
    order = sorted(range(len(items)), key=lambda i: (-items[i].point.middle, items[i].point.key))
    end, end_key, day = reference.toordinal(), reference.isoformat(), reference.toordinal()
    placed: dict[int, TimePoint] = {}
    for i in order:
        item = items[i]
        start = min(item.point.middle, end)  # a date after the reference counts as the reference
        value = f"{end_key}>{item.point.key}"
        context = DrawContext(patient, f"{item.kind}/chaîne", value, name, item.epsilon)
        gap = STEPS[name](key.stream(context), min(end - start, _LONGEST), item.epsilon)
        day = max(day - gap, EARLIEST.toordinal())
        placed[i] = truncate(date.fromordinal(day), item.point.granularity)
        end, end_key = start, item.point.key
    return [placed[i] for i in range(len(items))]


def chain_quantities(
    items: Sequence[NoisyQuantity], *, patient: str, key: StudyKey, longest_years: int, name: str
) -> list[int]:
    """Surrogates of ages or durations in their own units, at least 1; their order is not kept."""
    drawn: list[int] = []
    for item in items:
        context = DrawContext(
            patient, f"{item.kind}/{item.unit}", str(item.value), name, item.epsilon
        )
        value = _quantity(key.stream(context), item, name)
        lowest, highest = quantity_bounds(item.unit, longest_years)
        drawn.append(min(max(value, lowest), highest))
    return drawn


def _quantity(source: BitSource, item: NoisyQuantity, name: str) -> int:
    if name == "tchouka2023":
        return draw_age_2023(source, item.value, item.epsilon)
    hours = HOURS[item.unit]
    days = min(item.value * hours // _HOURS_PER_DAY, _LONGEST)
    return (draw_interval_2022(source, days, item.epsilon) * _HOURS_PER_DAY + hours // 2) // hours
