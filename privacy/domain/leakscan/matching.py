"""Matches of one patient's patterns in one text, before they are weighed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
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
_CIVILITIES: Final = words("m mr mme mlle madame monsieur dr docteur pr")
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
    begin = prefixes & reading.distinct
    for rank in [i for i, word in enumerate(read) if word in begin]:
        # most words that begin a core begin no more of it with the next one
        if read[rank] in ends or "".join(read[rank : rank + 2]) in prefixes:
            yield from _walk_from(rank, reading, patterns)
    titled = [w for w in reading.distinct if w.startswith(_CIVILITIES) and len(w) > MIN_NAME]
    glued = {w: found for w in titled if w not in prefixes and (found := _titled(w, ends))}
    for rank, word in enumerate(read) if glued else ():
        for target in glued.get(word, ()):
            yield Match(reading.start(rank), reading.end(rank), Kind.GLUED, target, (word,))


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
    """« MDURAND », « drdurand »."""
    return [
        target
        for civility in _CIVILITIES
        if word.startswith(civility)
        for target in ends.get(word[len(civility) :], ())
        if target.label == Label.PER and target.form is None and len(target.core) >= MIN_NAME
    ]


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
    edges = patterns.edges
    candidates = [
        w
        for w in reading.distinct
        if len(w) >= MIN_TYPO - 1 and (w[:2] in edges or "-" + w[-2:] in edges)
    ]
    close = {word: found for word in candidates if (found := _close(word, patterns))}
    for rank, word in enumerate(reading.words) if close else ():
        for entry in close.get(word, ()):
            bounds = _around(reading, rank, entry)
            if bounds is not None:
                yield Match(*bounds, Kind.FUZZY, entry.target, (word,))
    for word, start, end in _slips(reading):
        for entry in _close(word, patterns):
            if len(entry.target.row) == 1:
                yield Match(start, end, Kind.FUZZY, entry.target, (word,))


def _close(word: str, patterns: Patterns) -> tuple[Misspelling, ...]:
    """The words of the patient at edit distance exactly 1; the patient's notes say much the same."""
    known = patterns.close.get(word)
    if known is None:
        known = patterns.close[word] = tuple(dict.fromkeys(_near(word, patterns)))
    return known


def _near(word: str, patterns: Patterns) -> Iterator[Misspelling]:
    """They are one letter shorter or longer at most, so two lengths of beginning and end are enough."""
    for size in ((len(word) - 2) // 2, len(word) // 2):
        head, tail = patterns.heads.get(word[:size], ()), patterns.tails.get(word[-size:], ())
        for entry in (*head, *tail) if head or tail else ():
            if (
                -2 < len(entry.word) - len(word) < 2
                and entry.word != word
                and edit_distance_at_most_one(word, entry.word)
            ):
                yield entry


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


def _slips(reading: Reading) -> Iterator[tuple[str, int, int]]:
    """« Dur4nd », « DURAmD » as one word: a digit among letters, and what `Reading` cuts."""
    text = reading.text
    places = [at - 1 for at in map(re.Match.start, _DIGITS_IN_WORD.finditer(text)) if at]
    places = [at for at in places if text[at].isalpha()]
    places += [reading.start(rank) for rank in reading.cuts]
    for start in sorted(places):
        while start and text[start - 1].isalpha():
            start -= 1
        whole = _AROUND.match(text, start)
        if whole is not None:
            yield normal(whole.group()), start, whole.end()


# numbers and initials


def _padded(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """A number of 8 digits or more inside a longer one (« 0008003456123 »)."""
    for match in _LONG_NUMBER.finditer(reading.text):
        for number, label in patterns.numbers.items():
            if len(number) < len(match.group()) and number in match.group():
                yield Match(match.start(), match.end(), Kind.DIGITS, Target(label, "", (number,)))


def _initials(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    wanted, written = patterns.initials, reading.written
    here = wanted & reading.distinct
    alone = [i for i, w in enumerate(reading.words) if w in here and written[i].isupper()]
    letters = [i for i, w in enumerate(written) if len(w) == 1 and w.isupper()]
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
