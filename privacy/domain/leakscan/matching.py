"""Matches of one patient's patterns at one place of a text, before they are weighed."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from typing import Final, NamedTuple

from annotation.domain.labels import Label, Subtype
from privacy.domain.leakscan import demonyms
from privacy.domain.leakscan.births import partials_at
from privacy.domain.leakscan.context import CIVILITIES, TITLES, after_civility, is_titled_letter
from privacy.domain.leakscan.days import Day
from privacy.domain.leakscan.forms import Kind
from privacy.domain.leakscan.fragments import fragment_at, is_ended
from privacy.domain.leakscan.patterns import MIN_NAME, Misspelling, Patterns, Target
from privacy.domain.leakscan.reading import ReadText, normal
from privacy.domain.leakscan.shortened import age_at, is_cut, may_be_cut
from privacy.domain.text import fold_phrase, strip_accents, words

_AROUND: Final = re.compile(r"\w{1,65}")  # one more than `_LONGEST_NAME`
_NO_INITIALS: Final = frozenset(words("ta cr tp iv im sc"))  # « T.A. », « I.V. »
_DOTS: Final = frozenset((".", ". ", ".-"))
_BESIDE: Final = frozenset("°'’_")  # « 38°C. L'examen »
_LONGEST_NAME: Final = 64  # characters; a longer run of letters and digits misspells no name
_READ_FOR: Final = str.maketrans("0345678", "oeasgtb")
_MOST_ONES: Final = 4  # each of which is « i » or « l »
_AHEAD: Final = 8  # characters behind initials that are looked at


class Match(NamedTuple):
    """`text[start:end]` in the form `kind`; `pieces` are the words it is made of."""

    start: int
    end: int
    kind: Kind
    target: Target
    pieces: tuple[str, ...] = ()


_DAY: Final = Target(Label.DATE, Subtype.DATE, ())
_AGE: Final = Target(Label.AGE, Subtype.AGE, ())
_CUT: Final = Target(Label.PER, Subtype.NOM, ())
_INITIALS: Final = Target(Label.PER, Subtype.INITIALES, ())


def dated(found: Iterable[tuple[Day, int, int]]) -> Iterator[Match]:
    """A match of each day."""
    return (Match(start, end, Kind.DATE, _DAY) for _, start, end in found)


def glued_at(rank: int, reading: ReadText, targets: Iterable[Target]) -> Iterator[Match]:
    """Matches of a civility and a name in one word."""
    place = (reading.start(rank), reading.end(rank))
    return (Match(*place, Kind.GLUED, target, (reading.words[rank],)) for target in targets)


def walk_from(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of cores whose first word has this rank."""
    read, last, joined = reading.words, rank, reading.words[rank]
    while True:
        # places are looked up last: most texts hold no whole core
        if joined in patterns.ends and (last == rank or reading.joins(rank, last)):
            for target in patterns.targets(joined):
                if last == rank or not target.is_one_word:
                    start, end = reading.start(rank), reading.end(last)
                    pieces = tuple(read[rank : last + 1])
                    form = _form(reading.text, start, end, pieces, target)
                    yield Match(start, end, form, target, pieces)
        last += 1
        if last == len(read):
            return
        joined += read[last]
        if not patterns.begins(joined):
            return


def titled(word: str, patterns: Patterns) -> list[Target]:
    """The people whose name a word may be behind a civility."""
    if not word.startswith(CIVILITIES):
        return []
    return [
        target
        for name in _untitled(word)
        for target in patterns.targets(name)
        if target.label == Label.PER and target.form is None
    ]


@lru_cache(maxsize=65536)
def _untitled(word: str) -> tuple[str, ...]:
    """What may be a name in « mdurand », « drdurand »."""
    rests = (word.removeprefix(civility) for civility in CIVILITIES if word.startswith(civility))
    return tuple(rest for rest in rests if len(rest) >= MIN_NAME)


def fragments_from(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of the beginning or the end of a number."""
    for digits, start, end in fragment_at(rank, reading, patterns.fragments):
        label, subtype, _, is_end = patterns.fragments[digits]
        if is_end and not is_ended(reading.text, start):
            continue
        target = Target(label, subtype, (digits,), form=Kind.FRAGMENT)
        yield Match(start, end, Kind.FRAGMENT, target, (digits,))


def ages_from(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of ages whose number stands here, without « ans »."""
    if reading.words[rank] in patterns.ages:
        place = age_at(reading.text, reading.start(rank), reading.end(rank))
        if place is not None:
            yield Match(*place, Kind.SHORTENED, _AGE)


def partials_from(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of dates that are not whole."""
    for start, end in partials_at(rank, reading, patterns.births, patterns.days):
        yield Match(start, end, Kind.PARTIAL, _DAY)


def letter_at(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """« Mme D. », « Mme Dur… » of somebody whose name begins so."""
    start, end = reading.start(rank), reading.end(rank)
    if end - start > 1 and not may_be_cut(reading.text, end):
        return
    letter = reading.words[rank]
    if letter in patterns.lasts and is_titled_letter(reading.text, start, end):
        yield Match(start, end, Kind.INITIALS, _INITIALS, (letter,))
    elif (
        is_cut(letter, patterns.cut, reading.text, end)
        and rank
        and reading.words[rank - 1] in TITLES
        and after_civility(reading.text, start)
    ):
        yield Match(start, end, Kind.SHORTENED, _CUT, (letter,))


def demonyms_at(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of what the people of a town are called."""
    word = reading.words[rank]
    for stem, fields in patterns.towns.get(word[: demonyms.FIRST], ()):
        if demonyms.is_demonym(word, stem):
            place = (reading.start(rank), reading.end(rank))
            yield Match(*place, Kind.DEMONYM, Target(*fields), (word,))


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


def misspelt_at(rank: int, reading: ReadText, entries: Iterable[Misspelling]) -> Iterator[Match]:
    """Matches of misspellings whose other words stand around this one."""
    for entry in entries:
        bounds = _around(reading, rank, entry)
        if bounds is not None:
            yield Match(*bounds, Kind.FUZZY, entry.target, (reading.words[rank],))


def slipped(word: str, start: int, end: int, entries: Iterable[Misspelling]) -> Iterator[Match]:
    """Matches of names of one word that a longer stretch misspells as a whole."""
    for entry in entries:
        if len(entry.target.row) == 1:
            yield Match(start, end, Kind.FUZZY, entry.target, (word,))


def _around(reading: ReadText, rank: int, entry: Misspelling) -> tuple[int, int] | None:
    """Bounds of the whole row when the other words stand where they should."""
    row, first = entry.target.row, rank - entry.place
    if len(row) == 1:
        return reading.start(rank), reading.end(rank)
    stretch = reading.words[first : first + len(row)] if first >= 0 else ()
    if len(stretch) < len(row):
        return None
    if any(t != w for i, (t, w) in enumerate(zip(stretch, row, strict=True)) if i != entry.place):
        return None
    return reading.start(first), reading.end(first + len(row) - 1)


def digit_inside(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """« Dur4nd » around the number that begins at `start`, which a letter follows. Each number of a long run is looked
    at, so no more of the run is read than a name may be long."""
    if not (start and text[start - 1].isalpha()):
        return
    least = max(0, start - _LONGEST_NAME)
    while start > least and text[start - 1].isalpha():
        start -= 1
    whole = _AROUND.match(text, start)
    if whole is not None and whole.end() - start <= _LONGEST_NAME:
        yield normal(whole.group()), start, whole.end()


def figures_inside(text: str, start: int, patterns: Patterns) -> Iterator[Match]:
    """Matches of the name that a word with figures in it misspells (« Dur4nd ») or that is read in it (« J4CQU3L1NE »)."""
    for word, first, last in digit_inside(text, start):
        yield from slipped(word, first, last, patterns.close_to(word))
        for read in _read_in(word):
            for target in patterns.targets(read):
                if target.form is None and len(target.row) == 1:
                    yield Match(first, last, Kind.FUZZY, target, (read,))


@lru_cache(maxsize=4096)
def _read_in(word: str) -> tuple[str, ...]:
    """« e11se » → « eiise », « eilse », « elise », « ellse »."""
    parts = word.translate(_READ_FOR).split("1")
    if len(parts) - 1 > _MOST_ONES:
        return ()
    every = product("il", repeat=len(parts) - 1)
    return tuple(
        ["".join(chain.from_iterable(zip(parts, (*own, ""), strict=True))) for own in every]
    )


# numbers and initials


def padded(shown: str, start: int, patterns: Patterns) -> Iterator[Match]:
    """Matches of the numbers that stand inside a longer one."""
    for number, label in patterns.numbers.items():
        if len(number) < len(shown) and number in shown:
            target = Target(label, "", (number,))
            yield Match(start, start + len(shown), Kind.DIGITS, target)


def initials_at(rank: int, reading: ReadText, patterns: Patterns) -> Iterator[Match]:
    """Matches of two letters in one word of this rank, or in this word and the next."""
    wanted, written = patterns.initials, reading.written
    own = written[rank]
    if not own.isupper():
        return
    lasts = [rank] if reading.words[rank] in wanted else []
    if reading.words[rank] in patterns.letters:
        following = "".join(written[rank + 1 : rank + 2])
        if len(following) == 1 and normal(own + following) in wanted:
            lasts.append(rank + 1)
    for last in lasts:
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
    if len(shown) == 3 and fold_phrase(shown[0] + shown[-1]) in _NO_INITIALS:
        return True
    if text[max(0, start - 1) : start] == "." or (
        text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha()
    ):
        return True
    before = text[max(0, start - _AHEAD) : start]
    opens = not before.rpartition("\n")[2].strip() and (len(before) == start or "\n" in before)
    return opens and text[end : end + _AHEAD].lstrip(". ").startswith(":")
