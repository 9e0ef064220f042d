"""Complete partial dates (« 12/02 », « le 12 », « mars », « lundi ») from what stands around them.

The rules are public and spend nothing: they only say which value a mention stands for. What a mention
does not show is not shown by its surrogate either.
"""

import calendar
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import islice
from typing import Final, NamedTuple

from privacy.domain.time.forms import DateFields, Granularity, WrittenDate

NEIGHBOUR_GAP: Final = 12  # « 3 au 7 mai », « 12, 13 et 14 mars »: characters between two dates

SAME_WEEKDAY: Final = 6  # more candidates that a stated weekday may choose among
_MIDDLE: Final = {Granularity.DAY: 0, Granularity.MONTH: 14, Granularity.YEAR: 182}  # days
_SHOWN: Final = {Granularity.DAY: 10, Granularity.MONTH: 7, Granularity.YEAR: 4}  # of an ISO date


class TimePoint(NamedTuple):
    """A day, a month (its first day) or a year (its first day)."""

    granularity: Granularity
    first: date

    def __repr__(self) -> str:
        return f"TimePoint(granularity={self.granularity!r})"

    @property
    def middle(self) -> int:
        """Ordinal of the middle of the period: the position on the time axis, in days."""
        return self.first.toordinal() + _MIDDLE[self.granularity]

    @property
    def key(self) -> str:
        """Normal form: 2020-02-12, 2020-02 or 2020."""
        return self.first.isoformat()[: _SHOWN[self.granularity]]


class Written(NamedTuple):
    """A parsed date at its place in a note; `joined` to the next when one mention holds both."""

    start: int
    end: int
    form: WrittenDate
    joined: bool = False


def resolve(dates: Sequence[Written], anchor: date) -> list[TimePoint]:
    """One time point a date of one note, in order. `anchor` is the latest day a partial date may mean."""
    points: list[TimePoint | None] = [_complete(item.form.fields) for item in dates]
    _lean_all(dates, points)
    for index, item in enumerate(dates):
        if points[index] is None and not _waits(dates, index):
            before = [point for point in points[:index] if point is not None]
            points[index] = _after_previous(item.form.fields, before, anchor)
            _lean_all(dates[: index + 1], points)
    resolved: list[TimePoint] = []
    for item, point in zip(dates, points, strict=True):
        resolved.append(point or _after_previous(item.form.fields, resolved, anchor))
    return resolved


def _near(dates: Sequence[Written], index: int) -> bool:
    """True when the next date follows closely."""
    if index + 1 >= len(dates):
        return False
    return dates[index].joined or dates[index + 1].start - dates[index].end <= NEIGHBOUR_GAP


def _waits(dates: Sequence[Written], index: int) -> bool:
    """« 3 » of « 3 au 7 mai » waits for its month, and so does the first date of one mention."""
    if not _near(dates, index):
        return False
    mine, following = dates[index].form.fields, dates[index + 1].form.fields
    lone_day = mine.day is not None and mine.month is None
    if dates[index].joined:
        return following.month is not None or _waits(dates, index + 1)
    return lone_day and (following.month is not None or _waits(dates, index + 1))


def _lean_all(dates: Sequence[Written], points: list[TimePoint | None]) -> None:
    """Complete, from the last to the first, what stands just before a date that is known."""
    for index in reversed(range(len(dates) - 1)):
        following = points[index + 1]
        if points[index] is None and following is not None and _near(dates, index):
            if following.granularity is Granularity.YEAR:
                continue
            is_day = following.granularity is Granularity.DAY
            limit = following.first if is_day else _end(following)
            points[index] = _latest(dates[index].form.fields, limit)


def _complete(fields: DateFields) -> TimePoint | None:
    if fields.year is None:
        return None
    if fields.month is None:
        return TimePoint(Granularity.YEAR, date(fields.year, 1, 1))
    if fields.day is None:
        return TimePoint(Granularity.MONTH, date(fields.year, fields.month, 1))
    return TimePoint(Granularity.DAY, date(fields.year, fields.month, fields.day))


def _end(point: TimePoint) -> date:
    return date(
        point.first.year,
        point.first.month,
        calendar.monthrange(point.first.year, point.first.month)[1],
    )


def _after_previous(fields: DateFields, before: list[TimePoint], anchor: date) -> TimePoint:
    """A lone day (« le 14 ») follows the last day named before it; anything else is the latest possible."""
    lone_day = fields.day is not None and fields.month is None
    previous = next((p for p in reversed(before) if p.granularity is not Granularity.YEAR), None)
    if lone_day and previous is not None:
        first = previous.first
        for offset in range(32):
            day = first + timedelta(days=offset)
            if day.day == fields.day:
                return TimePoint(Granularity.DAY, day)
    return _latest(fields, anchor)


def _latest(fields: DateFields, limit: date) -> TimePoint:
    """The latest time point ≤ `limit` that the fields may mean; a stated weekday is respected if possible."""
    if fields.day is None and fields.month is not None:
        year = limit.year if fields.month <= limit.month else limit.year - 1
        return TimePoint(Granularity.MONTH, date(year, fields.month, 1))
    if fields.week is not None:
        return TimePoint(Granularity.DAY, _latest_week(fields.week, limit))
    if fields.day is None:
        back = (limit.weekday() - (fields.weekday or 0)) % 7
        return TimePoint(Granularity.DAY, limit - timedelta(days=back))
    found = _days_back(limit, fields.day, fields.month)
    first = next(found)
    if fields.weekday is None or first.weekday() == fields.weekday:
        return TimePoint(Granularity.DAY, first)
    same = (day for day in islice(found, SAME_WEEKDAY) if day.weekday() == fields.weekday)
    return TimePoint(Granularity.DAY, next(same, first))


def _latest_week(week: int, limit: date) -> date:
    """The Thursday of the last ISO week of that number that had begun by `limit`; some years have no 53rd."""
    for year in range(limit.year, limit.year - 8, -1):
        with suppress(ValueError):
            if date.fromisocalendar(year, week, 1) <= limit:
                return date.fromisocalendar(year, week, 4)
    msg = "there is no such week"
    raise ValueError(msg)


def _days_back(limit: date, day: int, month: int | None) -> Iterator[date]:
    """Every date not after `limit` with this day, and this month if given, latest first."""
    year, at = limit.year, limit.month
    if month is not None:
        year, at = (year, month) if (month, day) <= (limit.month, limit.day) else (year - 1, month)
    while year >= 1:
        if day <= calendar.monthrange(year, at)[1] and date(year, at, day) <= limit:
            yield date(year, at, day)
        if month is not None:
            year -= 1
        else:
            year, at = (year, at - 1) if at > 1 else (year - 1, 12)
