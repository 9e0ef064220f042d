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

NEARER: Final = 3  # a day ahead is meant where it is so many times nearer than the one behind
FAR_DAYS: Final = 62  # a stay: a lone day leans on a date that is farther from the note's only where the text is near
FAR_TEXT: Final = 60  # characters
_YEAR: Final = 366
_TWO_MONTHS: Final = 62  # days: not every month has a 31st
_HALF_YEAR: Final = 183
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
    """A parsed date at its place in a note, entities aside; `joined` to the next when one mention holds both. No other date leans on a
    `birth`."""

    start: int
    end: int
    form: WrittenDate
    joined: bool = False
    birth: bool = False


def resolve(dates: Sequence[Written], anchor: date, latest: date = date.max) -> list[TimePoint]:
    """One time point a date of one note, in order. A partial date is the nearest one to `anchor`, the note's own day, and not
    after `latest`: « 25 mars » in a note of 22/03/2019 is 2019-03-25, « 12/02 » is behind it."""
    points: list[TimePoint | None] = [_complete(item.form.fields) for item in dates]
    for index, point in enumerate(points):
        if point is not None:
            _lean(dates, points, index)
    waits = _waiting(dates)
    for index, point in enumerate(points):
        if point is None and not waits[index]:
            points[index] = _from_note(dates, points, index, anchor, latest)
            _lean(dates, points, index)
    resolved: list[TimePoint] = []
    for index, point in enumerate(points):
        resolved.append(point or _from_note(dates, resolved, index, anchor, latest))
    return resolved


def _near(dates: Sequence[Written], index: int) -> bool:
    """True when the next date follows closely."""
    if index + 1 >= len(dates):
        return False
    return dates[index].joined or dates[index + 1].start - dates[index].end <= NEIGHBOUR_GAP


def _waiting(dates: Sequence[Written]) -> list[bool]:
    """For each date whether it waits for a later one: « 3 » of « 3 au 7 mai » for its month, and so does the first date of one mention."""
    waits = [False] * len(dates)
    for index in reversed(range(len(dates) - 1)):
        if _near(dates, index):
            mine, following = dates[index].form.fields, dates[index + 1].form.fields
            lone_day = mine.day is not None and mine.month is None
            is_open = dates[index].joined or lone_day
            waits[index] = is_open and (following.month is not None or waits[index + 1])
    return waits


def _lean(dates: Sequence[Written], points: list[TimePoint | None], last: int) -> None:
    """Complete, from the last to the first, what stands just before the known date at `last`."""
    for index in reversed(range(last)):
        following = points[index + 1]
        if points[index] is not None or following is None or not _near(dates, index):
            return
        if following.granularity is Granularity.YEAR:
            return
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


def _from_note(
    dates: Sequence[Written],
    points: Sequence[TimePoint | None],
    index: int,
    anchor: date,
    latest: date,
) -> TimePoint:
    """A lone day (« le 14 ») is near the last day named before it; anything else is near the note's own."""
    item = dates[index]
    fields = item.form.fields
    if fields.day is None or fields.month is not None:
        return _nearest(fields, anchor, latest)
    for rank in reversed(range(index)):
        point, other = points[rank], dates[rank]
        if point is None or other.birth or point.granularity is Granularity.YEAR:
            continue
        is_of_stay = abs((point.first - anchor).days) <= FAR_DAYS
        if is_of_stay or item.start - other.end <= FAR_TEXT:
            return _nearest_day(fields, point.first)
    return _nearest(fields, anchor, latest)


def _nearest_day(fields: DateFields, day: date) -> TimePoint:
    """The day of that number, on from `day` unless the one before is much nearer: stories go on."""
    behind = _latest(fields, day).first
    ahead = next(
        (
            other
            for step in range(_TWO_MONTHS)
            if (other := day + timedelta(days=step)).day == fields.day
        ),
        day,
    )
    is_ahead = (ahead - day).days <= NEARER * (day - behind).days
    return TimePoint(Granularity.DAY, ahead if is_ahead else behind)


def _nearest(fields: DateFields, anchor: date, latest: date) -> TimePoint:
    """The latest one not after the anchor, or the next where that is much nearer (an appointment), or alone has the weekday
    that is stated."""
    behind = _latest(fields, anchor)
    if fields.month is None and fields.day is None:
        return behind  # a weekday, a week
    limit = (
        min(latest, anchor + timedelta(days=_YEAR))
        if anchor <= date.max - timedelta(_YEAR)
        else anchor
    )
    if limit <= anchor:
        return behind
    ahead = _first_after(fields, anchor, limit)
    if ahead is None:
        return behind
    far, back = (ahead - anchor).days, (anchor - behind.first).days
    if fields.weekday is not None and fields.day is not None:
        fits = ahead.weekday() == fields.weekday and far <= _HALF_YEAR
        is_ahead = fits and (behind.first.weekday() != fields.weekday or far < back)
    else:
        is_ahead = NEARER * far <= back
    return TimePoint(behind.granularity, ahead) if is_ahead else behind


def _first_after(fields: DateFields, anchor: date, limit: date) -> date | None:
    """The first day (or the first of a month) after the anchor that the fields may mean; None beyond the limit."""
    for months in range(1 if fields.day is None else 0, 13):
        year, month = divmod(anchor.year * 12 + anchor.month - 1 + months, 12)
        if fields.month not in (None, month + 1):
            continue
        with suppress(ValueError):  # 30 February
            found = date(year, month + 1, fields.day or 1)
            if found > anchor:
                return found if found <= limit else None
    return None


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
