"""Hundreds of expressions looked for in a note at once: each is tried only where a word stands that it may begin with."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Self

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.memo import Memo

_WORD: Final = re.compile(r"[^\W_]+")
_BEHIND: Final = 2  # signs behind a whole word that are looked at first: a note has many an "a" and few an "a velo"
_Openings = dict[str, list[int]]  # what expressions begin with, and which ones do
_Begins = list[tuple[str, list[int]]]
_Opened = tuple[tuple[int, ...], _Begins, dict[str, _Begins]]


class Expressions:
    """Each is a pattern of the folded note behind all that its matches may begin with: signs, or words, or the first letters of a
    word at the end ("arret de", "hb"). "" = anything, and is the dearest.

    A whole word is looked for as a word, so a note's "en" opens neither "enclave" nor "en ehpad".
    """

    def __init__(self, table: Iterable[tuple[Sequence[str], re.Pattern[str]]]) -> None:
        self._patterns: list[re.Pattern[str]] = []
        self._anywhere: list[int] = []
        self._signs: _Openings = {}
        self._words: dict[str, _Openings] = {}
        self._letters: dict[str, _Openings] = {}  # of words that may go on
        for number, (begins, pattern) in enumerate(table):
            self._patterns.append(pattern)
            if "" in begins:
                self._anywhere.append(number)
                continue
            for begin in dict.fromkeys(begins):
                # the folded note has one sign for "œ", its words have two
                for written in dict.fromkeys((begin, begin.replace("oe", "o"))):
                    self._openings(begin).setdefault(written, []).append(number)
        self._longest = max(map(len, self._letters), default=0)
        # words come again and again, and most open nothing
        self._opened = Memo(self._open)

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, str]]) -> Self:
        """Of a table with the columns `begins` and `pattern`."""
        return cls((row["begins"].split("|"), re.compile(row["pattern"])) for row in rows)

    def matches(self, note: CutNote) -> Iterator[tuple[int, re.Match[str]]]:
        """The number of each expression and its matches, in the table's order, then the note's; as `finditer` finds them."""
        starts = self._starts(note)
        for number in sorted({*starts, *self._anywhere}):
            pattern = self._patterns[number]
            if number not in starts:
                yield from ((number, found) for found in pattern.finditer(note.folded))
                continue
            end = 0
            for at in sorted(starts[number]):
                if at >= end and (match := pattern.match(note.folded, at)):
                    yield number, match
                    end = match.end()

    def _openings(self, begin: str) -> _Openings:
        """Where what may begin so belongs."""
        word = _WORD.match(begin)
        if word is None:
            return self._signs
        goes_on = word.end() == len(begin) or begin[word.end()] == "+"  # "k+" is one word
        return (self._letters if goes_on else self._words).setdefault(word[0], {})

    def _open(self, word: str) -> _Opened | None:
        """What begins with letters of this folded word, what may begin there, wherever it stands and by the signs behind it; None for
        most words."""
        heads = (word[:length] for length in range(1, min(len(word), self._longest) + 1))
        letters = [begin for head in heads for begin in self._letters.get(head, {}).items()]
        # the folded note has one sign for "œ", and "k+" goes on behind the word
        surely = [numbers for begin, numbers in letters if "oe" not in word and begin.isalnum()]
        anywhere = [own for own in letters if "oe" in word or not own[0].isalnum()]
        behind: dict[str, _Begins] = defaultdict(list)
        for begin, numbers in self._words.get(word, {}).items():
            next_signs = begin[len(word) :][:_BEHIND]
            own = behind[next_signs] if len(next_signs) == _BEHIND else anywhere
            own.append((begin, numbers))
        if not letters and not anywhere and not behind:
            return None
        return tuple({number for numbers in surely for number in numbers}), anywhere, behind

    def _starts(self, note: CutNote) -> dict[int, set[int]]:
        """By its number where each expression may begin."""
        starts: dict[int, set[int]] = defaultdict(set)
        for numbers, at in self._signed(note.folded):
            for number in numbers:
                starts[number].add(at)
        self._add_worded(starts, note)
        return starts

    def _add_worded(self, starts: dict[int, set[int]], note: CutNote) -> None:
        folded, tokens, opened = note.folded, note.tokens, self._opened
        for word, places in note.places.items():
            if (opens := opened[word]) is None:
                continue
            surely, anywhere, behind = opens
            begun = [tokens[place].start for place in places]
            for number in surely:
                starts[number].update(begun)
            if not anywhere and not behind:
                continue
            for at in begun:
                end = at + len(word)
                for begin, numbers in (*anywhere, *behind.get(folded[end : end + _BEHIND], ())):
                    if folded.startswith(begin, at):
                        for number in numbers:
                            starts[number].add(at)

    def _signed(self, folded: str) -> Iterator[tuple[list[int], int]]:
        for sign, numbers in self._signs.items():
            at = folded.find(sign)
            while at >= 0:
                yield numbers, at
                at = folded.find(sign, at + 1)
