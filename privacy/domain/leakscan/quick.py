"""The quick scan of a text: the sieve says which words may matter, the exact rules look at these."""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from privacy.domain.leakscan.days import days_at
from privacy.domain.leakscan.glyphs import ligatures
from privacy.domain.leakscan.keys import Keys, Places
from privacy.domain.leakscan.matching import (
    Match,
    ages_from,
    dated,
    demonyms_at,
    figures_inside,
    fragments_from,
    glued_at,
    initials_at,
    letter_at,
    misspelt_at,
    padded,
    partials_from,
    slipped,
    titled,
    walk_from,
)
from privacy.domain.leakscan.patterns import Patterns
from privacy.domain.leakscan.reading import ReadText, normal
from privacy.domain.leakscan.sieve import Sieve, Sifted


class _Row(Sequence[str]):
    """Words of a text, each made when it is read. Knows no reading: a cycle would keep its arrays alive."""

    __slots__ = ("_ends", "_folded", "_starts", "_text")

    def __init__(self, text: str, starts: Places, ends: Places, *, folded: bool) -> None:
        self._text, self._folded = text, folded
        # a view gives plain integers one by one sooner than an array
        self._starts, self._ends = starts.data, ends.data

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple([self[rank] for rank in range(len(self._starts))[index]])
        shown = self._text[self._starts[index] : self._ends[index]]
        return normal(shown) if self._folded else shown

    def start(self, rank: int) -> int:
        """Where a word begins."""
        return self._starts[rank]

    def end(self, rank: int) -> int:
        """Where a word ends."""
        return self._ends[rank]


class QuickReading(ReadText):
    """A text of which only the keys are known; words and their places are made one by one."""

    __slots__ = ("_written", "keys", "words")

    def __init__(self, text: str, keys: Keys) -> None:
        super().__init__(text)
        self.keys = keys
        starts, ends = keys.starts - 1, keys.ends - 1  # they count behind one sign more
        if len(text) + 2 < len(keys.kinds):  # and in the opened text
            for sign in ligatures(text):
                starts[starts.searchsorted(sign + 1, "right") :] -= 1
                ends[ends.searchsorted(sign + 1, "right") :] -= 1
        self.words = _Row(text, starts, ends, folded=True)
        self._written = _Row(text, starts, ends, folded=False)

    def cuts(self) -> list[int]:
        """Where the runs begin that were cut into several words."""
        if not len(self.keys.cut):
            return []
        return [self.start(first) for first, _ in self.keys.cut_runs()]

    def mixed(self) -> list[int]:
        """Where the numbers begin that touch a letter which looks like a figure."""
        return [self.start(rank) for rank in self.keys.mixed()]

    @property
    def written(self) -> Sequence[str]:
        return self._written

    def start(self, rank: int) -> int:
        return self._written.start(rank)

    def end(self, rank: int) -> int:
        return self._written.end(rank)


def quick_matches(reading: QuickReading, patterns: Patterns, sieve: Sieve) -> Iterator[Match]:
    """Every match of every form: those of `plain.matches`."""
    sifted = sieve.sift(reading.keys)
    for rank in sifted.cores:
        yield from _core_at(rank, reading, patterns)
    if patterns.misspellings:
        yield from _misspelt(reading, patterns, sifted)
    if sifted.days:
        yield from dated(days_at(sifted.days, reading, patterns.days))
    for rank in sifted.long if patterns.numbers else ():
        yield from padded(reading.written[rank], reading.start(rank), patterns)
    for ranks, find in (
        (sifted.initials, initials_at),
        (sifted.fragments, _fragments_at),
        (sifted.partials, partials_from),
        (sifted.letters, letter_at),
        (sifted.demonyms, demonyms_at),
    ):
        for rank in ranks:
            yield from find(rank, reading, patterns)


def _fragments_at(rank: int, reading: QuickReading, patterns: Patterns) -> Iterator[Match]:
    yield from fragments_from(rank, reading, patterns)
    yield from ages_from(rank, reading, patterns)


def _core_at(rank: int, reading: QuickReading, patterns: Patterns) -> Iterable[Match]:
    word = reading.words[rank]
    if patterns.begins(word):
        return walk_from(rank, reading, patterns)
    targets = titled(word, patterns)
    return glued_at(rank, reading, targets) if targets else ()


def _misspelt(reading: QuickReading, patterns: Patterns, sifted: Sifted) -> Iterator[Match]:
    for rank in sifted.misspelt:
        yield from misspelt_at(rank, reading, patterns.close_to(reading.words[rank]))
    stretches = [(reading.start(first), reading.end(last)) for first, last in sifted.slips]
    slips = [(normal(reading.text[start:end]), start, end) for start, end in stretches]
    for word, start, end in slips:
        yield from slipped(word, start, end, patterns.close_to(word))
    for rank in sifted.inside:
        yield from figures_inside(reading.text, reading.start(rank), patterns)
