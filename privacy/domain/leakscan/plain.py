"""The exact scan of a text: every word is looked up. It reads what the quick scan can't, and says what is right."""

import re
from collections.abc import Iterator
from typing import Final

from privacy.domain.leakscan.context import CIVILITIES
from privacy.domain.leakscan.days import MONTHS_WRITTEN as MONTHS
from privacy.domain.leakscan.days import days_in
from privacy.domain.leakscan.demonyms import FIRST, LEAST
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
from privacy.domain.leakscan.reading import Reading
from privacy.domain.leakscan.sieve import MIN_TYPO, PLAIN_NUMBER

_DIGITS_IN_WORD: Final = re.compile(r"(?<!\d)\d++(?=[^\W\d_])")
_LONG_NUMBER: Final = re.compile(rf"\d{{{PLAIN_NUMBER + 1},}}")
_TITLE_LETTERS: Final = frozenset(civility[0] for civility in CIVILITIES)


def matches(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Every match of every form, looked for word by word."""
    yield from _walk(reading, patterns)
    if patterns.misspellings:
        yield from _misspelt(reading, patterns)
    if patterns.days:
        yield from dated(days_in(reading, patterns.days))
    if patterns.numbers:
        yield from _padded(reading, patterns)
    if patterns.initials:
        yield from _initials(reading, patterns)
    yield from _parts(reading, patterns)


def _parts(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """What is left of a value: some digits of a number, part of a date, an initial, the name of a town's people."""
    for rank in reading.ranks(reading.numbers | (MONTHS & reading.distinct)):
        yield from fragments_from(rank, reading, patterns)
        yield from ages_from(rank, reading, patterns)
        if patterns.days:
            yield from partials_from(rank, reading, patterns)
    for rank in reading.ranks(patterns.begun & reading.distinct):
        yield from letter_at(rank, reading, patterns)
    called = {
        word for word in reading.distinct if len(word) >= LEAST and word[:FIRST] in patterns.towns
    }
    for rank in reading.ranks(called):
        yield from demonyms_at(rank, reading, patterns)


def _walk(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """Join the words from each one on, as long as they begin a core."""
    ends, read = patterns.ends, reading.words
    begun = frozenset(filter(patterns.begins, reading.distinct))
    for rank in reading.ranks(begun):
        # most words that begin a core begin no more of it with the next one
        if read[rank] in ends or patterns.begins("".join(read[rank : rank + 2])):
            yield from walk_from(rank, reading, patterns)
    glued = {
        word: found
        for word in reading.distinct - begun
        if word[0] in _TITLE_LETTERS and (found := titled(word, patterns))
    }
    for rank in reading.ranks(glued.keys()):
        yield from glued_at(rank, reading, glued[read[rank]])


def _misspelt(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    (begin, end), least = patterns.corners, MIN_TYPO - 1
    close = {
        word: found
        for word in reading.distinct
        if len(word) >= least
        and (word[:2] in begin or word[-2:] in end)
        and (found := patterns.close_to(word))
    }
    for rank in reading.ranks(close.keys()):
        yield from misspelt_at(rank, reading, close[reading.words[rank]])
    for word, first, last in _slips(reading, patterns):
        yield from slipped(word, first, last, patterns.close_to(word))
    for digits in _DIGITS_IN_WORD.finditer(reading.text):
        yield from figures_inside(reading.text, digits.start(), patterns)


def _slips(reading: Reading, patterns: Patterns) -> Iterator[tuple[str, int, int]]:
    """« DURAmD », which `Reading` cuts, as one word."""
    for word in reading.slips():
        if patterns.close_to(word):
            yield from ((word, *place) for place in reading.places_of(word))


def _padded(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    """A number of 8 digits or more inside a longer one (« 0008003456123 »)."""
    if max(map(len, reading.numbers), default=0) <= PLAIN_NUMBER:
        return
    for match in _LONG_NUMBER.finditer(reading.text):
        yield from padded(match.group(), match.start(), patterns)


def _initials(reading: Reading, patterns: Patterns) -> Iterator[Match]:
    ranks = {*reading.ranks(patterns.initials), *reading.ranks(patterns.letters)}
    for rank in ranks:
        yield from initials_at(rank, reading, patterns)
