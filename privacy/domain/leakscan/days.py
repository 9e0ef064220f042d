"""Full dates in running text, in every written form that is made of figures and month names."""

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from typing import Final, NamedTuple

from privacy.domain.leakscan.reading import Reading, ReadText
from privacy.domain.text import fold_phrase, words
from privacy.domain.time.lexicon import MONTHS
from privacy.domain.time.numerals import to_words

_LINKS: Final = frozenset(" ./-_,\u00a0\u202f\n\t'’:")
_LINK: Final = 3  # characters between two parts
_ORDINALS: Final = frozenset(words("er ere eme e"))
_ENGLISH: Final = words(
    "january february march april may june july august september october november december"
)
_FULL_MONTHS: Final = frozenset(map(fold_phrase, MONTHS))
_SPELLED: Final = {to_words(n): n for n in (*range(1, 17), 20, 30)} | {"premier": 1}
# « dix-sept », « vingt et un », « trente et un »
_TENS: Final = {"dix": (7, 9), "vingt": (1, 9), "trente": (1, 1)}
# « mil neuf cent cinquante », « deux mille deux »
_YEAR_WORDS: Final = frozenset(_SPELLED).union(
    words("mil mille cent cents quarante cinquante soixante quatre vingts et septante nonante")
)
BARE: Final = (6, 8)  # figures of a date without separators
_FEW: Final = 12  # words, each of which is looked at sooner than a text is indexed
_CENTURY: Final = 30  # « 31 » is 1931, « 30 » is 2030


def _month_words() -> dict[str, int]:
    """Full names and the beginnings, of three letters or more, that only one month has."""
    names = [(fold_phrase(name), n) for n, name in enumerate(MONTHS, 1)]
    names += [(name, n) for n, name in enumerate(_ENGLISH, 1)]
    starts: dict[str, set[int]] = {}
    for name, n in names:
        for size in range(3, len(name) + 1):
            starts.setdefault(name[:size], set()).add(n)
    return {start: n for start, (n, *more) in starts.items() if not more}


MONTH_WORDS: Final = _month_words()
ROMAN_MONTHS: Final = {
    numeral: n for n, numeral in enumerate(words("i ii iii iv v vi vii viii ix x xi xii"), 1)
}
MONTHS_WRITTEN: Final = frozenset((*MONTH_WORDS, *ROMAN_MONTHS))


class Day(NamedTuple):
    """A calendar day; `year` is None when it is not written, below 100 when two figures are."""

    year: int | None
    month: int
    day: int

    def ways(self) -> tuple["Day", ...]:
        """What a text may write for it: four figures of its year, two, none. Nothing for a day without year."""
        year, month, day = self
        if year is None:
            return ()
        found = (self, Day(year % 100, month, day), Day(None, month, day))
        if year > 99:
            return found
        return (*found, Day(1900 + year, month, day), Day(2000 + year, month, day))


_Stretches = Iterable[tuple[Day, int, int]]


def days_in(
    reading: Reading, wanted: Container[Day] | None = None
) -> Iterator[tuple[Day, int, int]]:
    """(day, start, end) of each date: « 3.5.1951 », « 1951-05-03 », « 03051951 », « 030551 », « 3 mai 51 », « 3.V.1951 »,
    « May 3, 1951 », « 05/30/1951 », « trois mai 1951 ».

    Only the `wanted` ones when given.
    """
    is_short = len(reading.words) <= _FEW
    ranks = range(len(reading.words)) if is_short else _beginnings(reading)
    return days_at(ranks, reading, wanted)


def may_tell_year(row: Sequence[str]) -> bool:
    """False for the words of a text that holds no day with its year: two words, none of six figures or eight."""
    return len(row) > 2 or any(len(word) in BARE and word.isdecimal() for word in row)


def days_at(
    ranks: Iterable[int], reading: ReadText, wanted: Container[Day] | None = None
) -> Iterator[tuple[Day, int, int]]:
    """The same, of the dates whose month name or first number has one of these ranks."""
    for rank in ranks:
        for day, first, last in _candidates(reading, rank):
            if (wanted is None or day in wanted) and _are_linked(reading, first, last):
                yield day, reading.start(first), reading.end(last)


def _beginnings(reading: Reading) -> list[int]:
    """Ranks of month names, of numbers before two more, of numbers of six or eight digits."""
    read, numbers = reading.words, reading.numbers
    ranks = reading.ranks(numbers | (MONTHS_WRITTEN & reading.distinct))
    return [
        rank
        for rank in ranks
        if len(read[rank]) in BARE
        or read[rank] in MONTHS_WRITTEN
        or numbers.issuperset(read[rank : rank + 3])
    ]


def _candidates(reading: ReadText, rank: int) -> _Stretches:
    """(day, first rank, last rank), whatever stands between the words."""
    read = reading.words
    word = read[rank]
    month = MONTH_WORDS.get(word)
    if month is not None:
        named = _named(read, rank, str(month))
        return chain(named, _spelled(reading, rank)) if word in _FULL_MONTHS else named
    if not word.isdecimal():
        roman = ROMAN_MONTHS.get(word)
        return () if roman is None else _roman(read, rank, str(roman))
    if len(word) <= 4:
        return _figures(read, rank, word)
    found: tuple[Day, ...] = ()
    if len(word) in BARE:
        found = _days(word[4:], word[2:4], word[:2])
    if len(word) == BARE[1]:
        found += _days(word[:4], word[4:6], word[6:])
    return [(day, rank, rank) for day in found]


def _are_linked(reading: ReadText, first: int, last: int) -> bool:
    """True when each of these words and the next one may be parts of one date."""
    text = reading.text
    for rank in range(first, last):
        between = text[reading.end(rank) : reading.start(rank + 1)]
        if len(between) > _LINK or not _LINKS.issuperset(between):
            return False
    return True


def _figures(read: Sequence[str], rank: int, first: str) -> _Stretches:
    if rank + 2 >= len(read):
        return ()
    second, third = read[rank + 1], read[rank + 2]
    if not (second.isdecimal() and third.isdecimal()) or len(second) > 2:
        return ()
    if len(first) == 4 and len(third) <= 2:
        return [(day, rank, rank + 2) for day in _days(first, second, third)]
    if len(first) <= 2 and len(third) in (2, 4):
        found = _days(third, second, first)
        if not found and len(third) == 4:  # « 03/14/1941 »
            found = _days(third, first, second)
        return [(day, rank, rank + 2) for day in found]
    return ()


def _named(read: Sequence[str], rank: int, month: str) -> _Stretches:
    """A month name between its day and its year, or before both in English order."""
    before = rank - 2 if rank > 1 and read[rank - 1] in _ORDINALS else rank - 1
    day, after = _digits(read, before), _digits(read, rank + 1)
    found: list[tuple[Day, int, int]] = []
    if 0 < len(day) <= 2:
        if len(after) in (2, 4):
            found += [(known, before, rank + 1) for known in _days(after, month, day)]
        found += [(known, before, rank) for known in _days("", month, day)]
    if 0 < len(after) <= 2 and len(year := _digits(read, rank + 2)) == 4:
        found += [(known, rank, rank + 2) for known in _days(year, month, after)]
    return found


def _roman(read: Sequence[str], rank: int, month: str) -> _Stretches:
    """« 14.III.1941 »: a numeral between a day and a year."""
    day, year = _digits(read, rank - 1), _digits(read, rank + 1)
    if not 0 < len(day) <= 2 or len(year) not in (2, 4):
        return ()
    return [(known, rank - 1, rank + 1) for known in _days(year, month, day)]


def _spelled(reading: ReadText, rank: int) -> Iterator[tuple[Day, int, int]]:
    """« neuf juillet 1950 », « vingt et un juillet », « premier mai mil neuf cent cinquante »; a year in words is
    covered but not read."""
    read = reading.words
    unit = _SPELLED.get(read[rank - 1]) if rank else None
    if unit is None:
        return
    before = rank - 3 if rank > 2 and read[rank - 2] == "et" else rank - 2
    ten = read[before] if before >= 0 and _are_linked(reading, before, rank) else ""
    least, most = _TENS.get(ten, (1, 0))
    first, day = (before, _SPELLED[ten] + unit) if least <= unit <= most else (rank - 1, unit)
    month, year = str(MONTH_WORDS[read[rank]]), _digits(read, rank + 1)
    if len(year) in (2, 4):
        yield from ((found, first, rank + 1) for found in _days(year, month, str(day)))
    last = rank
    while (
        last + 1 < len(read)
        and read[last + 1] in _YEAR_WORDS
        and _are_linked(reading, last, last + 1)
    ):
        last += 1
    last = last if last - rank > 2 else rank  # « mil neuf cent … »: three words or more
    yield from ((found, first, last) for found in _days("", month, str(day)))


def _digits(read: Sequence[str], rank: int) -> str:
    return word if 0 <= rank < len(read) and (word := read[rank]).isdecimal() else ""


def _days(year: str, month: str, day: str) -> tuple[Day, ...]:
    """The day if the calendar has it."""
    m, d, y = int(month), int(day), int(year) if year else 2000
    full = y if y > 99 else y + (2000 if y <= _CENTURY else 1900)
    try:
        date(full, m, d)
    except ValueError:
        return ()
    if not year:
        return (Day(None, m, d),)
    return (Day(y if len(year) == 2 else full, m, d),)
