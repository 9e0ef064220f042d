"""Which replacements of a note a stretch touches."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from privacy.domain.substitute import Replacement


def touching(replacements: Sequence[Replacement], start: int, end: int) -> Sequence[Replacement]:
    """Those that share a character with `[start, end[`; they are disjoint and in reading order.

    touching([(0, 6), (8, 12), (20, 25)], 5, 9) → the first two.
    """
    first = bisect_right(replacements, start, key=attrgetter("end"))
    return replacements[first : bisect_left(replacements, end, lo=first, key=attrgetter("start"))]
