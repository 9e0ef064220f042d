"""Geo-indistinguishability (Andrés et al. 2013, used by arXiv 2209.09631): planar Laplace, then the nearest commune.

The density at x is ε²/(2π)·e^(-ε·|x-j|), ε per km: exactly ε·km on the real plane, and the nearest commune is
post-processing. The radius is C⁻¹(u) = -(W₋₁((u-1)/e) + 1)/ε. What is drawn here is a *floating-point* planar
Laplace from 53-bit uniforms, for comparison only: no radius exceeds `longest_radius`, and Mironov's attack (2012) on
the last bits applies. Nothing drawn here may leave with a guarantee.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.randomness import BitSource

BITS: Final = 53
_STEPS: Final = 64


def lambert_minus_one(x: float) -> float:
    """W₋₁(x) for x in [-1/e, 0): the solution w ≤ -1 of w·e^w = x. ValueError outside.

    Solved as t - ln(1+t) = -1 - ln(-x) for t = -1-w ≥ 0 (Newton: the left side is convex and increasing), so that
    it stays accurate where e^w underflows.
    """
    if not -1 / math.e <= x < 0:
        msg = "W₋₁ is defined on [-1/e, 0)"
        raise ValueError(msg)
    return -1 - _excess(-1 - math.log(-x))


def _excess(target: float) -> float:
    """t ≥ 0 such that t - ln(1+t) = target ≥ 0: ε times a radius whose tail weighs e^(-target)."""
    if target <= 0:
        return 0.0
    t = target + math.sqrt(2 * target)  # above the root: Newton comes down to it
    for _ in range(_STEPS):
        step = (t - math.log1p(t) - target) * (1 + t) / t
        t -= step
        if abs(step) <= 1e-15 * t:
            break
    return t


def radius(epsilon: float, u: float) -> float:
    """C⁻¹(u) in km: the radius within which the planar Laplace of `epsilon` per km falls with probability u < 1."""
    return _excess(-math.log1p(-u)) / epsilon


def longest_radius(epsilon: float) -> float:
    """The longest radius, in km, that a 53-bit uniform below 1 can give (about 40.4/ε)."""
    return radius(epsilon, 1 - 2.0**-BITS)


def draw_offset(source: BitSource, epsilon: float) -> tuple[float, float]:
    """East and north displacement in km."""
    length = radius(epsilon, source.bits(BITS) * 2.0**-BITS)
    angle = 2 * math.pi * source.bits(BITS) * 2.0**-BITS
    return length * math.cos(angle), length * math.sin(angle)


def draw_nearest(
    source: BitSource, plane: npt.NDArray[np.float64], origin: int, epsilon: float
) -> int:
    """The row of `plane` (east, north in km) nearest to the displaced origin; `epsilon` is per km."""
    target = plane[origin] + np.array(draw_offset(source, epsilon))
    return int(np.argmin(((plane - target) ** 2).sum(axis=1)))
