"""Matches of one patient's patterns in one text, before they are weighed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.leakscan.context import after_civility
from privacy.domain.leakscan.days import days_in
from privacy.domain.leakscan.forms import Kind
from privacy.domain.leakscan.patterns import MIN_NAME, MIN_TYPO, Misspelling, Patterns, Target
from privacy.domain.leakscan.reading import Reading, normal
from privacy.domain.text import edit_distance_at_most_one, fold, strip_accents, words

_DIGITS_IN_WORD: Final = re.compile(r"\d+(?=[^\W\d_])")
_AROUND: Final = re.compile(r"\w+")
_LONG_NUMBER: Final = re.compile(r"\d{9,}")
_PLAIN_NUMBER: Final = 8
_CIVILITIES: Final = words("m mr mme mlle madame monsieur dr docteur pr")
_TITLE_LETTERS: Final = frozenset(civility[0] for civility in _CIVILITIES)
_NO_INITIALS: Final = frozenset(words("ta cr tp iv im sc"))  # « T.A. », « I.V. »
_DOTS: Final = frozenset((".", ". ", ".-"))
_BESIDE: Final = frozenset("°'’_")  # « 38°C. L'examen »


@dataclass(frozen=True, slots=True)
class Match:
    """`text[start:end]` in the form `kind`; `pieces` are the words it is made of."""

    start: int
    end: int
    kind: Kind
    target: Target
    pieces: tuple[str, ...] = ()


def matches(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Every match of every form."""
    yield from _walk(reading, patterns)
    if patterns.heads:
        yield from _misspelt(reading, patterns)
    if patterns.days:
        for _, start, end in days_in(reading, patterns.days):
            yield Match(start, end, Kind.DATE, _DAY)
    if patterns.numbers:
        yield from _padded(reading, patterns)
    if patterns.initials:
        yield from _initials(reading, patterns)


_DAY: Final = Target(Label.DATE, "DATE", ())
_INITIALS: Final = Target(Label.PER, "INITIALES", ())


def _walk(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Join the words from each one on, as long as they begin a core."""
    prefixes, ends, read = patterns.prefixes, patterns.ends, reading.words
    for rank in reading.ranks(prefixes):
        # most words that begin a core begin no more of it with the next one
        if read[rank] in ends or "".join(read[rank : rank + 2]) in prefixes:
            yield from _walk_from(rank, reading, patterns)
    glued = {
        word: found
        for word in reading.distinct - prefixes
        if word[0] in _TITLE_LETTERS and (found := _titled(word, ends))
    }
    for rank in reading.ranks(glued.keys()):
        for target in glued[read[rank]]:
            yield Match(reading.start(rank), reading.end(rank), Kind.GLUED, target, (read[rank],))


def _walk_from(rank: int, reading: Reading, patterns: Patterns) -> Iterator[Match]:
    read, last, joined = reading.words, rank, reading.words[rank]
    while True:
        targets = patterns.ends.get(joined, ())
        # places are looked up last: most texts hold no whole core
        for target in targets if targets and reading.joins(rank, last) else ():
            if last == rank or not target.is_one_word:
                start, end = reading.start(rank), reading.end(last)
                pieces = tuple(read[rank : last + 1])
                form = _form(reading.text, start, end, pieces, target)
                yield Match(start, end, form, target, pieces)
        if last + 1 == len(read):
            return
        joined += read[last + 1]
        if joined not in patterns.prefixes:
            return
        last += 1


def _titled(word: str, ends: dict[str, list[Target]]) -> list[Target]:
    return [
        target
        for name in _untitled(word)
        for target in ends.get(name, ())
        if target.label == Label.PER and target.form is None
    ]


@lru_cache(maxsize=65536)
def _untitled(word: str) -> tuple[str, ...]:
    """What may be a name in « mdurand », « drdurand »."""
    rests = (word.removeprefix(civility) for civility in _CIVILITIES if word.startswith(civility))
    return tuple(rest for rest in rests if len(rest) >= MIN_NAME)


def _form(text: str, start: int, end: int, pieces: tuple[str, ...], target: Target) -> Kind:
    shown = text[start:end]
    if shown in target.surface and target.form is not Kind.MAIL:
        return Kind.EXACT
    if target.form is not None:
        return target.form
    if pieces == target.row:
        same = _plain(shown) in _plain(target.surface)
        return Kind.FOLDED if same else _respaced(target)
    if len(pieces) > 3 and all(len(piece) == 1 for piece in pieces):
        return Kind.LETTERS
    if "\n" in shown:
        return Kind.SPLIT
    if target.label == Label.DATE:
        return Kind.DATE
    return Kind.GLUED if len(pieces) == 1 else _respaced(target)


def _respaced(target: Target) -> Kind:
    return Kind.DIGITS if target.core.isdigit() and target.label != Label.DATE else Kind.SPACING


def _plain(text: str) -> str:
    return strip_accents(text).casefold()


# misspellings


def _misspelt(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    begin, end, least = patterns.begin, patterns.end, MIN_TYPO - 1
    close = {
        word: found
        for word in reading.distinct
        if len(word) >= least
        and (word[:2] in begin or word[-2:] in end)
        and (found := _close(word, patterns))
    }
    for rank in reading.ranks(close.keys()):
        word = reading.words[rank]
        for entry in close[word]:
            bounds = _around(reading, rank, entry)
            if bounds is not None:
                yield Match(*bounds, Kind.FUZZY, entry.target, (word,))
    for word, *place in _slips(reading, patterns):
        for entry in _close(word, patterns):
            if len(entry.target.row) == 1:
                yield Match(place[0], place[1], Kind.FUZZY, entry.target, (word,))


def _close(word: str, patterns: Patterns) -> tuple[Misspelling, ...]:
    """The words of the patient at edit distance exactly 1; the patient's notes say much the same."""
    known = patterns.close.get(word)
    if known is None:
        known = patterns.close[word] = _near(word, patterns)
    return known


def _near(word: str, patterns: Patterns) -> tuple[Misspelling, ...]:
    """They are one letter shorter or longer at most, so two lengths of beginning and end are enough."""
    size, heads, tails = len(word), patterns.heads, patterns.tails
    found: list[Misspelling] = []
    for part in ((size - 2) // 2, size // 2):
        head, tail = heads.get(word[:part]), tails.get(word[-part:])
        found += head or ()
        found += tail or ()
    if not found:
        return ()
    return tuple(
        entry
        for entry in dict.fromkeys(found)
        if entry.word != word and edit_distance_at_most_one(word, entry.word)
    )


def _around(reading: Reading, rank: int, entry: Misspelling) -> tuple[int, int] | None:
    """Bounds of the whole row when the other words stand where they should."""
    row, first = entry.target.row, rank - entry.place
    if len(row) == 1:
        return reading.start(rank), reading.end(rank)
    stretch = reading.words[first : first + len(row)] if first >= 0 else []
    if len(stretch) < len(row):
        return None
    if any(t != w for i, (t, w) in enumerate(zip(stretch, row, strict=True)) if i != entry.place):
        return None
    return reading.start(first), reading.end(first + len(row) - 1)


def _slips(reading: Reading, patterns: Patterns) -> Iterator[tuple[str, int, int]]:
    """« Dur4nd », « DURAmD » as one word: a digit among letters, and what `Reading` cuts."""
    for word in reading.slips():
        if _close(word, patterns):
            yield from ((word, *place) for place in reading.places_of(word))
    text = reading.text
    for digits in _DIGITS_IN_WORD.finditer(text):
        start = digits.start()
        if not (start and text[start - 1].isalpha()):
            continue
        while start and text[start - 1].isalpha():
            start -= 1
        whole = _AROUND.match(text, start)
        if whole is not None:
            yield normal(whole.group()), start, whole.end()


# numbers and initials


def _padded(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """A number of 8 digits or more inside a longer one (« 0008003456123 »)."""
    if max(map(len, reading.numbers), default=0) <= _PLAIN_NUMBER:
        return
    for match in _LONG_NUMBER.finditer(reading.text):
        for number, label in patterns.numbers.items():
            if len(number) < len(match.group()) and number in match.group():
                yield Match(match.start(), match.end(), Kind.DIGITS, Target(label, "", (number,)))


def _initials(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    wanted, written = patterns.initials, reading.written
    alone = [i for i in reading.ranks(wanted) if written[i].isupper()]
    letters = [i for i in reading.ranks(patterns.letters) if written[i].isupper()]
    pairs = [
        i
        for i in letters
        if len(b := "".join(written[i + 1 : i + 2])) == 1 and normal(written[i] + b) in wanted
    ]
    for rank, last in (*((i, i) for i in alone), *((i, i + 1) for i in pairs)):
        start, end = reading.start(rank), reading.end(last)
        if _are_initials(reading.text, start, end):
            yield Match(start, end, Kind.INITIALS, _INITIALS)


def _are_initials(text: str, start: int, end: int) -> bool:
    """« J.D. », « J. D »; « JD » and « J D » after a civility only."""
    shown = text[start:end]
    if not shown.isupper() or _BESIDE & {text[start - 1 : start], text[end : end + 1]}:
        return False
    if after_civility(text, start):
        return len(shown) <= 4
    return shown[1:-1] in _DOTS and not _is_abbreviation(text, start, end)


def _is_abbreviation(text: str, start: int, end: int) -> bool:
    """« T.A. », « I.V. »; « A.C.T.H. »; « C.C. : » at the beginning of a line."""
    shown = text[start:end]
    if len(shown) == 3 and fold(shown[0] + shown[-1]) in _NO_INITIALS:
        return True
    if text[max(0, start - 1) : start] == "." or (
        text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha()
    ):
        return True
    opens = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    return opens and text[end:].lstrip(". ").startswith(":")
