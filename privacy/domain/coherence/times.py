"""Events out of order, and ages that birth date and note date contradict."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.coherence.findings import Finding, Kind, Pair
from privacy.domain.time.forms import Granularity
from privacy.domain.time.intervals import completed
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.resolve import TimePoint, Written, resolve
from privacy.domain.time.units import Unit

BIRTH: Final = Subtype.DATE_NAISSANCE
AGE_SLACK: Final = 1
Both = tuple[TimePoint, TimePoint]  # before and after
Days = Mapping[int, tuple[Both, ...]]  # by mention; two for a range


def days_of(pairs: Sequence[Pair], pivot: int) -> dict[int, tuple[Both, ...]]:
    """Both sides of every date that is written with its year (a range: of every date in it)."""
    found: dict[int, tuple[Both, ...]] = {}
    for pair in pairs:
        if pair.label == Label.DATE:
            left, right = _points(pair.original, pivot), _points(pair.surrogate, pivot)
            if left and len(left) == len(right):
                found[pair.index] = tuple(zip(left, right, strict=True))
    return found


def _points(text: str, pivot: int) -> list[TimePoint]:
    """The dates of a text; none unless it states a year, on which the others of a range lean."""
    read = parse_dates(text, pivot=pivot)
    if read is None or all(fields.year is None for fields in read.fields):
        return []
    parts = [
        Written(part.start, part.end, part.form, joined=part is not read.parts[-1])
        for part in read.parts
    ]
    try:
        return resolve(parts, date(pivot, 12, 31), latest=date(pivot, 12, 31))
    except ValueError:
        return []


def _last(point: TimePoint) -> int:
    """Ordinal of the last day of the period (of a month: the 28th, which no month lacks)."""
    if point.granularity is Granularity.DAY:
        return point.first.toordinal()
    if point.granularity is Granularity.MONTH:
        return point.first.replace(day=28).toordinal()
    return date(point.first.year, 12, 31).toordinal()


def order(pairs: Sequence[Pair], days: Days) -> Iterator[Finding]:
    """A later event against the latest surrogate of those before it: at most one finding a date."""
    known = [(p, both) for p in pairs for both in days.get(p.index, ())]
    starts = sorted(known, key=lambda item: item[1][0].first)
    ends = sorted(known, key=lambda item: _last(item[1][0]))
    latest: tuple[Pair, TimePoint] | None = None
    at = 0
    for pair, (original, surrogate) in starts:
        while at < len(ends) and _last(ends[at][1][0]) < original.first.toordinal():
            other, (_, moved) = ends[at]
            if latest is None or moved.first > latest[1].first:
                latest = (other, moved)
            at += 1
        if latest is not None and latest[1].first.toordinal() > _last(surrogate):
            yield Finding(Kind.ORDER, pair.note, tuple(sorted({latest[0].index, pair.index})))


def ages(pairs: Sequence[Pair], days: Days, note_dates: Mapping[int, date]) -> Iterator[Finding]:
    """Ages that agreed with the birth date, one in the whole file, and no longer do."""
    births = [p for p in pairs if p.subtype == BIRTH and len(days.get(p.index, ())) == 1]
    if len({days[p.index] for p in births}) != 1:
        return
    (birth,) = days[births[0].index]
    # by note: a file may have thousands
    dated: dict[int, list[tuple[int, Both]]] = defaultdict(list)
    for pair in pairs:
        if pair.subtype != BIRTH:
            dated[pair.note] += [
                (pair.index, both)
                for both in days.get(pair.index, ())
                if both[0].granularity is Granularity.DAY
            ]
    for pair in pairs:
        if pair.label != Label.AGE:
            continue
        now = _day_of(pair, dated[pair.note], note_dates.get(pair.note), birth[0])
        if now is not None and not _agrees(pair.surrogate, birth[1], now[1]):
            here = [p.index for p in births if p.note == pair.note]
            yield Finding(Kind.AGE, pair.note, (*here, pair.index))


def _day_of(
    age: Pair, here: Sequence[tuple[int, Both]], note_date: date | None, birth: TimePoint
) -> Both | None:
    """The day that an age is read with, one with which the original agreed: the nearest before it in its note, else the
    note's own day, else the last in its text. None where it agreed with none of them. `here`: the days of its note."""
    before = [both for index, both in here if index < age.index]
    own = [both for _index, both in here if both[0].first == note_date]
    last = sorted((both for _index, both in here), key=lambda both: both[0].first)[-1:]
    candidates = (*reversed(before), *own, *last)
    return next((both for both in candidates if _agrees(age.original, birth, both[0])), None)


def _agrees(text: str, birth: TimePoint, now: TimePoint) -> bool:
    read = parse_quantity(text, default=Unit.YEAR)
    if read is None or read.unit is not Unit.YEAR:
        return True
    years = completed(birth, now, Unit.YEAR)
    return years is None or abs(years - read.value) <= AGE_SLACK
