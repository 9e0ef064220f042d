"""The certificate against the definition, by brute force on a few communes."""

import math

import numpy as np
import pytest

from privacy.domain.certificates.enumeration import (
    exact_loss,
    log_integers,
    near_pairs,
    normalisers,
    slack,
    worst_pair,
    worst_pairs,
)
from privacy.domain.certificates.grid import log_normalisers, prove_area
from privacy.domain.mechanisms.choice import integer_weights
from privacy.domain.places.metric import distance_block
from privacy.domain.places.scales import grid


def points(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 6, (3, count))


def brute(axes: np.ndarray, s: float, prior: np.ndarray | None = None) -> float:
    """max over pairs and outputs of |ln ratio|/d, on the integers."""
    d = distance_block(axes, axes)
    weights = integer_weights(d, s, prior).astype(float)
    logs = np.log(weights / weights.sum(axis=1, keepdims=True))
    found = 0.0
    for i in range(len(d)):
        for j in range(len(d)):
            if d[i, j] > 0:
                found = max(found, float((logs[i] - logs[j]).max()) / d[i, j])
    return found


@pytest.mark.parametrize("s", [0.01, 0.5, 2.0])
def test_the_bound_is_the_worst_case_up_to_the_slack(s):
    axes = points(60)
    found = worst_pair(axes, s, threads=2)
    truth = brute(axes, s)
    nearest = min(d for d in distance_block(axes, axes).ravel() if d > 0)
    assert truth <= found.loss <= truth + slack(s) / nearest
    attained, output = exact_loss(axes, s, found.pair)
    assert attained == pytest.approx(truth, rel=1e-9)
    assert output == found.pair[0]


def uneven(count: int) -> np.ndarray:
    """A prior from 1 down to a thousandth."""
    return 10.0 ** -np.linspace(0, 3, count)


@pytest.mark.parametrize("s", [0.01, 0.5, 2.0])
def test_a_prior_moves_the_worst_pair_and_never_beyond_twice_s(s):
    """Z(j') ≤ e^{s·d(j, j')}·Z(j) whatever the prior, so that the loss stays within 2·s·d and s = ε/2 always holds."""
    axes, prior = points(60), uneven(60)
    found = worst_pair(axes, s, prior=prior, threads=2)
    truth = brute(axes, s, prior)
    nearest = min(d for d in distance_block(axes, axes).ravel() if d > 0)
    # the constant 2^-25 weighs beside π·e^(-s·d) where π is small: the truth lies a little lower
    assert truth <= found.loss <= 1.0002 * truth + slack(s) / nearest
    assert found.loss <= 2 * s + slack(s) / nearest
    assert exact_loss(axes, s, found.pair, prior)[0] == pytest.approx(truth, rel=2e-4)
    assert found.loss != worst_pair(axes, s, threads=2).loss


def test_normalisers_with_a_prior_are_the_exact_sums_over_several_blocks():
    axes, prior = points(700), uneven(700)
    whole = integer_weights(distance_block(axes, axes), 0.7, prior).sum(axis=1)
    for threads in (1, 3):
        assert (normalisers(axes, [0.7], prior=prior, threads=threads)[0] == whole).all()


def test_normalisers_are_the_exact_sums_over_several_blocks():
    axes = points(700)  # three blocks of 256
    whole = integer_weights(distance_block(axes, axes), 0.7).sum(axis=1)
    for threads in (1, 3):
        assert (normalisers(axes, [0.7], threads=threads)[0] == whole).all()


def test_several_blocks_find_the_same_pair_as_one_matrix():
    axes, s = points(700), 0.7
    logs = log_integers(normalisers(axes, [s]))
    d = distance_block(axes, axes)
    np.fill_diagonal(d, np.inf)
    excess = (np.abs(logs[0][:, None] - logs[0][None, :]) + slack(s)) / d
    found = worst_pairs(axes, [s], logs)[0]
    assert found.loss == pytest.approx(s + excess.max(), rel=1e-12)
    assert set(found.pair) == set(divmod(int(excess.argmax()), 700))


def test_two_communes_by_hand():
    # weights e^0 = 1 and e^-s on both sides: equal normalisers, so the loss is s itself (and the slack)
    axes = np.array([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    found = worst_pair(axes, 0.5)
    assert found.loss == pytest.approx(0.5, abs=1e-5)
    # three in a row, d = 1: Z = 1 + a + a² at the ends, 1 + 2a in the middle, a = e^-1/2
    a = math.exp(-0.5)
    row = np.array([[0.0, 1.0, 2.0], [0.0] * 3, [0.0] * 3])
    expected = 0.5 + math.log((1 + 2 * a) / (1 + a + a**2))
    assert worst_pair(row, 0.5).loss == pytest.approx(expected, abs=1e-5)
    assert worst_pair(row, 0.5).pair in ((0, 1), (2, 1))


def test_points_that_coincide_lose_nothing_and_near_ones_are_examined_exactly():
    axes = points(40)
    axes[:, 1] = axes[:, 0]
    axes[:, 2] = axes[:, 0] + [1e-4, 0, 0]
    assert sorted(map(sorted, near_pairs(axes, 0.02))) == [[0, 2], [1, 2]]
    s = 0.001
    # the slack alone would add 2.4e-7/1e-4 = 0.0024 per unit
    assert worst_pair(axes, s).loss == pytest.approx(brute(axes, s), rel=1e-2)
    assert worst_pair(axes, s).loss < 2 * s


def test_a_single_commune_has_nothing_to_be_told_from():
    assert worst_pair(points(1), 0.5).loss == 0.5


def test_half_of_epsilon_always_passes():
    for seed in range(5):
        assert worst_pair(points(50, seed), 0.5).loss <= 1


def test_too_many_communes_for_64_bits_are_refused():
    with pytest.raises(ValueError, match="64-bit"):
        normalisers(np.zeros((1, 70_000)), [1.0])


def test_a_fault_in_a_thread_is_raised():
    with pytest.raises(IndexError):
        worst_pairs(points(10), [0.5, 0.6], np.zeros((1, 10)))


@pytest.mark.slow
def test_the_grid_agrees_with_the_exact_sums():
    axes = points(300)
    logs = log_normalisers(axes)
    proofs = prove_area(axes)
    assert [p.epsilon for p in proofs] == sorted(p.epsilon for p in proofs)
    for k in (0, 100, 350, len(grid()) - 1):
        s = float(grid()[k])
        exact = log_integers(normalisers(axes, [s]))[0] - 47 * math.log(2)
        assert np.abs(logs[k] - exact).max() < 1e-9
        assert worst_pair(axes, s).loss <= proofs[k].epsilon
        nearest = min(d for d in distance_block(axes, axes).ravel() if d > 0)
        assert proofs[k].epsilon <= brute(axes, s) + 2 * slack(s) / nearest + 1e-6
