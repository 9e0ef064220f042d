import math

import pytest

from privacy.domain.certificates.statistics import (
    binomial_tail,
    chi_square_tail,
    lower_bound,
    upper_bound,
)


# critical values of any table: 5 % at 1 and 10 degrees, 1 ‰ at 10; two degrees are exactly e^(-x/2)
@pytest.mark.parametrize(
    ("statistic", "degrees", "tail"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (29.588298, 10, 0.001), (124.342113, 100, 0.05)],
)
def test_chi_square_tails(statistic, degrees, tail):
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-5)


def test_two_degrees_are_exponential():
    for x in (0.0, 0.1, 3.0, 40.0):
        assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-10)


@pytest.mark.parametrize(("k", "n", "p"), [(1, 1, 0.3), (3, 10, 0.2), (10, 10, 0.9), (7, 40, 0.5)])
def test_binomial_tails_by_summation(k, n, p):
    exact = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
    assert binomial_tail(k, n, p) == pytest.approx(exact, rel=1e-10)


def test_binomial_tails_at_the_ends():
    assert binomial_tail(0, 5, 0.0) == 1
    assert binomial_tail(1, 5, 0.0) == 0
    assert binomial_tail(5, 5, 1.0) == 1
    assert binomial_tail(6, 5, 0.5) == 0


def test_clopper_pearson_by_hand():
    def bounds(successes):
        return lower_bound(successes, 10, 0.025), upper_bound(successes, 10, 0.025)

    # 0 of 10: the upper bound p solves (1-p)^10 = α; 10 of 10: the lower one solves p^10 = α
    assert bounds(0) == (0.0, pytest.approx(1 - 0.025**0.1))
    assert bounds(10) == (pytest.approx(0.025**0.1), 1.0)
    # 5 of 10 at 95 %: 0.1871 to 0.8129 in every table
    assert bounds(5) == pytest.approx((0.187086, 0.812914), abs=1e-6)
