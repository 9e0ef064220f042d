"""The time that the services tell while the history is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

WEEKS: Final = 3
DAYS: Final = 5 * WEEKS  # without week-ends
_SATURDAY: Final = 5


@dataclass(slots=True)
class Clock:
    """Stands still until it is moved; never goes back. `days` are the working days of the history.

    Example: `clock.at(3, "09:30")` is half past nine on the third of them.
    """

    days: tuple[date, ...]
    now: datetime

    @classmethod
    def before(cls, today: date) -> Clock:
        """The three weeks that end the day before `today`."""
        all_days = [today - timedelta(days=7 * WEEKS - n) for n in range(7 * WEEKS)]
        days = tuple(day for day in all_days if day.weekday() < _SATURDAY)
        return cls(days, timezone.make_aware(datetime.combine(days[0], time(8))))

    def at(self, day: int, hour: str) -> None:
        """Moves to that hour of a day, from 1 to DAYS."""
        moment = datetime.combine(self.days[day - 1], time.fromisoformat(hour))
        self.now = max(self.now, timezone.make_aware(moment))

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    @contextmanager
    def held(self) -> Iterator[Clock]:
        """Every service asks `timezone.now()`: within, it is this clock's time."""
        true = timezone.now
        timezone.now = lambda: self.now
        try:
            yield self
        finally:
            timezone.now = true
