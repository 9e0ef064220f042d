"""Exact discrete Laplace on ℤ, integers only: Canonne, Kamath, Steinke (2020), algorithms 1 and 2.

No floating point is used, hence none of Mironov's (2012) attacks on rounded noise applies.
"""

import math
from fractions import Fraction

from privacy.domain.randomness import BitSource, below


def bernoulli(source: BitSource, probability: Fraction) -> bool:
    """True with exactly this rational probability in [0, 1]."""
    return below(source, probability.denominator) < probability.numerator


def bernoulli_exp(source: BitSource, gamma: Fraction) -> bool:
    """True with probability exactly exp(-gamma), gamma ≥ 0 rational (algorithm 1)."""
    if gamma < 0:
        msg = "gamma must not be negative"
        raise ValueError(msg)
    whole, rest = divmod(gamma, 1)
    return all(_bernoulli_exp_unit(source, 1, 1) for _ in range(whole)) and (
        _bernoulli_exp_unit(source, rest.numerator, rest.denominator)
    )


def _bernoulli_exp_unit(source: BitSource, numerator: int, denominator: int) -> bool:
    """exp(-gamma) for gamma in [0, 1], in lowest terms: the parity of a run of Bernoulli(gamma / k)."""
    # gamma/k as integers: this is the inner loop of every draw; what is below 1 is 0, without a bit
    k = 1 + (numerator == denominator == 1)
    while below(source, denominator * k) < numerator:
        k += 1
    return k % 2 == 1


def discrete_laplace(source: BitSource, epsilon: Fraction) -> int:
    """One draw of P(k) = (1-e^-ε)/(1+e^-ε)·e^(-ε|k|), ε > 0 rational (algorithm 2, scale t/s = 1/ε)."""
    if epsilon <= 0:
        msg = "epsilon must be positive"
        raise ValueError(msg)
    s, t = epsilon.numerator, epsilon.denominator
    while True:
        u = below(source, t)
        common = math.gcd(u, t)
        if not _bernoulli_exp_unit(source, u // common, t // common):
            continue
        v = 0
        while _bernoulli_exp_unit(source, 1, 1):
            v += 1
        magnitude = (u + t * v) // s
        negative = bool(source.bits(1))
        if negative and magnitude == 0:
            continue
        return -magnitude if negative else magnitude


def expected_magnitude(epsilon: Fraction) -> float:
    """E|K| of the discrete Laplace, in its unit: 2a/(1-a²) with a = e^-ε, that is 1/sinh ε."""
    value = float(epsilon)
    return math.inf if value == 0 else (1 / math.sinh(value) if value < 700 else 0.0)


def probability(epsilon: Fraction, k: int) -> float:
    """P(K = k), for display and for tests."""
    value = float(epsilon)
    return math.tanh(value / 2) * math.exp(-value * abs(k))
