import math
from fractions import Fraction

import pytest

from privacy.domain.certificates.certificate import Verdict
from privacy.domain.certificates.dates import certify_dates, chain_loss
from privacy.domain.mechanisms.dates_tchouka import probability_2022, probability_2023
from privacy.domain.mechanisms.laplace import probability
from privacy.domain.policy import DateMechanism


@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1), Fraction(5)])
def test_metric_loses_epsilon_a_unit(epsilon):
    found = certify_dates("metric", epsilon)
    assert (found.verdict, found.worst_loss_per_unit) == (Verdict.PASS, float(epsilon))
    # the largest ratio of two distributions one unit apart
    ratios = [
        math.log(probability(epsilon, k) / probability(epsilon, k - 1)) for k in range(-9, 10)
    ]
    assert max(map(abs, ratios)) == pytest.approx(float(epsilon))


@pytest.mark.parametrize("epsilon", [0.05, 0.25, 1.0, 3.0])
def test_the_chain_loses_more_than_twice_epsilon_and_exactly_that(epsilon):
    """By enumeration: an inner date moves by a day, its two intervals change by one in opposite directions."""
    outputs = range(25)

    def loss(gap: int, moved: int) -> float:
        return max(
            math.log(probability_2023(gap, epsilon, k) / probability_2023(moved, epsilon, k))
            for k in outputs
        )

    later = [(a, a - 1) for a in range(1, 20)] + [(400, 399)]
    shrinking = max(loss(*pair) if pair[0] < 25 else epsilon for pair in later)
    growing = max(loss(g, g + 1) for g in range(20))
    both = max(shrinking + growing, 0)
    assert shrinking <= epsilon + 1e-12
    assert chain_loss(epsilon) == pytest.approx(epsilon + growing)
    assert both <= chain_loss(epsilon) + 1e-12
    assert chain_loss(epsilon) > 2 * epsilon
    found = certify_dates("tchouka2023", Fraction(epsilon))
    assert found.verdict is Verdict.FAIL
    assert found.worst_loss_per_unit == chain_loss(epsilon)


def test_the_chain_by_hand():
    # ε = ln 2: N(1) = 3/4, N(2) = 7/8: 2·ln 2 + ln(7/6) = ln(14/3)
    assert chain_loss(math.log(2)) == pytest.approx(math.log(14 / 3))


def test_a_category_is_never_left():
    found = certify_dates("tchouka2022", Fraction(1))
    assert (found.verdict, found.worst_loss_per_unit) == (Verdict.FAIL, None)
    left, right, output = int(found.pair[0]), int(found.pair[1]), int(found.output)
    assert abs(left - right) == 1
    assert probability_2022(left, 1.0, output) > 0
    assert probability_2022(right, 1.0, output) == 0


def test_the_others():
    shift, tag = certify_dates("shift", Fraction(1)), certify_dates("tag", Fraction(1))
    assert (shift.verdict, shift.worst_loss_per_unit) == (Verdict.FAIL, None)
    assert (tag.verdict, tag.worst_loss_per_unit) == (Verdict.PASS, 0.0)
    assert {m: certify_dates(m, Fraction(1)).passes for m in DateMechanism} == {
        "metric": True, "tchouka2023": False, "tchouka2022": False, "shift": False, "tag": True,
    }  # fmt: skip


def test_the_json_says_epsilon_exactly():
    row = certify_dates("metric", Fraction(1, 3)).as_json()
    assert (row["epsilon"], row["epsilon_exact"], row["area"]) == (1 / 3, "1/3", None)
    assert {"mechanism", "verdict", "worst_loss_per_unit", "pair", "reason"} <= set(row)
