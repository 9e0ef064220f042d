"""Scores to probabilities: σ(score / temperature + shift), fitted on patients who taught nothing."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS: Final = 50
_COLDEST, _HOTTEST = 0.05, 20.0
_RIDGE: Final = (
    1e-3  # towards temperature 1 and shift 0: a split without errors would have no finite fit
)


def probabilities(scores: NDArray[np.float32], temperature: float, shift: float) -> Floats:
    """Elementwise; stable for any score."""
    found: Floats = np.exp(-np.logaddexp(0, -(scores.astype(np.float64) / temperature + shift)))
    return found


def fit(scores: NDArray[np.float32], gold: NDArray[np.bool_]) -> tuple[float, float]:
    """Temperature and shift under which `gold` is likeliest: Platt 1999 by Newton's method.

    A temperature alone (Guo et al. 2017) cannot mend what the asymmetric loss does: it moves all scores one way.
    """
    flat = scores.astype(np.float64).reshape(-1)
    columns = np.stack([flat, np.ones_like(flat)])
    wanted = gold.reshape(-1).astype(np.float64)
    centre, place = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    for _ in range(_STEPS):
        found = np.exp(-np.logaddexp(0, -(place @ columns)))
        slope = columns @ (found - wanted) + _RIDGE * (place - centre)
        bend = (columns * (found * (1 - found))) @ columns.T + _RIDGE * np.eye(2)
        move = np.linalg.solve(bend, slope)
        place = place - move / max(1.0, float(np.abs(move).max()))
        if np.abs(move).max() < 1e-9:
            break
    scale = float(np.clip(place[0], 1 / _HOTTEST, 1 / _COLDEST))
    return 1 / scale, float(place[1])
