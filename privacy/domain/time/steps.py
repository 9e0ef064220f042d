"""The exact distribution of a surrogate on a line (a date, an age, a duration) around its original.

Each value is described on its own: bounds (reference date, 1 to 120 years) are counted, the ordering
among the other values of the file is not. For the staff who may read the original note.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np

from privacy.domain.mechanisms.choice import FloatRow, IntRow
from privacy.domain.mechanisms.dates_tchouka import category_of

TAIL: Final = 1e-9  # mass that may be left out of an infinite distribution


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """P(surrogate - original = first + i) in `probabilities[i]`, in the value's unit."""

    first: int
    probabilities: FloatRow = field(repr=False)

    @property
    def offsets(self) -> IntRow:
        return np.arange(self.first, self.first + len(self.probabilities), dtype=np.int64)

    @property
    def expected(self) -> float:
        """Mean absolute displacement, in the unit."""
        return float(np.dot(self.probabilities, np.abs(self.offsets)))

    def within(self, lowest: int | None, highest: int | None) -> "Steps":
        """What falls outside the bounds (offsets) is moved to them, as the draw does."""
        low = self.first if lowest is None else lowest
        high = self.first + len(self.probabilities) - 1 if highest is None else highest
        return pushed(np.clip(self.offsets, low, max(low, high)), self.probabilities)


@dataclass(frozen=True, slots=True)
class Bar:
    """P(low ≤ offset ≤ high)."""

    low: int
    high: int
    probability: float


def pushed(offsets: IntRow, probabilities: FloatRow) -> Steps:
    """The distribution of offsets that were mapped to others."""
    first = int(offsets.min())
    sums = np.bincount(offsets - first, weights=probabilities)
    return Steps(first, np.asarray(sums, dtype=np.float64))


def laplace_steps(epsilon: Fraction) -> Steps:
    """Discrete Laplace, P(k) = (1-e^-ε)/(1+e^-ε)·e^(-ε|k|), cut where 1e-9 is left."""
    rate = float(epsilon)
    reach = math.ceil(-math.log(TAIL) / rate)
    return Steps(-reach, math.tanh(rate / 2) * np.exp(-rate * np.abs(np.arange(-reach, reach + 1))))


def uniform_steps(reach: int) -> Steps:
    """A uniform offset of 1 to `reach` in either direction (`shift`)."""
    spread = np.full(2 * reach + 1, 1 / (2 * reach))
    spread[reach] = 0
    return Steps(-reach, spread)


def age_steps(value: int, epsilon: Fraction) -> Steps:
    """`tchouka2023` on an age: a fair sign and a geometric magnitude (0 counts once), never below 0."""
    rate = float(epsilon)
    reach = math.ceil(-math.log(TAIL) / rate)
    gaps = np.abs(np.arange(-reach, reach + 1))
    spread = -math.expm1(-rate) * np.exp(-rate * gaps) / 2
    spread[reach] *= 2
    return Steps(-reach, spread).within(-value, None)


def interval_steps(name: str, gap: int, epsilon: Fraction) -> Steps:
    """One interval of a paper's chain: P over the intervals drawn, as offsets from `gap` days."""
    rate = float(epsilon)
    if name == "tchouka2023":
        reach = math.ceil(-math.log(TAIL) / rate)
        values = np.arange(max(gap - reach, 0), gap + reach + 1)
        weights = np.exp(-rate * np.where(values >= gap, values - gap, gap - 1 - values))
    else:
        category = category_of(gap)
        values = np.arange(category.lowest, category.highest + 1)
        weights = np.exp(-rate / category.width * np.abs(values - gap))
    return Steps(int(values[0]) - gap, weights / weights.sum())


def chain_steps(name: str, gaps: Sequence[tuple[int, Fraction]]) -> Steps:
    """A date at the end of a chain of (interval in days, ε): minus the sum of all the draws so far."""
    parts = [interval_steps(name, gap, epsilon) for gap, epsilon in gaps]
    length = sum(len(part.probabilities) - 1 for part in parts) + 1
    product = np.ones(length // 2 + 1, dtype=np.complex128)
    for part in parts:
        product *= np.fft.rfft(part.probabilities, length)
    total = np.maximum(np.fft.irfft(product, length), 0)
    last = sum(part.first for part in parts) + length - 1
    return Steps(-last, np.asarray(total[::-1] / total.sum(), dtype=np.float64))


def bars(steps: Steps, most: int = 31, covered: float = 0.99) -> tuple[Bar, ...]:
    """At most `most` bars of one odd width around 0 that hold `covered` of the mass; what lies beyond is not shown,
    nor are the ends where nothing can fall."""
    distance = np.abs(steps.offsets)
    mass = np.bincount(distance, weights=steps.probabilities).cumsum()
    reach = int(np.searchsorted(mass, covered * mass[-1]))
    width = 1
    while 2 * math.ceil(max(reach - width // 2, 0) / width) + 1 > most:
        width += 2
    ranks = (steps.offsets + width // 2) // width
    side = math.ceil(max(reach - width // 2, 0) / width)
    possible = steps.offsets[steps.probabilities > 0]
    lowest, highest = int(possible.min()), int(possible.max())
    shown = (
        Bar(
            max(rank * width - width // 2, lowest),
            min(rank * width + width // 2, highest),
            float(steps.probabilities[ranks == rank].sum()),
        )
        for rank in range(-side, side + 1)
    )
    return tuple(bar for bar in shown if bar.low <= bar.high)
