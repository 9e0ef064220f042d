"""The two distribution functions that the empirical checks need: chi-square tails and Clopper-Pearson bounds.

Series and continued fractions as in Abramowitz and Stegun, 6.5.29, 6.5.31 and 26.5.8, to about 1e-12.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_TINY: Final = 1e-300
_PRECISION: Final = 1e-14
_TERMS: Final = 100_000


def chi_square_tail(statistic: float, degrees: int) -> float:
    """P(χ² > statistic), degrees ≥ 1 of freedom."""
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _gamma_series(a, x) if x < a + 1 else scale * _gamma_fraction(a, x)


def _gamma_series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _gamma_fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    result = d
    for n in range(1, _TERMS):
        factor = -n * (n - a)
        b += 2
        d = 1 / _apart(factor * d + b)
        c = _apart(b + factor / c)
        result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result


def binomial_tail(successes: int, trials: int, p: float) -> float:
    """P(X ≥ successes), X binomial: the regularised incomplete beta function I_p(k, n-k+1)."""
    if successes <= 0 or p >= 1:
        return 1.0
    if p <= 0 or successes > trials:
        return 0.0
    return _beta(successes, trials - successes + 1, p)


def _beta(a: float, b: float, x: float) -> float:
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, 1 - x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(front + a * math.log(x) + b * math.log1p(-x)) * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _apart(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, _TERMS):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _apart(1 + factor * d)
            c = _apart(1 + factor / c)
            result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result


def _apart(value: float) -> float:
    """Away from zero, so that it can be divided by (Lentz)."""
    return value if abs(value) > _TINY else _TINY


@lru_cache(maxsize=4096)
def lower_bound(successes: int, trials: int, alpha: float) -> float:
    """Clopper and Pearson's: below a proportion, but for a chance of at most alpha."""
    if successes == 0:
        return 0.0
    return _solve(lambda p: binomial_tail(successes, trials, p) < alpha)


@lru_cache(maxsize=4096)
def upper_bound(successes: int, trials: int, alpha: float) -> float:
    """Clopper and Pearson's: above a proportion, but for a chance of at most alpha."""
    if successes == trials:
        return 1.0
    return _solve(lambda p: 1 - binomial_tail(successes + 1, trials, p) > alpha)


def _solve(below: Callable[[float], bool]) -> float:
    """Where a monotone condition on [0, 1] stops to hold."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low
