"""Neighbouring patients through the whole substitution: does anything rendered tell them apart more than exp(ε·d)?

The pairs are those of the daily test (every element and label), with more draws, and every written form of a date and
of a range at every edge of the calendar.
"""

import statistics
import time
from collections.abc import Sequence
from typing import Final

from benches.ner.text import decimal, table
from privacy.domain.certificates.neighbours import Compared, Pair, compare_all
from privacy.domain.randomness import KEY_BYTES, DrawContext, KeyedStream, StudyKey
from tests.privacy.domain.certificates.neighbour_pairs import black_box, every_form, usual

LEVEL: Final = 1e-3  # that some sound pair be refuted
DRAWS: Final = 2000
FORM_DRAWS: Final = 300
TIMED: Final = 2000
CLOCKED: Final = (
    "figures, a digit or two", "age", "year beside a day in it", "word of age", "town", "organisation", "phone", "NIR",
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
