"""Categorical draws with 64-bit integer weights (exponential mechanism with a public prior, 1 at most).

w_i = ⌊2^47·(π_i·e^(-s·d_i) + 2^-25)⌋. The constant keeps every ratio within e^(s·d) (a mediant) and the
relative rounding error below 2^-22 even for the farthest candidate. Distances are rounded up to 1e-6,
which keeps the triangle inequality.

Two samplers give the same distribution: one walk through the cumulative sums, or rejection from candidates of the
prior (von Neumann 1951), which looks at a few candidates instead of all. Where the scale is small, as in a file of many
elements, the weights differ little and the second or third candidate stays.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from privacy.domain.randomness import BitSource, below

FloatRow = npt.NDArray[np.float64]
IntRow = npt.NDArray[np.int64]

SCALE: Final = float(2**47)
FLOOR: Final = float(2.0**-25)
CEILING: Final = 2**47 + 2**22  # the weight at distance 0
_TRIES: Final = 6
_AT_ONCE: Final = 4  # candidates drawn before the first of them is weighed


def round_up(distances: npt.NDArray[Any]) -> FloatRow:
    """Distances rounded up to a multiple of 1e-6."""
    return np.asarray(np.ceil(distances * 1e6) / 1e6, dtype=np.float64)


def integer_weights(distances: FloatRow, s: float, prior: FloatRow | None = None) -> IntRow:
    """The weights above; up to 65,000 candidates their sum stays below 2^63. `prior`: one π a candidate (None: all 1)."""
    weights = np.multiply(distances, -s)
    np.exp(weights, out=weights)
    if prior is not None:
        weights *= prior
    weights += FLOOR
    weights *= SCALE
    return weights.astype(np.int64)  # truncates: the floor of a positive number


def integer_weight(distance: float, s: float, prior: float = 1.0) -> int:
    """One of `integer_weights`, to the last bit: for a single one, most of numpy's work is to be called.

    The exponential stays numpy's: that of `math` differs from it by one bit in a twentieth of all cases.
    """
    return int((float(np.exp(distance * -s)) * prior + FLOOR) * SCALE)


def draw(source: BitSource, cumulative: IntRow) -> int:
    """Index i with probability exactly w_i / Σw, from the cumulative sums of the weights."""
    target = below(source, int(cumulative[-1]))
    return int(np.searchsorted(cumulative, target, side="right"))


def draw_thinned(source: BitSource, count: int, weight_of: Callable[[int], int]) -> int | None:
    """Index below `count` with probability exactly w_i / Σw, or None after some rejections.

    A uniform candidate stays with probability w_i / `CEILING`. Whether none did says nothing about which one
    would have, so a caller may go on with `draw`.
    """
    for _ in range(_TRIES):
        for index in [below(source, count) for _ in range(_AT_ONCE)]:
            if below(source, CEILING) < weight_of(index):
                return index
    return None


def draw_from_prior(
    source: BitSource, ceilings: Sequence[int], weight_of: Callable[[int], int]
) -> int | None:
    """The same where candidates are not alike. `ceilings`: running sums of the weights at distance 0.

    A candidate comes with probability c_i / Σc and stays with w_i / c_i: w_i ≤ c_i, since e^(-s·d) ≤ 1 and every
    rounding is monotone.
    """
    for _ in range(_TRIES * _AT_ONCE):
        index = bisect_right(ceilings, below(source, ceilings[-1]))
        ceiling = ceilings[index] - (ceilings[index - 1] if index else 0)
        if below(source, ceiling) < weight_of(index):
            return index
    return None
