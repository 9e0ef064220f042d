"""One patient's originals as keys: which words of a text are worth the exact look-up.

Sound, not exact: whatever the exact scan finds stands at a place that the sieve lets through (`tests/…/test_quick_scan.py`).
One table of flags, by the first bits of a key, answers for all words of a text at once. A word at edit distance one
from another becomes the same word when each loses one letter at most (symmetric deletions), so misspellings are look-ups too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from privacy.domain.leakscan import demonyms
from privacy.domain.leakscan.context import CIVILITIES
from privacy.domain.leakscan.days import BARE, ROMAN_MONTHS
from privacy.domain.leakscan.glyphs import ZERO, Bytes, symbols_of
from privacy.domain.leakscan.keys import (
    BITS,
    Keys,
    Places,
    Words64,
    heads,
    key_of,
    running_sums,
    scales,
    shortened,
    stretches,
)
from privacy.domain.leakscan.reading import SAME

MIN_TYPO: Final = 5  # letters of a name that is looked for misspelt
_SHORT_FORMS: Final = {
    full: tuple(short for short, opened in SAME.items() if opened == full) for full in SAME.values()
}
_WHOLE, _BEGUN, _NEAR, _INITIALS, _FRAGMENT, _TOWN = 1, 2, 4, 8, 16, 32
_ALIKE, _CALLED = 1, 2  # of two letters that begin a name, or what is called after a town
_CENTURY: Final = 100
_YEAR: Final = 4  # figures
_NOWHERE: Final = np.zeros(0, dtype=np.int64)
# symbols of « I », « V », « X », and the months that they stand for
_NUMERALS: Final = [
    (ord(numeral) - ord("a") + 1, month)
    for numeral, month in ROMAN_MONTHS.items()
    if len(numeral) == 1
]
_SHORT: Final = MIN_TYPO - 2  # letters of a word that is no misspelling
_PAIRS: Final = 1 << 16  # pairs of symbols
_NO_EDGE: Final = np.zeros(_PAIRS, dtype=np.uint8)
PLAIN_NUMBER: Final = 8  # digits; a longer number may hold a number of the patient


@dataclass(frozen=True, slots=True)
class Sought:
    """What a patient's patterns look for, folded. `titled` may follow a civility within one word; `days` are
    (month, day), `births` months; `fragments` are beginnings and ends of numbers, years of birth, ages; `towns` the first
    letters of demonyms."""

    cores: Sequence[str]
    titled: Sequence[str]
    misspelt: Sequence[str]
    initials: Iterable[str]
    days: frozenset[tuple[int, int]]
    fragments: Sequence[str] = ()
    births: frozenset[int] = frozenset()
    towns: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Sifted:
    """Ranks of words: where a core may begin, what may be misspelt, where a date or initials may stand; runs that were
    cut (first and last rank) that may be a misspelling; numbers with a letter on both sides; long numbers; numbers that may begin or
    end one of the patient's; where a date that is not whole may stand; capitals behind a civility; what may be called
    after a town."""

    cores: list[int]
    misspelt: list[int]
    slips: list[tuple[int, int]]
    days: list[int]
    initials: list[int]
    inside: list[int]
    long: list[int]
    fragments: list[int]
    partials: list[int]
    letters: list[int]
    demonyms: list[int]


@cache
def _civilities() -> tuple[Words64, Words64]:
    """Keys of the civilities, and what a key is multiplied by when its word stands behind them."""
    powers, _ = scales(1)
    keys = [key_of(word) for word in CIVILITIES]
    return np.array(keys, dtype=np.uint64), powers[[len(word) for word in CIVILITIES]]


def _titled(names: Words64) -> Words64:
    """Keys of the names behind each civility, in one word."""
    keys, scale = _civilities()
    return (keys[:, None] + scale[:, None] * names).ravel()


class Sieve:
    """Made once a patient, used on each of his texts."""

    __slots__ = (
        "_births",
        "_born",
        "_days",
        "_edges",
        "_flags",
        "_fragments",
        "_months",
        "_near",
        "_numerals",
        "_towns",
    )

    def __init__(self, sought: Sought) -> None:
        self._flags = np.zeros(1 << BITS, dtype=np.uint8)
        self._near: frozenset[int] = frozenset()
        self._edges: tuple[Bytes, Bytes] = (_NO_EDGE, _NO_EDGE)
        self._mark(sought)
        self._months = 0
        self._days = np.zeros(_CENTURY * _CENTURY if sought.days else 0, dtype=np.bool_)
        self._births = np.zeros(_CENTURY, dtype=np.bool_)
        self._births[list(sought.births)] = True
        self._born = sum(1 << month for month in sought.births)
        self._numerals = np.zeros(1 << 8, dtype=np.bool_)
        for letter, month in _NUMERALS:
            self._numerals[letter] = any(month == own for own, _ in sought.days)
        self._fragments, self._towns = bool(sought.fragments), bool(sought.towns)
        for month, day in sought.days:
            self._months |= 1 << month
            self._days[month * _CENTURY + day] = True

    def _mark(self, sought: Sought) -> None:
        """All words of the patient in a row, so that each kind of key is a few array operations."""
        initials = [w for word in sought.initials for w in (word, *_SHORT_FORMS.get(word, ()))]
        own = [
            *initials, *sought.titled, *sought.cores, *sought.misspelt, *sought.fragments, *sought.towns,
        ]  # fmt: skip
        if not own:
            return
        symbols = symbols_of("".join(own))
        sums = running_sums(symbols)
        sizes = np.fromiter(map(len, own), dtype=np.int64, count=len(own))
        ends = sizes.cumsum()
        starts = ends - sizes
        titled = len(initials)
        cores = titled + len(sought.titled)
        near = cores + len(sought.cores)
        fragments = near + len(sought.misspelt)
        towns = fragments + len(sought.fragments)
        whole = stretches(sums, starts, ends)
        self._add(whole[:titled], _INITIALS)
        self._add(np.concatenate([whole[cores:near], _titled(whole[titled:cores])]), _WHOLE)
        self._add(_begun(sums, starts[cores:near], sizes[cores:near]), _BEGUN)
        self._add(whole[fragments:towns], _FRAGMENT)
        self._add(whole[towns:], _TOWN)
        misspelt = shortened(sums, starts[near:fragments], ends[near:fragments])[0]
        misspelt = np.concatenate([whole[near:fragments], misspelt])
        self._add(misspelt, _NEAR)
        self._near = frozenset(misspelt.tolist())
        first, last = np.zeros(_PAIRS, dtype=np.uint8), np.zeros(_PAIRS, dtype=np.uint8)
        first[_pairs_at(symbols, starts[near:fragments])] = _ALIKE
        first[_pairs_at(symbols, starts[towns:])] |= np.uint8(_CALLED)
        last[_pairs_at(symbols, ends[near:fragments] - 2)] = 1
        self._edges = first, last

    def _add(self, keys: Words64, flag: int) -> None:
        places = heads(keys)
        self._flags[places] = self._flags.take(places) | np.uint8(flag)

    def sift(self, keys: Keys) -> Sifted:
        """What of a text the exact scan must look at."""
        flags = self._flags.take(heads(keys.words))
        pairs = keys.pairs()
        twos = self._flags.take(heads(pairs))
        misspelt, slips, called = self._misspelt(keys, flags)
        numbers = keys.numbers
        second = numbers[:-1][numbers[1:] - numbers[:-1] == 1]
        alone = numbers[(flags.take(numbers) & _FRAGMENT) != 0].tolist() if self._fragments else []
        return Sifted(
            self._cores(keys, flags, twos, pairs),
            [*misspelt, *keys.saints],
            slips,
            list(self._dated(keys, numbers)) if self._months else [],
            self._initials(keys, flags, twos),
            keys.inside(),
            numbers[keys.sizes.take(numbers) > PLAIN_NUMBER].tolist(),
            [*{*alone, *self._rows(keys, second, twos, pairs)}] if self._fragments else [],
            [*{*alone, *self._partials(keys, second)}] if self._months else [],
            keys.titled_letters(),
            self._demonyms(keys, called) if len(called) else [],
        )

    def _rows(self, keys: Keys, second: Places, twos: Bytes, pairs: Words64) -> Iterator[int]:
        """Two numbers or three in a row that are a fragment together; `second`: numbers with one behind."""
        yield from second[(twos.take(second) & _FRAGMENT) != 0].tolist()
        third = second[:-1][second[1:] - second[:-1] == 1]
        threes = self._flags.take(heads(keys.triples(third, pairs)))
        yield from third[(threes & _FRAGMENT) != 0].tolist()

    def _partials(self, keys: Keys, second: Places) -> Iterator[int]:
        """Names of the months of birth; two numbers with one sign between that are a day and a month of his, or a month
        of birth and a year."""
        if self._born:
            yield from (keys.marks & np.uint16(self._born)).nonzero()[0].tolist()
        linked = second[keys.starts.take(second + 1) - keys.ends.take(second) == 1]
        if not len(linked):
            return
        sizes = keys.sizes.take(linked + 1)
        first = _values(keys, linked, keys.sizes.take(linked))
        known = self._days.take(_values(keys, linked + 1, sizes) * _CENTURY + first)
        known |= (sizes == _YEAR) & self._births.take(first)
        yield from linked[known].tolist()

    def _demonyms(self, keys: Keys, called: Places) -> list[int]:
        """Of the words that begin like one, those whose first four letters do."""
        long = called[keys.sizes.take(called) >= demonyms.LEAST]
        starts = keys.starts.take(long)
        begun = self._flags.take(heads(stretches(keys.sums, starts, starts + demonyms.FIRST)))
        found: list[int] = long[(begun & _TOWN) != 0].tolist()
        return found

    def _cores(self, keys: Keys, flags: Bytes, twos: Bytes, pairs: Words64) -> list[int]:
        """A core is one word or two, or goes on behind the second."""
        begun = (flags[:-1] & twos[:-1] & _BEGUN).nonzero()[0]
        threes = self._flags.take(heads(keys.triples(begun, pairs)))
        longer = begun[((twos.take(begun) & _WHOLE) | (threes & _BEGUN)).nonzero()[0]]
        return [*{*(flags & _WHOLE).nonzero()[0].tolist(), *longer.tolist()}]

    @staticmethod
    def _initials(keys: Keys, flags: Bytes, twos: Bytes) -> list[int]:
        """A word that may stand behind a civility, or a letter and another not far behind, none of them small."""
        alone = (flags & _INITIALS).nonzero()[0]
        pairs = (twos[:-1] & _INITIALS).nonzero()[0]
        return [
            *(rank for rank in keys.capitals(alone, alone) if keys.may_be_titled(rank)),
            *(rank for rank in keys.capitals(pairs, pairs + 1) if keys.are_twins(rank)),
        ]

    def _misspelt(
        self, keys: Keys, flags: Bytes
    ) -> tuple[list[int], list[tuple[int, int]], Places]:
        """Ranks of words and of runs that were cut, as they are or less a letter a word of the patient less one at
        most; ranks of the words that begin with the two letters of a demonym."""
        if not self._near and not self._towns:
            return [], [], _NOWHERE
        runs = keys.cut_runs() if len(keys.cut) else []
        long = (keys.sizes > _SHORT).nonzero()[0]
        starts, ends = keys.starts.take(long), keys.ends.take(long)
        # one error leaves two letters of a name alone at its beginning or at its end
        first, last = self._edges
        alike = first.take(_pairs_at(keys.symbols, starts))
        called = long[(alike & _CALLED) != 0]
        alike &= np.uint8(_ALIKE)
        alike |= last.take(_pairs_at(keys.symbols, ends - 2))
        kept = alike.nonzero()[0]
        long, starts, ends = long.take(kept), starts.take(kept), ends.take(kept)
        if runs:
            bounds = np.array(runs)
            starts = np.concatenate([starts, keys.starts.take(bounds[:, 0])])
            ends = np.concatenate([ends, keys.ends.take(bounds[:, 1])])
        less, ranks = shortened(keys.sums, starts, ends)
        found = self._are_near(less, ranks, self._flags.take(heads(less)))
        if runs:
            whole = stretches(keys.sums, starts[len(long) :], ends[len(long) :])
            places = np.arange(len(long), len(starts))
            found |= self._are_near(whole, places, self._flags.take(heads(whole)))
        words = self._are_near(keys.words, np.arange(len(flags)), flags)
        words |= {long.item(rank) for rank in found if rank < len(long)}
        slips = [runs[rank - len(long)] for rank in found if rank >= len(long)]
        return [*words], slips, called

    def _are_near(self, keys: Words64, ranks: Places, flags: Bytes) -> set[int]:
        """Ranks of the keys that are one of the patient's, less a letter or not."""
        hits = (flags & _NEAR).nonzero()[0]
        pairs = zip(ranks.take(hits).tolist(), keys.take(hits).tolist(), strict=True)
        return {rank for rank, key in pairs if key in self._near}

    def _dated(self, keys: Keys, numbers: Places) -> Iterator[int]:
        """Names of a month of the patient's, numbers of a date without separators, two numbers that may be a day and
        a month of his among three."""
        yield from (keys.marks & np.uint16(self._months)).nonzero()[0].tolist()
        numerals = keys.letters_between(numbers)
        yield from numerals[
            self._numerals.take(keys.symbols.take(keys.starts.take(numerals)))
        ].tolist()
        sizes = keys.sizes.take(numbers)
        yield from numbers[(sizes == BARE[0]) | (sizes == BARE[1])].tolist()
        if len(numbers) < 3:
            return
        values = _values(keys, numbers, sizes)
        in_row = numbers[2:] - numbers[:-2] == 2
        month = values[1:-1] * _CENTURY
        known = self._days.take(month + values[:-2]) | self._days.take(month + values[2:])
        known |= self._days.take(values[:-2] * _CENTURY + values[1:-1])  # « 03/14/1941 »
        yield from numbers[:-2][in_row & known].tolist()


def _pairs_at(symbols: Bytes, places: Places) -> Places:
    """The symbol at each place and the next one, as one number."""
    return symbols.take(places).astype(np.int64) << 8 | symbols.take(places + 1)


def _begun(sums: Words64, starts: Places, sizes: Places) -> Words64:
    """Keys of all beginnings of the stretches, themselves among them."""
    if not len(starts):
        return sums[:0]
    _, inverses = scales(len(sums))
    ranks = starts.repeat(sizes)
    ends = np.arange(starts[0], starts[0] + len(ranks)) + 1
    return (sums.take(ends) - sums.take(ranks)) * inverses.take(ranks)


def _values(keys: Keys, numbers: Places, sizes: Places) -> Places:
    """Values of numbers of one or two figures; 0, which is neither day nor month, for the others."""
    first = keys.symbols.take(keys.starts.take(numbers)).astype(np.int64) - ZERO
    last = keys.symbols.take(keys.ends.take(numbers) - 1).astype(np.int64) - ZERO
    return np.where(sizes == 2, first * 10 + last, np.where(sizes == 1, last, 0))
