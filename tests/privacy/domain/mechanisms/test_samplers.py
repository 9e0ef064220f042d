"""The samplers against exact distributions at five scales, and against OpenDP's discrete Laplace.

`make bench-privacy` repeats them with 10^6 draws.
"""

from fractions import Fraction

import numpy as np
import opendp.prelude as dp
import pytest

from privacy.domain.certificates.statistics import chi_square_tail
from privacy.domain.mechanisms.laplace import discrete_laplace, probability
from privacy.domain.randomness import DrawContext

pytestmark = pytest.mark.slow

DRAWS = 20_000
SCALES = [Fraction(1, 16), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3)]
dp.enable_features("contrib")


def drawn(key, epsilon: Fraction, count: int = DRAWS) -> np.ndarray:
    source = key.stream(DrawContext("p", "DATE", "x", "chi-square", epsilon))
    return np.array([discrete_laplace(source, epsilon) for _ in range(count)])


def edge_of(epsilon: Fraction, draws: int = DRAWS) -> int:
    """The last cell that at least ten draws are expected in."""
    k = 0
    while draws * probability(epsilon, k + 1) >= 10:
        k += 1
    return k


def cells(values: np.ndarray, edge: int) -> np.ndarray:
    """Counts of -edge-1 or less, -edge … edge, edge+1 or more."""
    return np.bincount(np.clip(values, -edge - 1, edge + 1) + edge + 1, minlength=2 * edge + 3)


@pytest.mark.parametrize("epsilon", SCALES)
def test_discrete_laplace_follows_its_exact_mass(key, epsilon):
    edge = edge_of(epsilon)
    expected = np.array([DRAWS * probability(epsilon, k) for k in range(-edge, edge + 1)])
    tail = (DRAWS - expected.sum()) / 2
    expected = np.array([tail, *expected, tail])
    seen = cells(drawn(key, epsilon), edge)
    statistic = float(((seen - expected) ** 2 / expected).sum())
    assert chi_square_tail(statistic, len(expected) - 1) > 1e-3


@pytest.mark.parametrize("epsilon", SCALES)
def test_discrete_laplace_agrees_with_opendp(key, epsilon):
    """Two samples, chi-square: OpenDP's bits are fresh at each run, so a chance of 1e-6 is left."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    oracle = dp.m.make_laplace(*space, scale=float(1 / epsilon))
    edge = edge_of(epsilon)
    ours, theirs = cells(drawn(key, epsilon), edge), cells(np.array(oracle([0] * DRAWS)), edge)
    both = ours + theirs
    kept = both > 0
    statistic = float(((ours - theirs)[kept] ** 2 / both[kept]).sum())
    assert chi_square_tail(statistic, int(kept.sum()) - 1) > 1e-6


def test_opendp_would_notice_another_scale(key):
    edge = edge_of(Fraction(1))
    ours = cells(drawn(key, Fraction(1)), edge)
    other = cells(drawn(key, Fraction(11, 10)), edge)
    statistic = float(((ours - other) ** 2 / np.maximum(ours + other, 1)).sum())
    assert chi_square_tail(statistic, len(ours) - 1) < 1e-6


@pytest.mark.parametrize("epsilon", SCALES)
def test_place_draws_follow_the_integer_weights(key, tables, epsilon):
    """The communes of a department, the rarest lumped together."""
    geography = tables.atlas.geography
    origin = tables.atlas.find("Dijon").index
    source = key.stream(DrawContext("p", "VILLE", "21231", "chi-square", epsilon))
    s = geography.scale("FR-21", epsilon)
    rows = [geography.draw("FR-21", origin, s, source) for _ in range(DRAWS)]
    expected = DRAWS * geography.probabilities("FR-21", origin, s)
    seen = np.bincount(rows, minlength=len(expected))
    common = expected >= 10
    rest = (seen[~common].sum(), expected[~common].sum())
    statistic = float(((seen - expected)[common] ** 2 / expected[common]).sum())
    statistic += float((rest[0] - rest[1]) ** 2 / rest[1]) if rest[1] > 5 else 0.0
    assert chi_square_tail(statistic, int(common.sum()) - 1 + (rest[1] > 5)) > 1e-3
