"""Dates that are not whole: « née le 14/03 », « née en mars 1941 », « 03/1941 », « née en 1941 »."""

import re
from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass, field
from typing import Final

from privacy.domain.leakscan.days import MONTH_WORDS, ROMAN_MONTHS, Day
from privacy.domain.leakscan.reading import ReadText
from privacy.domain.text import fold_phrase

_LOOK: Final = 32
_SEPARATORS: Final = frozenset("/.-")
_BORN: Final = re.compile(
    r"\b(?:nee?s?|naissance|naquit|ddn|dn|natif|native|anniv\w*|n\.)\b[^\d\n]*$"
)
_DATED: Final = re.compile(r"\b(?:le|du|au|des le|depuis le|jusqu'au) $")
_IN_YEAR: Final = re.compile(r"(?:\ben|\bann[ée]e|:)\s+$", re.IGNORECASE)
_YEAR: Final = 4  # figures


@dataclass(slots=True)
class Births:
    """Days, months and years of birth."""

    days: set[tuple[int, int]] = field(default_factory=set)  # (month, day)
    months: set[tuple[int, int]] = field(default_factory=set)  # (year, month)
    years: set[int] = field(default_factory=set)

    def add(self, days: Collection[Day]) -> None:
        for year, month, day in days:
            self.days.add((month, day))
            if year is not None and year > 99:
                self.months.add((year, month))
                self.years.add(year)

    def has_month(self, year: str, month: int) -> bool:
        """« 1941 », 3; « 41 », 3."""
        if len(year) == _YEAR:
            return (int(year), month) in self.months
        return any(known % 100 == int(year) and own == month for known, own in self.months)


def partials_at(
    rank: int, reading: ReadText, births: Births, days: Container[Day]
) -> Iterator[tuple[int, int]]:
    """(start, end) of what the month name or the number of this rank begins."""
    read = reading.words
    word = read[rank]
    month = MONTH_WORDS.get(word) or (ROMAN_MONTHS.get(word) if len(word) > 1 else None)
    if month is not None:
        following = "".join(read[rank + 1 : rank + 2])
        is_year = following.isdecimal() and len(following) in (2, _YEAR)
        if is_year and births.has_month(following, month) and _stands_alone(reading, rank):
            yield reading.start(rank), reading.end(rank + 1)
        return
    if not (word.isascii() and word.isdecimal()):
        return
    if len(word) == _YEAR and int(word) in births.years:
        yield reading.start(rank), reading.end(rank)
    if len(word) <= 2 and _is_pair(reading, rank) and not _is_numbered(reading, rank):
        following = read[rank + 1]
        first, second = int(word), int(following)
        is_month = len(following) == _YEAR and births.has_month(following, first)
        is_day = len(following) <= 2 and not _is_pair(reading, rank + 1)
        if is_month or (is_day and Day(None, second, first) in days):
            yield reading.start(rank), reading.end(rank + 1)


def _stands_alone(reading: ReadText, rank: int) -> bool:
    """True for a month that no day stands before, with its year behind."""
    return reading.joins(rank, rank + 1) and not _is_numbered(reading, rank)


def _is_pair(reading: ReadText, rank: int) -> bool:
    """True for two numbers with one sign of a date between."""
    if rank + 1 >= len(reading.words) or not reading.words[rank + 1].isdecimal():
        return False
    return reading.text[reading.end(rank) : reading.start(rank + 1)] in _SEPARATORS


def _is_numbered(reading: ReadText, rank: int) -> bool:
    """True when a number, the day of another date, stands just before."""
    if not rank or not reading.words[rank - 1].isdecimal():
        return False
    return reading.start(rank) - reading.end(rank - 1) <= 1


def is_born(text: str, start: int) -> bool:
    """« née le … », « DDN : … »."""
    return _BORN.search(fold_phrase(text[max(0, start - _LOOK) : start]) + " ") is not None


def is_birth_year(text: str, start: int) -> bool:
    """« née en … », « née à Dijon en … »; not the year of « née en avril … »."""
    return is_born(text, start) and _IN_YEAR.search(text[max(0, start - _LOOK) : start]) is not None


def is_dated(text: str, start: int) -> bool:
    """« le … », « depuis le … »."""
    return _DATED.search(fold_phrase(text[max(0, start - _LOOK) : start]) + " ") is not None
