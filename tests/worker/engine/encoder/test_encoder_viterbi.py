"""The fast decoder against brute force over all well-formed sequences."""

from itertools import product

import numpy as np
import pytest

from worker.engine.encoder.viterbi import decode


def _is_well_formed(path: tuple[int, ...]) -> bool:
    inside = 0  # the type whose span is open, from 1
    for tag in path:
        kind, role = ((tag - 1) // 4 + 1, (tag - 1) % 4) if tag else (0, -1)
        if role in (1, 2):
            if inside != kind:
                return False
        elif inside:
            return False
        inside = kind if role in (0, 1) else 0
    return not inside


@pytest.mark.parametrize("seed", range(20))
def test_best_well_formed_sequence(seed: int) -> None:
    draw = np.random.default_rng(seed)
    words = int(draw.integers(1, 5))
    scores = draw.normal(size=(1, words, 9)).astype(np.float32)
    paths = [p for p in product(range(9), repeat=words) if _is_well_formed(p)]
    best = max(paths, key=lambda p: sum(scores[0, i, tag] for i, tag in enumerate(p)))
    assert tuple(decode(scores, np.array([words]))[0]) == best


def test_stretches_of_different_lengths_do_not_disturb_one_another() -> None:
    draw = np.random.default_rng(5)
    scores = draw.normal(size=(3, 6, 13)).astype(np.float32)
    lengths = np.array([6, 2, 4])
    together = decode(scores, lengths)
    for row, length in enumerate(lengths):
        alone = decode(scores[row : row + 1, :length], lengths[row : row + 1])
        assert together[row, :length].tolist() == alone[0].tolist()
