"""Time that somebody spent on a note, without the stretches in which nothing happened."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

IDLE_AFTER: Final = timedelta(minutes=2)


def active_seconds(moments: Sequence[datetime], idle_after: timedelta = IDLE_AFTER) -> int:
    """Whole seconds between the first and the last gesture; of a longer silence than `idle_after`
    only that much counts."""
    ordered = sorted(moments)
    gaps = (min(b - a, idle_after) for a, b in pairwise(ordered))
    return round(sum(gaps, timedelta()).total_seconds())
