"""Full dates in running text, in every written form that is made of figures and month names."""

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from privacy.domain.leakscan.reading import Reading, ReadText
from privacy.domain.text import fold, words
from privacy.domain.time.lexicon import MONTHS
from privacy.domain.time.numerals import to_words

_LINKS: Final = frozenset(" ./-_,\u00a0\u202f\n\t'’:")
_LINK: Final = 3  # characters between two parts
_ORDINALS: Final = frozenset(words("er ere eme e"))
_ENGLISH: Final = words(
    "january february march april may june july august september october november december"
)
_FULL_MONTHS: Final = frozenset(map(fold, MONTHS))
_SPELLED: Final = {to_words(n): n for n in (*range(1, 17), 20, 30)} | {"premier": 1}
# « dix-sept », « vingt et un », « trente et un »
_TENS: Final = {"dix": (7, 9), "vingt": (1, 9), "trente": (1, 1)}
# « mil neuf cent cinquante », « deux mille deux »
_YEAR_WORDS: Final = frozenset(_SPELLED).union(
    words("mil mille cent cents quarante cinquante soixante quatre vingts et septante nonante")
)
BARE: Final = (6, 8)  # figures of a date without separators
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


MONTH_WORDS: Final = _month_words()
_MONTH_KEYS: Final = frozenset(MONTH_WORDS)


class Day(NamedTuple):
    """A calendar day; `year` is None when it is not written, below 100 when two figures are."""

    year: int | None
    month: int
    day: int

    def ways(self) -> Iterator["Day"]:
        """What a text may write for it: four figures of its year, two, none. Nothing for a day without year."""
        year, month, day = self
        if year is None:
            return
        yield from (self, Day(year % 100, month, day), Day(None, month, day))
        if year < 100:
            yield from (Day(century + year, month, day) for century in (1900, 2000))


def days_in(
    reading: Reading, wanted: Container[Day] | None = None
) -> Iterator[tuple[Day, int, int]]:
    """(day, start, end) of each date: « 3.5.1951 », « 1951-05-03 », « 03051951 », « 030551 », « 3 mai 51 »,
    « May 3, 1951 », « trois mai 1951 ».

    Only the `wanted` ones when given.
    """
    read = reading.words
    # most dates of entities: three numbers
    is_plain = len(read) == 3 and all(word.isdecimal() and len(word) < BARE[0] for word in read)
    yield from days_at([0] if is_plain else _beginnings(reading), reading, wanted)


def days_at(
    ranks: Iterable[int], reading: ReadText, wanted: Container[Day] | None = None
) -> Iterator[tuple[Day, int, int]]:
    """The same, of the dates whose month name or first number has one of these ranks."""
    read = reading.words
    for rank in ranks:
        for day, first, last in _candidates(read, rank):
            known = wanted is None or day in wanted
            if known and all(_linked(reading, i) for i in range(first, last)):
                yield day, reading.start(first), reading.end(last)


def _beginnings(reading: Reading) -> list[int]:
    """Ranks of month names, of numbers before two more, of numbers of six or eight digits."""
    read, numbers = reading.words, reading.numbers
    ranks = reading.ranks(numbers | (_MONTH_KEYS & reading.distinct))
    return [
        rank
        for rank in ranks
        if len(read[rank]) in BARE
        or read[rank] in MONTH_WORDS
        or numbers.issuperset(read[rank : rank + 3])
    ]


def _candidates(read: Sequence[str], rank: int) -> Iterator[tuple[Day, int, int]]:
    """(day, first rank, last rank), whatever stands between the words."""
    word = read[rank]
    if word in MONTH_WORDS:
        yield from _named(read, rank)
        if word in _FULL_MONTHS:
            yield from _spelled(read, rank)
    elif not word.isdecimal():
        return
    elif len(word) == 6:
        yield from ((day, rank, rank) for day in _days(word[4:], word[2:4], word[:2]))
    elif len(word) == 8:
        yield from ((day, rank, rank) for day in _days(word[4:], word[2:4], word[:2]))
        yield from ((day, rank, rank) for day in _days(word[:4], word[4:6], word[6:]))
    elif len(word) <= 4:
        yield from _figures(read, rank)


def _linked(reading: ReadText, rank: int) -> bool:
    """True when a word and the next one may be parts of one date."""
    between = reading.text[reading.end(rank) : reading.start(rank + 1)]
    return len(between) <= _LINK and not set(between) - _LINKS


def _figures(read: Sequence[str], rank: int) -> Iterator[tuple[Day, int, int]]:
    row = read[rank : rank + 3]
    if len(row) < 3 or not (row[1].isdecimal() and row[2].isdecimal()) or len(row[1]) > 2:
        return
    first, second, third = row
    if len(first) == 4 and len(third) <= 2:
        yield from ((day, rank, rank + 2) for day in _days(first, second, third))
    elif len(first) <= 2 and len(third) in (2, 4):
        yield from ((day, rank, rank + 2) for day in _days(third, second, first))


def _named(read: Sequence[str], rank: int) -> Iterator[tuple[Day, int, int]]:
    """A month name between its day and its year, or before both in English order."""
    month = str(MONTH_WORDS[read[rank]])
    before = rank - 2 if rank > 1 and read[rank - 1] in _ORDINALS else rank - 1
    after, year = _digits(read, rank + 1), _digits(read, rank + 2)
    if before >= 0 and 0 < len(_digits(read, before)) <= 2:
        if len(after) in (2, 4):
            yield from ((day, before, rank + 1) for day in _days(after, month, read[before]))
        yield from ((day, before, rank) for day in _days("", month, read[before]))
    if 0 < len(after) <= 2 and len(year) == 4:
        yield from ((day, rank, rank + 2) for day in _days(year, month, after))


def _spelled(read: Sequence[str], rank: int) -> Iterator[tuple[Day, int, int]]:
    """« neuf juillet 1950 », « vingt et un juillet », « premier mai mil neuf cent cinquante »; a year in words is
    covered but not read."""
    unit = _SPELLED.get(read[rank - 1]) if rank else None
    if unit is None:
        return
    before = rank - 3 if rank > 2 and read[rank - 2] == "et" else rank - 2
    ten = read[before] if before >= 0 else ""
    least, most = _TENS.get(ten, (1, 0))
    first, day = (before, _SPELLED[ten] + unit) if least <= unit <= most else (rank - 1, unit)
    month, year = str(MONTH_WORDS[read[rank]]), _digits(read, rank + 1)
    if len(year) in (2, 4):
        yield from ((found, first, rank + 1) for found in _days(year, month, str(day)))
    last = rank
    while last + 1 < len(read) and read[last + 1] in _YEAR_WORDS:
        last += 1
    last = last if last - rank > 2 else rank  # « mil neuf cent … »: three words or more
    yield from ((found, first, last) for found in _days("", month, str(day)))


def _digits(read: Sequence[str], rank: int) -> str:
    return read[rank] if rank < len(read) and read[rank].isdecimal() else ""


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
