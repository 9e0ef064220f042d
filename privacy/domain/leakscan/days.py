"""Full dates in running text, in every written form that is made of figures and month names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from privacy.domain.leakscan.reading import Token
from privacy.domain.text import fold, words
from privacy.domain.time.lexicon import MONTHS

_LINKS: Final = frozenset(" ./-_,\u00a0\u202f\n\t'’:")
_LINK: Final = 3  # characters between two parts
_ORDINALS: Final = frozenset(words("er ere eme e"))
_ENGLISH: Final = words(
    "january february march april may june july august september october november december"
)
_CENTURY: Final = 30  # « 31 » is 1931, « 30 » is 2030


def _month_words() -> dict[str, int]:
    """Full names and the beginnings, of three letters or more, that only one month has."""
    names = [(fold(name), n) for n, name in enumerate(MONTHS, 1)]
    names += [(name, n) for n, name in enumerate(_ENGLISH, 1)]
    starts: dict[str, set[int]] = {}
    for name, n in names:
        for size in range(3, len(name) + 1):
            starts.setdefault(name[:size], set()).add(n)
    return {start: n for start, (n, *more) in starts.items() if not more}


_MONTHS: Final = _month_words()


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day; `year` is None when it is not written, below 100 when two figures are."""

    year: int | None
    month: int
    day: int

    def ways(self) -> Iterator["Day"]:
        """What a text may write for it: four figures of its year, two, none. Nothing for a day without year."""
        if self.year is None:
            return
        yield from (self, replace(self, year=self.year % 100), replace(self, year=None))
        if self.year < 100:
            yield from (replace(self, year=century + self.year) for century in (1900, 2000))


def days_in(text: str, tokens: Sequence[Token]) -> Iterator[tuple[Day, int, int]]:
    """(day, start, end) of each date: « 3.5.1951 », « 1951-05-03 », « 03051951 », « 3 mai 51 », « May 3, 1951 »."""
    for rank, (word, start, end) in enumerate(tokens):
        if word.isdigit():
            if len(word) == 8:
                yield from ((day, start, end) for day in _glued(word))
            elif len(word) <= 4 and rank + 2 < len(tokens):
                yield from _figures(text, tokens, rank)
        elif word in _MONTHS:
            yield from _named(text, tokens, rank)


def _linked(text: str, left: Token, right: Token) -> bool:
    between = text[left[2] : right[1]]
    return len(between) <= _LINK and not set(between) - _LINKS


def _glued(word: str) -> Iterator[Day]:
    yield from _days(word[4:], word[2:4], word[:2])
    yield from _days(word[:4], word[4:6], word[6:])


def _figures(text: str, tokens: Sequence[Token], rank: int) -> Iterator[tuple[Day, int, int]]:
    first, second, third = tokens[rank : rank + 3]
    if not (second[0].isdigit() and third[0].isdigit() and len(second[0]) <= 2):
        return
    if not (_linked(text, first, second) and _linked(text, second, third)):
        return
    if len(first[0]) == 4 and len(third[0]) <= 2:
        found = _days(first[0], second[0], third[0])
    elif len(first[0]) <= 2 and len(third[0]) in (2, 4):
        found = _days(third[0], second[0], first[0])
    else:
        return
    yield from ((day, first[1], third[2]) for day in found)


def _named(text: str, tokens: Sequence[Token], rank: int) -> Iterator[tuple[Day, int, int]]:
    """A month name between its day and its year, or before both in English order."""
    here = tokens[rank]
    month = str(_MONTHS[here[0]])
    before = _number_before(text, tokens, rank)
    after = _number_after(text, tokens, rank)
    if before is not None:
        if after is not None and len(after[0]) in (2, 4):
            yield from ((d, before[1], after[2]) for d in _days(after[0], month, before[0]))
        else:
            yield from ((d, before[1], here[2]) for d in _days("", month, before[0]))
    elif after is not None and len(after[0]) <= 2 and rank + 2 < len(tokens):
        year = tokens[rank + 2]
        if year[0].isdigit() and len(year[0]) == 4 and _linked(text, after, year):
            yield from ((d, here[1], year[2]) for d in _days(year[0], month, after[0]))


def _number_before(text: str, tokens: Sequence[Token], rank: int) -> Token | None:
    place, last = rank - 1, tokens[rank]
    if place >= 0 and tokens[place][0] in _ORDINALS:  # « 1er mai »
        last, place = tokens[place], place - 1
    if place < 0 or not tokens[place][0].isdigit() or len(tokens[place][0]) > 2:
        return None
    return tokens[place] if _linked(text, tokens[place], last) else None


def _number_after(text: str, tokens: Sequence[Token], rank: int) -> Token | None:
    if rank + 1 == len(tokens) or not tokens[rank + 1][0].isdigit():
        return None
    return tokens[rank + 1] if _linked(text, tokens[rank], tokens[rank + 1]) else None


def _days(year: str, month: str, day: str) -> Iterator[Day]:
    """The day if the calendar has it."""
    m, d, y = int(month), int(day), int(year) if year else 2000
    full = y if y > 99 else y + (2000 if y <= _CENTURY else 1900)
    try:
        date(full, m, d)
    except ValueError:
        return
    if not year:
        yield Day(None, m, d)
    elif len(year) == 2:
        yield Day(y, m, d)
    else:
        yield Day(full, m, d)
