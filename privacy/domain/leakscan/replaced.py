"""Which replacements of a note a stretch touches, and where it stands in the note before."""

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


def is_inside(replacements: Sequence[Replacement], start: int, end: int) -> bool:
    """True when one of them covers all of `[start, end[`."""
    return any(r.start <= start and end <= r.end for r in touching(replacements, start, end))


def source_place(replacements: Sequence[Replacement], start: int, end: int) -> tuple[int, int]:
    """Where `[start, end[` of the new note stands in the original one: its own characters, or the whole entity that a
    replacement stands for.

    « Vu M. Roy avec Durand », where « Roy » replaces « Mercier »: (15, 21) → (19, 25).
    """
    return _source(replacements, start, is_end=False), _source(replacements, end, is_end=True)


def _source(replacements: Sequence[Replacement], place: int, *, is_end: bool) -> int:
    rank = bisect_right(replacements, place, key=attrgetter("end"))
    if rank < len(replacements):
        own = replacements[rank]
        if own.start < place or (own.start == place and not is_end):
            return own.source_end if is_end else own.source_start
    if is_end and rank and replacements[rank - 1].end == place:
        return replacements[rank - 1].source_end
    before = replacements[rank - 1] if rank else None
    return place if before is None else place - before.end + before.source_end
