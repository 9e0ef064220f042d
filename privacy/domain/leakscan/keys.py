"""Keys of the words of a text: numbers that are equal when the folded words are, worked out for all words at once.

The key of c₀c₁…cₙ is Σ symbol(cᵢ)·Pⁱ⁺¹ modulo 2⁶⁴ (Karp and Rabin 1987; from P¹ on, or words that differ in their first
letter alone would have the same first bits). With the running sums of a text, the key of any
stretch, of two words joined and of a word that lost a letter are a few array operations. Different words may share a
key: keys only tell what is worth the exact look-up.
"""

from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from privacy.domain.leakscan.context import LOOK, TITLES
from privacy.domain.leakscan.days import MONTH_WORDS, ROMAN_MONTHS
from privacy.domain.leakscan.glyphs import (
    ALIKE,
    DIGIT,
    LETTER,
    LOWER,
    ODD,
    SWAPPED,
    UNCASED,
    UPPER,
    Bytes,
    opened,
    symbols_of,
    tables,
    units_of,
    with_signs,
)
from privacy.domain.leakscan.reading import SAME

Words64: TypeAlias = npt.NDArray[np.uint64]
Places: TypeAlias = npt.NDArray[np.int64]

LONGEST: Final = 1 << 18  # characters; a longer text is left to the exact scan
_FACTOR: Final = 0x9E3779B97F4A7C15
_INVERSE: Final = np.uint64(pow(_FACTOR, -1, 1 << 64))
_LEAST: Final = 1 << 15
BITS: Final = 17  # of a key that index a table
_SHIFT: Final = np.uint64(64 - BITS)
_APART: Final = 2  # signs between two initials
_SAINT: Final = 1  # bit of `_marks`; bit n is month n
_TITLE: Final = 1 << 13
_FAR: Final = LOOK - max(map(len, TITLES))  # from here on a look back may see half a word only


def _powers(base: int, size: int) -> Words64:
    found = np.full(size, base, dtype=np.uint64)
    found[0] = 1
    return np.multiply.accumulate(found)


@cache
def _scales(size: int) -> tuple[Words64, Words64]:
    """P⁰, P¹… and their inverses."""
    return _powers(_FACTOR, size), _powers(int(_INVERSE), size)


def scales(size: int) -> tuple[Words64, Words64]:
    """At least `size` of each; made in a few sizes only."""
    return _scales(max(_LEAST, 1 << (size - 1).bit_length()))


def running_sums(symbols: Bytes) -> Words64:
    """sums[i] is Σ symbol·P^(j+1) over j < i."""
    powers, _ = scales(len(symbols) + 1)
    sums = np.zeros(len(symbols) + 1, dtype=np.uint64)
    (symbols * powers[1 : len(symbols) + 1]).cumsum(out=sums[1:])
    return sums


def stretches(sums: Words64, starts: Places, ends: Places) -> Words64:
    """The key of each stretch."""
    _, inverses = scales(len(sums))
    return (sums.take(ends) - sums.take(starts)) * inverses.take(starts)


def shortened(sums: Words64, starts: Places, ends: Places) -> tuple[Words64, Places]:
    """Keys of the stretches with each of their letters left out in turn, and the rank of the stretch of each.

    Σ before letter i, and Σ after it one power lower: P⁻ˢ·((S_i − P⁻¹·S_{i+1}) + (P⁻¹·S_e − S_s)).
    """
    _, inverses = scales(len(sums))
    sizes = ends - starts
    ranks = np.arange(len(starts)).repeat(sizes)
    offsets = starts - (sizes.cumsum() - sizes)
    letters = offsets.take(ranks) + np.arange(len(ranks))
    without = sums[:-1] - sums[1:] * _INVERSE
    whole = sums.take(ends) * _INVERSE - sums.take(starts)
    keys = (without.take(letters) + whole.take(ranks)) * inverses.take(starts).take(ranks)
    return keys, ranks


def heads(keys: Words64) -> Places:
    """The first bits of keys, an index of tables."""
    return (keys >> _SHIFT).view(np.int64)


def head(key: int) -> int:
    """The same of one key."""
    return key >> (64 - BITS)


def key_of(word: str) -> int:
    """The key of one folded word."""
    return int(running_sums(symbols_of(word))[-1])


@cache
def _marks() -> npt.NDArray[np.uint16]:
    """By the first bits of a key: the months that it may name, « st » and « ste »."""
    marks = np.zeros(1 << BITS, dtype=np.uint16)
    # single letters are too many: those among the Roman numerals are told by the numbers around them
    numerals = [(word, month) for word, month in ROMAN_MONTHS.items() if len(word) > 1]
    for word, month in (*MONTH_WORDS.items(), *numerals):
        marks[head(key_of(word))] |= 1 << month
    for word in TITLES:
        marks[head(key_of(word))] |= _TITLE
    for word in SAME:
        marks[head(key_of(word))] |= _SAINT
    return marks


@cache
def _full_forms() -> dict[bytes, tuple[np.uint64, int]]:
    """By the symbols of « st », the key and the size of « saint »."""
    return {
        symbols_of(word).tobytes(): (np.uint64(key_of(full)), len(full))
        for word, full in SAME.items()
    }


class Keys:
    """Words of a text by their places and keys. `starts` and `ends` count in the opened text behind one sign more.

    `signs`: kinds again, for a few look-ups; `numbers`: ranks of the words that are numbers; `alike`: whether a character looks like another one; `marks`: bit n where a word may name month n; `saints`: ranks of « st », which has the key and the size of « saint ».
    """

    __slots__ = (
        "_after", "_before", "_cut_runs", "_scales", "alike", "cut", "ends", "kinds", "marks", "numbers", "saints", "signs", "sizes", "starts", "sums", "symbols", "words",
    )  # fmt: skip

    def __init__(self, kinds: Bytes, symbols: Bytes, *, alike: bool = False) -> None:
        self.alike = alike
        before, here, after = kinds[:-2], kinds[1:-1], kinds[2:]
        group = kinds & (LETTER | DIGIT)
        differs = group[1:] != group[:-1]
        # a capital in a run, behind a small letter or before one
        cut = ((before | after) >> 1) & (before << 2) & here & UPPER
        begins = (differs[:-1] & (group[1:-1] != 0)) | (cut != 0)
        stops = differs & (group[:-1] != 0)
        stops[:-1] |= cut != 0
        self.kinds, self.symbols, self.signs = kinds, symbols, kinds.tobytes()
        self.starts: Places = begins.nonzero()[0] + 1
        self.ends: Places = stops.nonzero()[0] + 1
        self.cut: Places = cut.nonzero()[0] + 1
        self.sums = running_sums(symbols)
        self.words = stretches(self.sums, self.starts, self.ends)
        self.sizes: Places = self.ends - self.starts
        self.marks = _marks().take(heads(self.words))
        self.saints = self._open_saints()
        self.numbers: Places = (kinds.take(self.starts) & DIGIT).nonzero()[0]
        self._before = kinds.take(self.starts.take(self.numbers) - 1)
        self._after = kinds.take(self.ends.take(self.numbers))
        self._cut_runs: list[tuple[int, int]] | None = None
        self._scales = scales(len(self.sums))[0].take(self.sizes[:-1])

    def _open_saints(self) -> list[int]:
        saints: list[int] = []
        for rank in (self.marks & _SAINT).nonzero()[0].tolist():
            written = self.symbols[self.starts[rank] : self.ends[rank]].tobytes()
            full = _full_forms().get(written)
            if full is not None:
                self.words[rank], self.sizes[rank] = full
                saints.append(rank)
        return saints

    def pairs(self) -> Words64:
        """Keys of each word joined to the next one; the last word's own."""
        joined = self.words.copy()
        joined[:-1] += self._scales * self.words[1:]
        return joined

    def triples(self, ranks: Places, pairs: Words64) -> Words64:
        """Keys of these words joined to the next two. The last word has no next one."""
        scaled = self._scales.take(ranks) * pairs.take(ranks + 1)
        joined: Words64 = self.words.take(ranks) + scaled
        return joined

    def titled_letters(self) -> list[int]:
        """Ranks of the words with a capital that may stand behind a civility: letters alone, and words that a sign
        follows."""
        names = (self.marks[:-1] & _TITLE).nonzero()[0] + 1
        begin = self.starts.take(names)
        following = self.starts.take(np.minimum(names + 1, len(self.starts) - 1))
        kept = (self.kinds.take(begin) & (UPPER | UNCASED)) != 0
        kept &= (self.sizes.take(names) == 1) | (following - self.ends.take(names) != 1)
        ranks: list[int] = names[kept].tolist()
        return ranks

    def letters_between(self, numbers: Places) -> Places:
        """Ranks of the single letters between two of these numbers."""
        between = numbers[:-1][numbers[1:] - numbers[:-1] == 2] + 1
        letters: Places = between[self.sizes.take(between) == 1]
        return letters

    def inside(self) -> list[int]:
        """Ranks of the numbers that have a letter just before and just after."""
        ranks: list[int] = self.numbers[(self._before & self._after & LETTER) != 0].tolist()
        return ranks

    def mixed(self) -> list[int]:
        """Ranks of the numbers that touch a letter which looks like a figure."""
        ranks: list[int] = self.numbers[((self._before | self._after) & SWAPPED) != 0].tolist()
        return ranks

    def start(self, rank: int) -> int:
        """Where a word begins, for a few look-ups."""
        return self.starts.item(rank)

    def end(self, rank: int) -> int:
        """Where a word ends."""
        return self.ends.item(rank)

    def capitals(self, first: Places, last: Places) -> list[int]:
        """Of the stretches from a word to another, the first words of those that neither begin nor end with what
        capitals do not."""
        begin = self.kinds.take(self.starts.take(first))
        end = self.kinds.take(self.ends.take(last) - 1)
        ranks: list[int] = first[((begin & (UPPER | UNCASED)) != 0) & ((end & LOWER) == 0)].tolist()
        return ranks

    def are_twins(self, rank: int) -> bool:
        """True for a letter and one close behind it."""
        first, last = self.start(rank), self.end(rank + 1)
        end, start = self.end(rank), self.start(rank + 1)
        return start - end <= _APART and end - first == 1 == last - start

    def may_be_titled(self, rank: int) -> bool:
        """False when no civility can stand before the word; a run that is cut (« mME ») may be one."""
        if not rank:
            return False
        end = self.end(rank - 1)
        if self.start(rank) - end >= _FAR or self.marks.item(rank - 1) & _TITLE:
            return True
        return (self.signs[self.start(rank - 1) - 1] | self.signs[end]) & LETTER != 0

    def cut_runs(self) -> list[tuple[int, int]]:
        """First and last rank of the words of each run that was cut."""
        if self._cut_runs is None:
            runs: list[tuple[int, int]] = []
            for rank in self.starts.searchsorted(self.cut).tolist():
                if runs and runs[-1][1] == rank - 1:
                    runs[-1] = (runs[-1][0], rank)
                else:
                    runs.append((rank - 1, rank))
            self._cut_runs = runs
        return self._cut_runs


def keys_of(text: str) -> Keys | None:
    """None when the text needs the exact scan: characters that are not known, or very many."""
    if len(text) > LONGEST:
        return None
    shown = f"\n{opened(text)}\n"
    units = units_of(shown)
    if len(units) != len(shown):
        units = units_of(with_signs(shown))
    kinds, symbols = tables()
    own = kinds.take(units)
    seen = int(np.bitwise_or.reduce(own))
    if seen & ODD:
        return None
    keys = Keys(own, symbols.take(units), alike=bool(seen & ALIKE))
    if seen & UNCASED and len(keys.cut) and _is_unsure(keys):
        return None
    return keys


def _is_unsure(keys: Keys) -> bool:
    """True when a run that is cut holds a letter without case: « Ab²Cd » is title case and not to be cut."""
    runs = np.array(keys.cut_runs())
    uncased = (keys.kinds & UNCASED).nonzero()[0]
    before = uncased.searchsorted(keys.starts.take(runs[:, 0]))
    until = uncased.searchsorted(keys.ends.take(runs[:, 1]))
    return bool((before != until).any())
