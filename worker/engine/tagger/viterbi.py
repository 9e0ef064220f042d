"""Best tag sequences of many blocks at once, and by how much each tag wins."""

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]


def forward(emissions: F32, transitions: F32, start: F32) -> F32:
    """Score of the best path to each tag of each token; arrays are (blocks, tokens, tags)."""
    best = np.empty_like(emissions)
    best[:, 0] = start + emissions[:, 0]
    for t in range(1, emissions.shape[1]):
        paths = best[:, t - 1, :, None] + transitions
        best[:, t] = paths.max(axis=1) + emissions[:, t]
    return best


def backtrack(best: F32, transitions: F32, lengths: I64) -> I64:
    """The best path of each block; beyond a block's length the values mean nothing."""
    blocks, tokens, _tags = best.shape
    rows = np.arange(blocks)
    path = np.zeros((blocks, tokens), dtype=np.int64)
    path[rows, lengths - 1] = best[rows, lengths - 1].argmax(axis=1)
    for t in range(tokens - 2, -1, -1):
        scores = best[:, t] + transitions[:, path[:, t + 1]].T
        inside = lengths - 1 > t
        path[inside, t] = scores.argmax(axis=1)[inside]
    return path


def margins(emissions: F32, transitions: F32, best: F32, path: I64, lengths: I64) -> F32:
    """By how much the best path beats the best path with another tag at this token (≥ 0)."""
    blocks, tokens, _tags = best.shape
    rows = np.arange(blocks)
    after = np.zeros_like(best[:, 0])
    lead = np.zeros((blocks, tokens), dtype=np.float32)
    for t in range(tokens - 1, -1, -1):
        total = best[:, t] + after
        chosen = total[rows, path[:, t]]
        total[rows, path[:, t]] = -np.inf
        lead[:, t] = chosen - total.max(axis=1)
        if t:
            onward = transitions + (emissions[:, t] + after)[:, None, :]
            after = np.where((lengths > t)[:, None], onward.max(axis=2), 0)
    return np.maximum(lead, 0)
