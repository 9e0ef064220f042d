"""Two opinions on the categories of a note as one, and what each is worth: shared by the experiments of this folder."""

from collections.abc import Sequence

import numpy as np

Pairs = Sequence[tuple[bool, bool]]


def logit(probability: float) -> float:
    held = min(max(probability, 1e-4), 1 - 1e-4)
    return float(np.log(held / (1 - held)))


def fit(features: list[list[float]], right: list[bool], ridge: float = 0.3) -> np.ndarray:
    """Weights of a ridge logistic regression, by Newton's method."""
    x, y = np.array(features), np.array(right, dtype=float)
    weights = np.zeros(x.shape[1])
    for _step in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        bend = (x.T * (p * (1 - p))) @ x + ridge * np.eye(len(weights))
        weights -= np.linalg.solve(bend, x.T @ (p - y) + ridge * weights)
    return weights


def probability(features: list[float], weights: np.ndarray) -> float:
    return float(1 / (1 + np.exp(-np.dot(features, weights))))


def tell(who: str, pairs: Pairs, wanted: int) -> None:
    """Prints precision, recall and F1 of (proposed, right) pairs."""
    given = sum(g for g, _r in pairs)
    right = sum(g and r for g, r in pairs)
    f1 = 2 * right / max(1, given + wanted)
    print(f"{who:24} P {right / max(1, given):.3f} R {right / wanted:.3f} F1 {f1:.3f}")
