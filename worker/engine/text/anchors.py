"""Where a pattern can begin, so that it is tried there alone.

A pattern that begins with known words or with digits needs no scan of the whole text: it is tried
at the tokens that can begin it. `matches_at` then finds what ``pattern.finditer`` would, provided
that the starts given to it hold every place where the pattern matches; more do no harm.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain, compress
from typing import Final

from worker.engine.text.memo import Memo
from worker.engine.text.tokens import Tokens

Match = re.Match[str]
Pattern = re.Pattern[str]

# Words known by their beginning.
_STEM: Final = re.compile(
    r"(?P<exam>hemoc|scinti|mammo|radio|echo|fibro|coro|spiro|consult|polysomno)"
    r"|(?P<event>diagnosti|decouv|stent|deced|adopte)"
    r"|(?P<child>pediatr|neonat|allaite)"
    r"|(?P<call>appel|compos|contact|regul)"
    r"|(?P<renewal>renouvel)"
    r"|(?P<desk>secr)"
    r"|(?P<header>noms?$|ipp$|patient|prenom|medecin|operateur)"
    r"|(?P<lot>lot)"
    r"|(?P<since>dict|tap|frapp|saisi|redig)"
    r"|(?P<number>num|n°|no(?:dos|hosp|iep|ipp|nda|nip|pat|sej|ss))"
)
# How many tokens before a number its leading words are looked for.
_REACH: Final = 6
_NEAR: Final = b"\1" * _REACH
_DATE_SIGNS: Final = frozenset("/.-_")
_MONTH_SIGNS: Final = frozenset("0123456789ivx")  # what a month in figures begins with


def _stem_of(word: str) -> str:
    match = _STEM.match(word)
    return (match.lastgroup or "") if match else ""


_STEM_OF: Final = Memo(_stem_of)


def matches_at(pattern: Pattern, text: str, starts: Iterable[int]) -> Iterator[Match]:
    """The matches of ``pattern.finditer(text)`` when `starts` (sorted) hold all of theirs."""
    match_at = pattern.match
    end = 0
    for start in starts:
        if start >= end and (match := match_at(text, start)) is not None:
            yield match
            end = match.end()


@dataclass(slots=True)
class Runs:
    """Offsets of the runs of digits, by length and by what follows."""

    short: list[int]  # one or two digits: a day, a month, an age
    signed: list[int]  # short, then "/", ".", "-" or "_" and a figure, blanks between or not
    blank: list[int]  # short, then a blank
    zeros: list[int]  # of any length, the first digit 0
    by_length: dict[int, list[int]]

    def of(self, *lengths: int) -> list[int]:
        """The runs of these lengths."""
        return merged(*(self.by_length.get(length, []) for length in lengths))

    @property
    def three(self) -> list[int]:
        return self.by_length.get(3, [])

    @property
    def years(self) -> list[int]:
        """Four digits."""
        return self.by_length.get(4, [])

    @property
    def six(self) -> list[int]:
        return self.by_length.get(6, [])

    @property
    def eight(self) -> list[int]:
        return self.by_length.get(8, [])


class Anchors:
    """Offsets in a folded text where its patterns may begin."""

    __slots__ = (
        "_digits",
        "_led",
        "_near_numbers",
        "_near_signed",
        "_runs",
        "_stem_words",
        "_stems",
        "numbers",
        "present",
        "text",
        "tokens",
    )

    def __init__(self, text: str, tokens: Tokens, numbers: list[int]) -> None:
        self.text = text
        self.tokens = tokens
        self.numbers = numbers  # tokens that are runs of digits
        self._digits: list[int] | None = None
        self._runs: Runs | None = None
        self._near_numbers: bytearray | None = None
        self._near_signed: bytearray | None = None
        self._led: dict[tuple[Set[str], str], list[int]] = {}
        # Sets meet sets much faster than they meet the keys of a dictionary.
        self.present = frozenset(tokens.where)
        self._stems: dict[str, list[str]] | None = None
        self._stem_words: dict[str, frozenset[str]] = {}

    @property
    def digits(self) -> list[int]:
        """Offsets of the runs of digits."""
        if self._digits is None:
            starts = self.tokens.starts
            self._digits = [starts[index] for index in self.numbers]
        return self._digits

    @property
    def runs(self) -> Runs:
        """The runs of digits sorted out."""
        if self._runs is None:
            self._runs = self._sorted_runs()
        return self._runs

    def _sorted_runs(self) -> Runs:
        by_length: defaultdict[int, list[int]] = defaultdict(list)
        runs = Runs([], [], [], [], by_length)
        starts, words, text = self.tokens.starts, self.tokens.words, self.text
        for index in self.numbers:
            start, length = starts[index], len(words[index])
            by_length[length].append(start)
            if text[start] == "0":
                runs.zeros.append(start)
            if length > 2:
                continue
            runs.short.append(start)
            following = text[start + length : start + length + 4]
            if following[:1].isspace():
                runs.blank.append(start)
                following = following[1:]
            if following[:1] in _DATE_SIGNS and following[1:].lstrip()[:1] in _MONTH_SIGNS:
                runs.signed.append(start)
        return runs

    def has(self, words: Set[str]) -> bool:
        """True when one of the words stands in the text."""
        return not self.present.isdisjoint(words)

    def words(self, words: Set[str], stem: str = "") -> list[int]:
        """Offsets of these words, and of those of one or more groups of `_STEM`."""
        starts = self.tokens.starts
        return [starts[index] for index in self._indices(words, stem)]

    def leads(self, words: frozenset[str], stem: str = "") -> list[int]:
        """As `words`, only up to six tokens before a number."""
        asked = words, stem
        if asked not in self._led:
            if self._near_numbers is None:
                self._near_numbers = self._before_numbers()
            near, starts = self._near_numbers, self.tokens.starts
            self._led[asked] = [
                starts[index] for index in self._indices(words, stem) if near[index]
            ]
        return self._led[asked]

    def leads_signed(self, words: frozenset[str], stem: str = "") -> list[int]:
        """As `leads`, only before a day or a month that a sign and another number follow."""
        if not self.runs.signed:
            return []
        if self._near_signed is None:
            self._near_signed = self._before_signed()
        near, starts = self._near_signed, self.tokens.starts
        return [starts[index] for index in self._indices(words, stem) if near[index]]

    def before(
        self, indices: Iterable[int], words: Set[str], reach: int, *, stem: str = ""
    ) -> list[int]:
        """Offsets of these words at most `reach` tokens before one of the tokens `indices`, and
        of those of a group of `_STEM`."""
        starts, known = self.tokens.starts, self.tokens.words
        found = {
            position
            for index in indices
            for position in range(max(0, index - reach), index)
            if known[position] in words or (stem and _STEM_OF[known[position]] == stem)
        }
        return [starts[position] for position in sorted(found)]

    def numbers_before(self, indices: Iterable[int], reach: int) -> list[int]:
        """Offsets of the runs of digits at most `reach` tokens before one of the tokens."""
        starts, words = self.tokens.starts, self.tokens.words
        found = {
            position
            for index in indices
            for position in range(max(0, index - reach), index)
            if words[position][0].isdigit()
        }
        return [starts[position] for position in sorted(found)]

    def indices(self, words: Set[str]) -> list[int]:
        """Tokens of these words, in order."""
        return self._indices(words, "")

    def leads_to(
        self, pattern: Pattern, start: int, words: Set[str], *, stem: str = "", reach: int = 60
    ) -> bool:
        """True when `pattern`, which begins with one of the words and ends with ``$``, ends at
        `start`; looked for on the same line, at most `reach` characters back."""
        starts, known, text = self.tokens.starts, self.tokens.words, self.text
        first = max(start - reach, text.rfind("\n", 0, start) + 1, 0)
        index = bisect_left(starts, start) - 1
        while index >= 0 and starts[index] >= first:
            word = known[index]
            if (word in words or (stem and _STEM_OF[word] == stem)) and pattern.match(
                text, starts[index], start
            ):
                return True
            index -= 1
        return False

    def matches(self, pattern: Pattern, starts: Iterable[int]) -> Iterator[Match]:
        """See `matches_at`."""
        return matches_at(pattern, self.text, starts)

    def _indices(self, words: Set[str], stem: str) -> list[int]:
        """Tokens of the words and of the group of `_STEM`, in order."""
        found = self.present & words
        if stem:
            found |= self._of_stem(stem)
        if not found:
            return []
        where = self.tokens.where
        if len(found) == 1:
            return where[next(iter(found))]
        return sorted(chain.from_iterable([where[word] for word in found]))

    def _of_stem(self, stem: str) -> frozenset[str]:
        known = self._stem_words.get(stem)
        if known is not None:
            return known
        if self._stems is None:
            stems: defaultdict[str, list[str]] = defaultdict(list)
            where = self.tokens.where
            for word in compress(where, map(_STEM_OF.__getitem__, where)):
                stems[_STEM_OF[word]].append(word)
            self._stems = dict(stems)
        found = frozenset(word for name in stem.split() for word in self._stems.get(name, ()))
        self._stem_words[stem] = found
        return found

    def _before_signed(self) -> bytearray:
        """1 for every token up to six before one of the runs `signed`."""
        starts = self.tokens.starts
        near = bytearray(len(starts))
        for start in self.runs.signed:
            number = bisect_left(starts, start)
            first = max(0, number - _REACH)
            near[first:number] = _NEAR[: number - first]
        return near

    def _before_numbers(self) -> bytearray:
        """1 for every token up to six before a number, one more number not between."""
        near = bytearray(len(self.tokens.words))
        last = 0
        for number in self.numbers:
            first = max(last, number - _REACH)
            near[first:number] = _NEAR[: number - first]
            last = number
        return near


def merged(*starts: list[int]) -> list[int]:
    """The offsets of all the lists, in order."""
    filled = [part for part in starts if part]
    if len(filled) == 1:
        return filled[0]
    return sorted(chain.from_iterable(filled))
