"""Measures of codes over (stays, labels): gold and proposed sets, ranks, calibration, bootstrap intervals."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Quality:
    """Shares in [0, 1]. Micro counts every code of every stay, macro is the mean over codes (0 / 0 is 0)."""

    micro_precision: float
    micro_recall: float
    micro_f1: float
    macro_precision: float
    macro_recall: float
    macro_f1: float


def quality(gold: Bools, proposed: Bools, weights: Floats | None = None) -> Quality:
    """Of proposed codes against gold ones; `weights` counts each stay so many times (bootstrap).

    Macro is over the codes that are gold somewhere or proposed somewhere.
    """
    rows = np.ones(len(gold)) if weights is None else weights
    right = rows @ (gold & proposed)
    wanted, given = rows @ gold, rows @ proposed
    seen = (wanted + given) > 0
    micro = _three(right.sum(), given.sum(), wanted.sum())
    each = [_three(*triple) for triple in zip(right[seen], given[seen], wanted[seen], strict=True)]
    macro = np.mean(each, axis=0) if each else np.zeros(3)
    return Quality(*micro, *(float(value) for value in macro))


def _three(right: float, given: float, wanted: float) -> tuple[float, float, float]:
    precision = float(right / given) if given else 0.0
    recall = float(right / wanted) if wanted else 0.0
    total = float(given + wanted)
    return precision, recall, float(2 * right / total) if total else 0.0


def draws_of(stays: int, *, seed: int, count: int = 1000) -> Floats:
    """(draws, stays): how often each stay is in each sample drawn with replacement (Efron's bootstrap)."""
    source = np.random.default_rng(seed)
    found: Floats = source.multinomial(stays, np.full(stays, 1 / stays), size=count).astype(float)
    return found


def drawn_qualities(gold: Bools, proposed: Bools, draws: Floats) -> Floats:
    """(draws, 6): Quality's measures in its order, of each sample; equal to `quality` under each row."""
    right = draws @ (gold & proposed)
    wanted, given = draws @ gold, draws @ proposed
    micro = _share_columns(right.sum(1), given.sum(1), wanted.sum(1))
    each = _share_columns(right, given, wanted)
    seen = (wanted + given) > 0
    macro = (each * seen).sum(axis=2) / np.maximum(seen.sum(axis=1), 1)
    found: Floats = np.concatenate([micro, macro]).T
    return found


def _share_columns(right: Floats, given: Floats, wanted: Floats) -> Floats:
    """Precision, recall and F1, stacked; 0 / 0 is 0."""
    pairs = ((right, given), (right, wanted), (2 * right, given + wanted))
    return np.stack([np.divide(a, b, out=np.zeros_like(a), where=b > 0) for a, b in pairs])


def best_threshold(gold: Bools, probabilities: Floats) -> tuple[float, float]:
    """The threshold whose codes give the best micro F1, and that F1. Half way between two neighbouring values.

    Example: codes at 0.9 (right), 0.7 (right), 0.2 (wrong) → (0.45, 1.0).
    """
    order = np.argsort(-probabilities, axis=None, kind="stable")
    values, hits = probabilities.reshape(-1)[order], gold.reshape(-1)[order]
    given = np.arange(1, len(values) + 1)
    f1 = 2 * np.cumsum(hits) / (given + gold.sum())
    ends = np.append(values[:-1] > values[1:], True)  # a threshold cannot part equal values
    f1 = np.where(ends, f1, -1)
    place = int(f1.argmax())
    below = values[place + 1] if place + 1 < len(values) else 0.0
    return float((values[place] + below) / 2), float(f1[place])


def mean_average_precision(gold: Bools, probabilities: Floats) -> float:
    """Mean over stays that have a code of the precision at each of its codes' ranks."""
    found = []
    for wanted, own in zip(gold, probabilities, strict=True):
        if wanted.any():
            hits = wanted[np.argsort(-own, kind="stable")]
            found.append(float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()))
    return float(np.mean(found)) if found else 0.0


def f1_at(gold: Bools, probabilities: Floats, k: int) -> float:
    """Micro F1 of the k best codes of every stay."""
    proposed = np.zeros_like(gold)
    best = np.argsort(-probabilities, axis=1, kind="stable")[:, :k]
    np.put_along_axis(proposed, best, values=True, axis=1)
    return quality(gold, proposed).micro_f1


def calibration_error(gold: Bools, probabilities: Floats) -> float:
    """Expected calibration error in ten equal bins, over probabilities of at least 1 % (what can matter)."""
    chosen = probabilities >= 0.01
    values, hits = probabilities[chosen], gold[chosen]
    if not len(values):
        return 0.0
    bins = np.minimum((values * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(values[bins == b].mean() - hits[bins == b].mean()) * (bins == b).sum()
        for b in range(_BINS)
        if (bins == b).any()
    ]
    return float(sum(gaps) / len(values))
