"""The papers' date mechanisms, for comparison: neither meets the guarantee of `metric` (see `certificates`).

`tchouka2023` (HEALTHINF 2023, §4): dates sorted from a reference date e0 backwards, Laplace(1/ε_i) on every
interval e0-e1, e1-e2…, drawn again while the noisy interval is negative, truncated to an integer, dates rebuilt
from the most recent one. `tchouka2022` (arXiv 2209.09631): intervals in three categories, Laplace noise bounded
to the interval's own category, of sensitivity Δ = width of the category.

Both are drawn here with integers alone. The integer part of v + Laplace(1/ε), v an integer, is v plus a two-sided
geometric variable, which is drawn exactly; drawing again while negative commutes with taking the integer part. The
bounded mechanism is the discrete one, P(k) ∝ exp(-ε|k-v|/Δ) on the integers of the category.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Final

from privacy.domain.mechanisms.laplace import bernoulli, bernoulli_exp, discrete_laplace
from privacy.domain.randomness import BitSource


@dataclass(frozen=True, slots=True)
class Category:
    """Intervals of `lowest` to `highest` days, both included."""

    lowest: int
    highest: int

    @property
    def width(self) -> int:
        """Δ, in days: how far two intervals of the category can be from one another."""
        return self.highest - self.lowest


# "under 2 months, under 2 years, 2 years and more" read as 60 and 730 days, closed at 120 years of 365 days: the
# article gives no days and no upper bound, and without one Δ is infinite
CATEGORIES: Final = (Category(0, 59), Category(60, 729), Category(730, 120 * 365))


def intervals(dates: Iterable[date], reference: date) -> list[int]:
    """Days e0-e1, e1-e2… of distinct dates, the most recent first. ValueError for a date after e0."""
    chain = [reference, *sorted(set(dates), reverse=True)]
    gaps = [(later - earlier).days for later, earlier in pairwise(chain)]
    if gaps and gaps[0] < 0:
        msg = "no date may lie after the reference date"
        raise ValueError(msg)
    return gaps


def rebuild(gaps: Iterable[int], reference: date) -> list[date]:
    """The dates of a chain of intervals, the most recent first."""
    found, day = [], reference
    for gap in gaps:
        day -= timedelta(days=gap)
        found.append(day)
    return found


def noisy_age(age: int, noise: float) -> int:
    """An age in years and its truncated noise: 40 and -3.2478 give 37."""
    return max(age + int(noise), 0)


def draw_age_2023(source: BitSource, age: int, epsilon: Fraction) -> int:
    """`noisy_age` with Laplace(1/ε) noise: exact, since truncation keeps a fair sign and a geometric magnitude."""
    negative = bernoulli(source, Fraction(1, 2))
    magnitude = _geometric(source, epsilon)
    return max(age - magnitude if negative else age + magnitude, 0)


def draw_interval_2023(source: BitSource, gap: int, epsilon: Fraction) -> int:
    """⌊gap + Laplace(1/ε)⌋ days, drawn again while negative: exact."""
    while True:
        value = gap + _floored_laplace(source, epsilon)
        if value >= 0:
            return value


def _floored_laplace(source: BitSource, epsilon: Fraction) -> int:
    """⌊Laplace(1/ε)⌋: a fair sign, then a geometric magnitude; ⌊-x⌋ = -1-⌊x⌋ almost surely."""
    negative = bernoulli(source, Fraction(1, 2))
    magnitude = _geometric(source, epsilon)
    return -1 - magnitude if negative else magnitude


def _geometric(source: BitSource, epsilon: Fraction) -> int:
    """⌊|Laplace(1/ε)|⌋: the number of successes of exp(-ε) before the first failure."""
    magnitude = 0
    while bernoulli_exp(source, epsilon):
        magnitude += 1
    return magnitude


def probability_2023(gap: int, epsilon: float, output: int) -> float:
    """P(output | gap) of the draw above: 0 for a negative output."""
    if output < 0:
        return 0.0
    steps = output - gap if output >= gap else gap - 1 - output
    return -math.expm1(-epsilon) * math.exp(-epsilon * steps) / (2 * normaliser_2023(gap, epsilon))


def normaliser_2023(gap: int, epsilon: float) -> float:
    """P(gap + Laplace(1/ε) ≥ 0) = 1 - e^(-ε·gap)/2: it depends on the secret."""
    return 1 - math.exp(-epsilon * gap) / 2


def category_of(gap: int) -> Category:
    """The category of an interval in days. ValueError outside all of them."""
    for category in CATEGORIES:
        if category.lowest <= gap <= category.highest:
            return category
    msg = "an interval lies between 0 days and 120 years"
    raise ValueError(msg)


def draw_interval_2022(source: BitSource, gap: int, epsilon: Fraction) -> int:
    """P(k) ∝ exp(-ε|k-gap|/Δ) on the category's integers: exact, about 1/(1-e^(-ε/2)) attempts."""
    category = category_of(gap)
    while True:
        value = gap + discrete_laplace(source, epsilon / category.width)
        if category.lowest <= value <= category.highest:
            return value


def probability_2022(gap: int, epsilon: float, output: int) -> float:
    """P(output | gap) of the draw above: 0 in another category."""
    category = category_of(gap)
    if not category.lowest <= output <= category.highest:
        return 0.0
    rate = epsilon / category.width
    total = (
        1
        + _geometric_sum(rate, gap - category.lowest)
        + _geometric_sum(rate, category.highest - gap)
    )
    return math.exp(-rate * abs(output - gap)) / total


def _geometric_sum(rate: float, terms: int) -> float:
    """Σ e^(-rate·k) for k = 1…terms."""
    return math.expm1(-rate * terms) / math.expm1(-rate) * math.exp(-rate)
