"""No surrogate tells an age above 89: ages and durations become « 90 ans ou plus », earlier dates one year.

« All ages over 89 and all elements of dates (including year) indicative of such age […] may be aggregated into a single
category of age 90 or older » (45 CFR 164.514(b)(2)(i)(C), Safe Harbor). Noisy values are capped, not originals: this is
post-processing, costs no privacy and takes no part in any guarantee of the noise.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Final

from privacy.domain.mechanisms.sequence import truncate
from privacy.domain.time.quantities import Quantity
from privacy.domain.time.quantity_pieces import NUMBERS, QuantityPiece
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import DAYS, STEP, TERMS, Unit

FIRST: Final = 90  # years: the age that stands for itself and for all above
MORE: Final = " ou plus"
_LIMITS: Final = {
    Unit.YEAR: FIRST,
    Unit.MONTH: FIRST * 12,
    **{
        unit: int(FIRST * DAYS[Unit.YEAR] / DAYS[unit]) for unit in (Unit.WEEK, Unit.DAY, Unit.HOUR)
    },
    **dict.fromkeys(TERMS, sys.maxsize),  # « 38 SA », counted from before birth
}
_WORDS: Final = frozenset(
    ("decade", "tens", "rounded", "band")
)  # « nonagénaire », « adulte » name a category by themselves


def capped_date(point: TimePoint, reference: date) -> TimePoint:
    """A date of 90 years before `reference`, or earlier, as the beginning of that year; any other as it is.

    >>> capped_date(TimePoint(Granularity.DAY, date(1928, 3, 12)), date(2022, 10, 24)).key
    '1932-01-01'
    """
    year = reference.year - FIRST
    last = date(year, reference.month, min(reference.day, 28))
    if point.first > truncate(last, point.granularity).first:
        return point
    return truncate(date(year, 1, 1), point.granularity)


def capped_quantity(quantity: Quantity, values: Sequence[int], fine: Sequence[int]) -> str:
    """« 97 ans » as « 90 ans ou plus », « 88 à 95 ans » as « 88 à 90 ans ou plus »; below 90 years as `render` does.

    >>> capped_quantity(parse_quantity("41 ans"), [97], [])
    '90 ans ou plus'
    """
    limit = _limit(quantity)
    if max(values) < limit:
        return quantity.render(*values, fine=fine)
    if any(piece.role in _WORDS for piece in quantity.pieces):
        return quantity.render(*(min(value, limit) for value in values), fine=fine)
    if quantity.relative is None and not quantity.choices and min(values) < limit:
        return _more(quantity).render(*(min(value, limit) for value in values))
    if quantity.relative is None and not quantity.choices and not quantity.is_interval:
        return _more(quantity).render(limit)
    return f"{FIRST} ans{MORE}"


def _limit(quantity: Quantity) -> int:
    """90 years in the quantity's unit; for « 90 ans et 2 mois », by the steps in which it is written."""
    if quantity.slots[:1] == (Unit.YEAR,):
        return FIRST * math.prod(STEP[pair] for pair in pairwise(quantity.slots))
    return _LIMITS[quantity.unit]


def _more(quantity: Quantity) -> Quantity:
    """The same form with « ou plus » behind its last number and unit."""
    pieces = quantity.pieces
    at = max(i for i, p in enumerate(pieces) if p.role in NUMBERS or p.word is not None) + 1
    shown = "".join(piece.text for piece in pieces)
    more = QuantityPiece(MORE.upper() if shown.isupper() else MORE)
    return replace(quantity, pieces=(*pieces[:at], more, *pieces[at:]))
