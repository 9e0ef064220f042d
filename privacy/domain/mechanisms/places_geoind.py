"""Geo-indistinguishability (Andrés et al. 2013, used by arXiv 2209.09631): planar Laplace, then the nearest commune.

The density at x is proportional to e^(-ε·|x-j|), ε per km here (a budget counts for 50 km: `PlaceChoice`). What is drawn is its discrete form on a square lattice of
10 m, P(x) ∝ e^(-ε·|x-j|) with j rounded to the lattice: the normaliser is the same for every j, so the guarantee ε·km
holds exactly for the rounded positions, and the nearest commune is post-processing. Integers alone are used: a
floating-point planar Laplace would give the last bits away (Mironov 2012) and could not reach beyond 40/ε km.
The continuous radius, C⁻¹(u) = -(W₋₁((u-1)/e) + 1)/ε, describes the displacement (10 m aside).
"""

import math
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.mechanisms.laplace import discrete_laplace
from privacy.domain.randomness import BitSource, below

STEPS_PER_KM: Final = 100  # the lattice: 10 m
_SLOPE: Final = Fraction(7071, 10_000)  # just below 1/√2: |x|₂ ≥ _SLOPE·|x|₁
_NEWTON_STEPS: Final = 64
_BITS: Final = 64
_DOUBT: Final = 1e-9


def _excess(target: float) -> float:
    """t ≥ 0 such that t - ln(1+t) = target ≥ 0: ε times a radius whose tail weighs e^(-target), -1 - W₋₁(-e^(-1-target))."""
    if target <= 0:
        return 0.0
    t = target + math.sqrt(2 * target)  # above the root: Newton comes down to it
    for _ in range(_NEWTON_STEPS):
        step = (t - math.log1p(t) - target) * (1 + t) / t
        t -= step
        if abs(step) <= 1e-15 * t:
            break
    return t


def radius(epsilon: float, u: float) -> float:
    """C⁻¹(u) in km: the radius within which the planar Laplace of `epsilon` per km falls with probability u < 1."""
    return _excess(-math.log1p(-u)) / epsilon


def draw_offset(source: BitSource, epsilon: Fraction) -> tuple[int, int]:
    """East and north displacement in lattice steps: P(x) ∝ e^(-ε·|x|/100), exact.

    Proposed by two discrete Laplaces of rate _SLOPE·ε/100 each, kept with probability
    e^(-ε/100·(|x|₂ - _SLOPE·|x|₁)): about 8 of 10 are.
    """
    rate = epsilon / STEPS_PER_KM
    while True:
        east = discrete_laplace(source, _SLOPE * rate)
        north = discrete_laplace(source, _SLOPE * rate)
        square, floor = east**2 + north**2, _SLOPE * (abs(east) + abs(north))
        if _bernoulli_exp(source, rate, square, floor):
            return east, north


def _bernoulli_exp(source: BitSource, rate: Fraction, square: int, floor: Fraction) -> bool:
    """True with probability e^(-γ), γ = rate·(√square - floor) ≥ 0, an irrational number, exactly."""
    # γ/pieces ≤ 1: an upper bound of γ does
    pieces = max(math.ceil(rate * (math.isqrt(square) + 1 - floor)), 1)
    return all(_piece(source, rate, square, floor, pieces) for _ in range(pieces))


def _piece(source: BitSource, rate: Fraction, square: int, floor: Fraction, pieces: int) -> bool:
    """e^(-γ/pieces): the parity of a run of Bernoulli(γ/(pieces·k))."""
    k = 1
    while _is_below(source, pieces * k / rate, square, floor):
        k += 1
    return k % 2 == 1


def _is_below(source: BitSource, factor: Fraction, square: int, floor: Fraction) -> bool:
    """u < (√square - floor)/factor for a uniform u in [0, 1], whose bits are drawn until the answer is certain."""
    u, unit = below(source, 1 << _BITS), 1 << _BITS
    gap = (math.sqrt(square) - float(floor)) / float(factor) - u / unit
    if abs(gap) > _DOUBT:  # floats err by less than 1e-12 here: the answer is certain
        return gap > 0
    while True:
        low, high = (Fraction(u + more, unit) * factor + floor for more in (0, 1))
        if high**2 <= square:
            return True
        if low**2 >= square:
            return False
        u, unit = (u << _BITS) + below(source, 1 << _BITS), unit << _BITS


def lattice(plane: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Positions in km (one row each) rounded to the lattice: rows east and north. The guarantee speaks of these."""
    return np.ascontiguousarray(np.rint(plane * STEPS_PER_KM).T, dtype=np.int64)


def draw_nearest(
    source: BitSource,
    points: npt.NDArray[np.int64],
    here: npt.NDArray[np.int64],
    epsilon: Fraction,
) -> int:
    """The column of `points` (see `lattice`) nearest to the displaced point `here`; the first of equals. `epsilon` is
    per km."""
    east, north = draw_offset(source, epsilon)
    # far outside the country the nearest commune no longer changes: keep the squares within 64 bits
    reach = 10**9
    gap_east = points[0] - (here[0] + max(-reach, min(east, reach)))
    gap_north = points[1] - (here[1] + max(-reach, min(north, reach)))
    return int(np.argmin(gap_east * gap_east + gap_north * gap_north))
