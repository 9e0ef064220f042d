"""Neighbouring patients through the whole substitution: does anything rendered tell them apart more than exp(ε·d)?

The pairs are those of the daily test (every element and label), with more draws, and every written form of a date and
of a range at every edge of the calendar.
"""

import itertools
import math
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from benches.ner.text import decimal, table
from privacy.domain.certificates.neighbours import Compared, Pair, compare_all
from privacy.domain.certificates.observables import Event, observe
from privacy.domain.randomness import KEY_BYTES, DrawContext, KeyedStream, StudyKey
from tests.privacy.domain.certificates.neighbour_pairs import black_box, every_form, usual

LEVEL: Final = 1e-3  # that some sound pair be refuted
DRAWS: Final = 2000
FORM_DRAWS: Final = 300
SHOWN: Final = 500  # draws of each file for the table
TIMED: Final = 2000
CLOCKED: Final = (
    "figures, a digit or two", "age", "year beside a day in it", "word of age", "town", "organisation", "phone", "NIR",
)  # fmt: skip
_LONE_DIGIT: Final = re.compile(r"(?<!\d)\d(?!\d|er)")


@dataclass(frozen=True, slots=True)
class Told:
    """An event that told two neighbours apart before: which pair, what was seen."""

    pair: str
    event: str
    holds: Callable[[Event], bool]


def _value(pattern: str, event: Event) -> bool:
    return event[0] == "value" and re.search(pattern, event[1].split(":", 1)[1]) is not None


def _is(wanted: Event, event: Event) -> bool:
    return event == wanted


EVENTS: Final = (
    Told("figures, a digit or two", "un chiffre seul", partial(_value, _LONE_DIGIT.pattern)),
    Told("a lone day", "un chiffre seul", partial(_value, _LONE_DIGIT.pattern)),
    Told("abbreviated month", "un mois abrégé", partial(_value, r"\.")),
    Told("year beside a day in it", "l'année après le jour", partial(_is, ("order", "0,1:1"))),
    Told("month beside a day in it", "le mois après le jour", partial(_is, ("order", "0,1:1"))),
    Told("country", "le premier original", partial(_is, ("original", "0:0"))),
    Told("identifier of a letter", "le premier original", partial(_is, ("original", "0:0"))),
    Told("short phone", "le premier original", partial(_is, ("original", "0:0"))),
    Told("phone in words", "longueurs 4, 5, 6, 6, 5", partial(_is, ("lengths", "0:[4, 5, 6, 6, 5]"))),
    Told("mail", "partie locale d'un et un", partial(_value, r"^[a-z]\.[a-z]@")),
    Told("weekday before", "lundi", lambda event: event[0] == "outside" and "lundi" in event[1]),
    Told("the day before yesterday", "un mot sans chiffre", partial(_value, r"^\D+$")),
    Told("months", "des années", partial(_value, r"\bans?\b")),
)  # fmt: skip


def run(draws: int, form_draws: int) -> list[Compared]:
    """Every pair, the usual ones and those of the written forms, at one family-wise level each half. Without `form_draws` the
    usual ones alone."""
    found = _half("usual", usual(), draws)
    return found + (_half("forms", every_form(), form_draws) if form_draws else [])


def _half(name: str, pairs: Sequence[Pair], draws: int) -> list[Compared]:
    return list(compare_all(pairs, black_box, draws=draws, level=LEVEL / 2, source=_source(name)))


def _source(name: str) -> KeyedStream:
    return StudyKey(bytes(range(32))).stream(DrawContext("bench", name, "", "neighbours"))


def events(draws: int = SHOWN) -> str:
    """How often each of `EVENTS` is seen under either file of its pair."""
    pairs = {pair.name: pair for pair in usual()}
    rows = [
        [told.pair, told.event, *_frequencies(pairs[told.pair], told.holds, draws)]
        for told in EVENTS
    ]
    return table(["paire", "événement", "A", "B", "rapport permis"], rows)


def _frequencies(pair: Pair, holds: Callable[[Event], bool], draws: int) -> list[str]:
    source = _source(pair.name)
    originals = [
        [note.text[s.start : s.end] for note in file for s in note.entities]
        for file in (pair.left, pair.right)
    ]
    shown = []
    for file in (pair.left, pair.right):
        keys = (
            StudyKey(source.bits(8 * KEY_BYTES).to_bytes(KEY_BYTES, "big"))
            for _ in itertools.count()
        )
        seen = sum(
            any(holds(event) for event in observe(black_box(file, next(keys)), originals))
            for _ in range(draws)
        )
        shown.append(decimal(seen / draws, 3))
    return [*shown, decimal(math.exp(pair.bound), 2)]


def times(draws: int = TIMED) -> str:
    """The time of a draw of either file of `CLOCKED`, medians in microseconds, and how often one of A takes longer than one
    of B drawn beside it: 0.5 where time tells nothing, ± 0.02 by chance for 2,000 draws."""
    pairs = {pair.name: pair for pair in usual()}
    rows = [[name, *_clocked(pairs[name], draws)] for name in CLOCKED]
    return table(["paire", "A, µs", "B, µs", "A plus long que B"], rows)


def _clocked(pair: Pair, draws: int) -> list[str]:
    source = _source(f"time {pair.name}")
    taken: list[list[int]] = [[], []]
    for draw in range(2 * draws):
        side = draw % 2 ^ (draw // 2 % 2)  # neither file always first
        key = StudyKey(source.bits(8 * KEY_BYTES).to_bytes(KEY_BYTES, "big"))
        start = time.perf_counter_ns()
        black_box((pair.left, pair.right)[side], key)
        taken[side].append(time.perf_counter_ns() - start)
    slower = sum(a > b for a, b in zip(*taken, strict=True)) / draws
    medians = [decimal(statistics.median(side) / 1000, 0) for side in taken]
    return [*medians, decimal(slower, 3)]
