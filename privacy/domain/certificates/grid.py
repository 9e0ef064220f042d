"""Proves a whole grid of scales s at once, for the table that ships (`privacy.domain.places.scales`).

s = 2^e·(1 + i/32): the exponentials of 32 scales are squared to give every other octave, and Z is summed in floats.
That Z is not the sum of the integers drawn from, but within 1e-9 of it in relative terms: the sum of N floors loses
at most N/2^47 < 3e-10, and fifteen squarings of a rounded exponential at most 2^15·2^-52. This goes into the slack.
"""

import math
import threading
from itertools import accumulate
from typing import Final

import numpy as np

from privacy.domain.certificates.enumeration import (
    THREADS,
    OnProgress,
    each_block,
    worst_pairs,
)
from privacy.domain.mechanisms.choice import FLOOR
from privacy.domain.places.metric import Matrix, distance_block
from privacy.domain.places.scales import OCTAVES, STEPS, Proof, grid

MARGIN: Final = 1e-9
_DIGITS: Final = 7


def log_normalisers(
    axes: Matrix, *, threads: int = THREADS, on_progress: OnProgress | None = None
) -> Matrix:
    """ln Σ_y (e^(-s·d) + 2^-25), one row a scale of the grid, within MARGIN."""
    size = axes.shape[1]
    totals = np.full((OCTAVES * STEPS, size), size * FLOOR)
    lock = threading.Lock()

    def add(rows: slice, columns: slice) -> None:
        distances = distance_block(axes[:, rows], axes[:, columns])
        for i, first in enumerate(grid()[:STEPS]):
            weights = np.exp(distances * -float(first))
            for octave in range(OCTAVES):
                k = octave * STEPS + i
                right, down = weights.sum(axis=1), weights.sum(axis=0)
                with lock:
                    totals[k, rows] += right
                    if rows != columns:
                        totals[k, columns] += down
                np.multiply(weights, weights, out=weights)

    each_block(size, add, threads, on_progress)
    logs: Matrix = np.log(totals)
    return logs


def prove_area(
    axes: Matrix, *, threads: int = THREADS, on_progress: OnProgress | None = None
) -> tuple[Proof, ...]:
    """For each s of the grid, the smallest ε proved, rounded up to 1e-7, and the rows that call for it."""
    logs = log_normalisers(axes, threads=threads, on_progress=on_progress)
    floats = [float(s) for s in grid()]
    found = worst_pairs(axes, floats, logs, margin=2 * MARGIN, threads=threads)
    rounded = (Proof(math.ceil(w.loss * 10**_DIGITS) / 10**_DIGITS, w.pair) for w in found)
    return tuple(accumulate(rounded, lambda last, new: max(last, new, key=lambda p: p.epsilon)))
