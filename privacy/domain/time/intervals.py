"""Completed units between two time points: ages and durations derived from dates."""

from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import Unit


def completed(earlier: TimePoint, later: TimePoint, unit: Unit) -> int | None:
    """Whole units from `earlier` to `later`; None when the granularity of one is too coarse for the unit."""
    coarse = {earlier.granularity, later.granularity}
    if unit is Unit.YEAR and Granularity.YEAR in coarse:
        return later.first.year - earlier.first.year
    if Granularity.YEAR in coarse or (
        Granularity.MONTH in coarse and unit in (Unit.WEEK, Unit.DAY)
    ):
        return None
    if unit in (Unit.YEAR, Unit.MONTH):
        months = (
            (later.first.year - earlier.first.year) * 12 + later.first.month - earlier.first.month
        )
        if Granularity.MONTH not in coarse and later.first.day < earlier.first.day:
            months -= 1
        return months if unit is Unit.MONTH else months // 12
    days = (later.first - earlier.first).days
    return {Unit.WEEK: days // 7, Unit.DAY: days}.get(unit)
