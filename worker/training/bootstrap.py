"""Intervals by drawing notes again with replacement: a note is what varies, its words hang together.

Percentile bootstrap (Efron & Tibshirani 1993, chapter 13), 95 %, a fixed seed: the same notes give the same
interval.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
ROUNDS: Final = 2000
_AT_ONCE: Final = 100  # rounds: a thousand notes take no more than a megabyte
_SEED: Final = 20240131
_CHANCE: Final = 0.05  # of lying outside, both sides together


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval, 95 % unless said otherwise."""

    value: float
    low: float
    high: float

    def to_json(self) -> list[float]:
        return [round(number, 5) for number in (self.value, self.low, self.high)]


def interval(
    rows: Sequence[Sequence[float]], statistic: Callable[[F64], F64], chance: float = _CHANCE
) -> Interval:
    """Of `statistic` over the sums of the rows' columns; it takes (draws, columns) and gives (draws,).

    Example, two notes with 9 of 10 and 10 of 10 words masked: rows ((9, 10), (10, 10)), statistic
    ``lambda sums: sums[:, 0] / sums[:, 1]`` → 0.95 between 0.9 and 1. Without rows: 1 between 0 and 1.
    """
    return intervals(rows, {"": statistic}, chance)[""]


def intervals(
    rows: Sequence[Sequence[float]],
    statistics: Mapping[str, Callable[[F64], F64]],
    chance: float = _CHANCE,
) -> dict[str, Interval]:
    """Of several statistics over the same draws, by their names."""
    if not rows:
        return dict.fromkeys(statistics, Interval(1.0, 0.0, 1.0))
    table = np.asarray(rows, dtype=np.float64)
    sums, whole = _sums(table), table.sum(axis=0, keepdims=True)
    return {name: _interval(told(sums), told(whole), chance) for name, told in statistics.items()}


def _interval(drawn: F64, value: F64, chance: float) -> Interval:
    low, high = np.percentile(drawn, (50 * chance, 100 - 50 * chance))
    return Interval(float(value[0]), float(low), float(high))


def share(above: F64, below: F64) -> F64:
    """above / below, 1 where there is nothing to divide."""
    return np.divide(above, below, out=np.ones_like(above), where=below > 0)


def _sums(table: F64) -> F64:
    """(ROUNDS, columns): the sums over as many notes as there are, drawn with replacement."""
    draw = np.random.default_rng(_SEED)
    count = len(table)
    even = np.full(count, 1 / count)
    parts = [
        draw.multinomial(count, even, size=_AT_ONCE).astype(np.float64) @ table
        for _ in range(ROUNDS // _AT_ONCE)
    ]
    return np.concatenate(parts)
