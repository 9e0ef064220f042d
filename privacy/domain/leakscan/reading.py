"""One outgoing text as the scan reads it: folded runs of letters or of digits, with their places."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from privacy.domain.text import fold_phrase

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+")
_ACCENTED: Final = re.compile(
    r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+"
)  # accents as characters of their own
_COMBINING: Final = (b"\xcc", b"\xcd")  # first bytes of U+0300 to U+037F in UTF-8
SAME: Final = {"st": "saint", "ste": "sainte", "sts": "saints", "stes": "saintes"}
_AFTER_DIGITS: Final = ":"
_ASCII: Final = "\x7f"
GAP: Final = 3  # characters between two parts of one value
_MARGIN: Final = " \t\r\n\f\v\xa0>|"
_INDENT: Final = 40  # and over a line break


def normal(word: str) -> str:
    """The folded word, « St » opened."""
    plain = word.lower() if word.isascii() else fold_phrase(word)
    return SAME.get(plain, plain)


@lru_cache(maxsize=65536)
def _pieces(run: str) -> tuple[str, ...]:
    """The run as it is written; several words when it is cut: « MmeDurandPaul » before each capital that follows a
    small letter or precedes one."""
    if run.islower() or run.isupper() or run.istitle():
        return (run,)
    cuts = [
        i
        for i in range(1, len(run))
        if run[i].isupper() and (run[i - 1].islower() or run[i + 1 : i + 2].islower())
    ]
    return tuple(run[a:b] for a, b in pairwise([0, *cuts, len(run)]))


@lru_cache(maxsize=65536)
def _folded(run: str) -> tuple[str, ...]:
    return _row(run)


def _row(run: str) -> tuple[str, ...]:
    if run.islower() or run.istitle() or run.isupper():
        return (normal(run),)
    return tuple(map(normal, _pieces(run)))


def _may_combine(text: str) -> bool:
    """True when accents stand as characters of their own; looking for two bytes is quicker than a pattern."""
    if text.isascii():
        return False
    encoded = text.encode("utf-8", "surrogatepass")
    return _COMBINING[0] in encoded or _COMBINING[1] in encoded


class ReadText:
    """A text cut into words: what a match is made of."""

    __slots__ = ("text",)

    words: Sequence[str]

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def written(self) -> Sequence[str]:
        """The words as the text has them."""
        raise NotImplementedError

    def start(self, rank: int) -> int:
        """Where a word begins."""
        raise NotImplementedError

    def end(self, rank: int) -> int:
        """Where a word ends."""
        raise NotImplementedError

    def joins(self, rank: int, last: int) -> bool:
        """True when what stands between these words may stand inside one value."""
        return all(self._close(self.end(i), self.start(i + 1)) for i in range(rank, last))

    def _close(self, left: int, right: int) -> bool:
        if right - left <= GAP:
            return True
        between = self.text[left:right]
        # « Pré-\n> lot »: a line of a message that is answered
        return right - left <= _INDENT and "\n" in between and len(between.strip(_MARGIN)) <= 1


class Reading(ReadText):
    """The folded `words` of a text. What few texts need is worked out when it is asked for: places, the words as
    `written`."""

    __slots__ = (
        "_index", "_numbers", "_runs", "_spans", "_written", "distinct", "words",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._runs: list[str] = _pattern_of(text).findall(text)
        self.words: list[str] = list(chain.from_iterable(map(_folded, self._runs)))
        self.distinct = frozenset(self.words)
        self._index: dict[str, list[int]] | None = None
        self._numbers: frozenset[str] | None = None
        self._spans: list[tuple[int, int]] | None = None
        self._written: list[str] | None = None

    @property
    def written(self) -> list[str]:
        """The words as the text has them."""
        if self._written is None:
            self._written = list(chain.from_iterable(map(_pieces, self._runs)))
        return self._written

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word stands."""
        if self._spans is None:
            self._spans = list(self._places())
        return self._spans

    def _places(self) -> Iterator[tuple[int, int]]:
        """Between two runs stand neither letters nor digits, so a run stands where it is first found after the one
        before: quicker than to match them all again."""
        find, end = self.text.find, 0
        for written in self.written:
            start = find(written, end)
            end = start + len(written)
            yield start, end

    def slips(self) -> set[str]:
        """The runs of letters that were cut into several words, folded whole."""
        if len(self.words) == len(self._runs):
            return set()
        return {
            normal(run)
            for run in set(self._runs)
            if not (run.islower() or run.istitle() or run.isupper()) and len(_pieces(run)) > 1
        }

    def cuts(self) -> list[int]:
        """Where the runs begin that were cut into several words."""
        if len(self.words) == len(self._runs):
            return []
        found, rank = [], 0
        for run in self._runs:
            size = len(_pieces(run))
            if size > 1:
                found.append(self.start(rank))
            rank += size
        return found

    def places_of(self, folded: str) -> Iterator[tuple[int, int]]:
        """Where the runs stand that read so when they are not cut."""
        rank = 0
        for run in self._runs:
            size = len(_pieces(run))
            if normal(run) == folded:
                yield self.start(rank), self.end(rank + size - 1)
            rank += size

    def ranks(self, wanted: Set[str]) -> list[int]:
        """Ranks of these words, in order."""
        here = wanted & self.distinct
        if not here:
            return []
        if self._index is None:
            self._index = defaultdict(list)
            for rank, word in enumerate(self.words):
                self._index[word].append(rank)
        return sorted(rank for word in here for rank in self._index[word])

    @property
    def numbers(self) -> frozenset[str]:
        """The words that are made of digits."""
        if self._numbers is None:
            # a run is of digits or of letters, so its first character tells
            self._numbers = frozenset(
                word
                for word in self.distinct
                if word < _AFTER_DIGITS or (word > _ASCII and word.isdecimal())
            )
        return self._numbers

    def start(self, rank: int) -> int:
        return self.spans[rank][0]

    def end(self, rank: int) -> int:
        return self.spans[rank][1]


@lru_cache(maxsize=4096)
def row_of(surface: str) -> tuple[str, ...]:
    """The folded words of an original."""
    if (
        surface.isalpha()
    ):  # a name, most often: the patient's own, so that no other cache would know it
        return _row(surface)
    return tuple(chain.from_iterable(map(_row, _pattern_of(surface).findall(surface))))


def _pattern_of(text: str) -> re.Pattern[str]:
    return _ACCENTED if _may_combine(text) else _TOKEN
