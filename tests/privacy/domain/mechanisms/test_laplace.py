import math
from collections import Counter
from fractions import Fraction

import pytest

from privacy.domain.mechanisms.laplace import (
    bernoulli_exp,
    discrete_laplace,
    expected_magnitude,
    probability,
)
from privacy.domain.randomness import DrawContext, StudyKey

DRAWS = 20_000


@pytest.fixture
def stream():
    return StudyKey(b"k" * 32).stream(DrawContext("test", "laplace", "", "test"))


def chi_square(counts: Counter[int], expected: dict[int, float]) -> float:
    return sum((counts[k] - e) ** 2 / e for k, e in expected.items())


# critical values of chi-square at 0.001 for 2·edge + 2 degrees of freedom
@pytest.mark.parametrize(
    ("epsilon", "edge", "critical"),
    [(Fraction(1, 2), 6, 36.12), (Fraction(1), 4, 29.59), (Fraction(7, 3), 1, 18.47)],
)
def test_draws_follow_the_exact_distribution(stream, epsilon, edge, critical):
    drawn = [discrete_laplace(stream, epsilon) for _ in range(DRAWS)]
    counts = Counter(max(-edge - 1, min(edge + 1, k)) for k in drawn)
    decay = math.exp(-float(epsilon))
    normal = (1 - decay) / (1 + decay)
    expected = {k: DRAWS * normal * decay ** abs(k) for k in range(-edge, edge + 1)}
    tail = DRAWS * normal * decay ** (edge + 1) / (1 - decay)
    expected |= {-edge - 1: tail, edge + 1: tail}
    assert sum(expected.values()) == pytest.approx(DRAWS)
    assert chi_square(counts, expected) < critical


# exp(-1/2) = 0.60653, exp(-2.5) = 0.08208; 5 standard deviations
@pytest.mark.parametrize(("gamma", "mean"), [(Fraction(1, 2), 0.60653), (Fraction(5, 2), 0.08208)])
def test_bernoulli_exp_has_probability_exp_minus_gamma(stream, gamma, mean):
    share = sum(bernoulli_exp(stream, gamma) for _ in range(DRAWS)) / DRAWS
    assert abs(share - mean) < 5 * math.sqrt(mean * (1 - mean) / DRAWS)


def test_gamma_zero_is_always_true(stream):
    assert all(bernoulli_exp(stream, Fraction(0)) for _ in range(50))


def test_expected_magnitude_is_the_sum_of_the_series():
    series = sum(2 * k * probability(Fraction(1, 2), k) for k in range(1, 200))
    assert expected_magnitude(Fraction(1, 2)) == pytest.approx(series, rel=1e-9)
    # 1/sinh(1) = 0.850918
    assert expected_magnitude(Fraction(1)) == pytest.approx(0.850918, abs=1e-6)


def test_probability_of_zero_is_tanh_of_half_epsilon():
    # (1 - e^-1)/(1 + e^-1) = 0.462117
    assert probability(Fraction(1), 0) == pytest.approx(0.462117, abs=1e-6)


def test_non_positive_epsilon_is_refused(stream):
    with pytest.raises(ValueError, match="positive"):
        discrete_laplace(stream, Fraction(0))
