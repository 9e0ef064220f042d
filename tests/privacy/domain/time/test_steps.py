"""Exact distributions on a line, against hand computation and brute force."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from privacy.domain.mechanisms.laplace import expected_magnitude
from privacy.domain.time.steps import (
    Bar,
    age_steps,
    bars,
    chain_steps,
    interval_steps,
    laplace_steps,
    uniform_steps,
)


@pytest.mark.parametrize("epsilon", [Fraction(1, 30), Fraction(1, 3), Fraction(2)])
def test_laplace_steps(epsilon):
    steps = laplace_steps(epsilon)
    assert steps.probabilities.sum() == pytest.approx(1, abs=3e-9)
    assert steps.expected == pytest.approx(expected_magnitude(epsilon), rel=1e-6)
    ratio = steps.probabilities[-steps.first] / steps.probabilities[-steps.first + 1]
    assert ratio == pytest.approx(math.exp(epsilon))


def test_bounds_gather_what_lies_beyond():
    steps = laplace_steps(Fraction(1)).within(-2, 1)
    assert list(steps.offsets) == [-2, -1, 0, 1]
    # P(0) = tanh(1/2) = 0.46212, P(1) = 0.17000; beyond: P(K ≥ 1) = (1 - 0.46212)/2 = 0.26894
    assert steps.probabilities == pytest.approx([0.09894, 0.17, 0.46212, 0.26894], abs=1e-5)


def test_uniform_steps():
    steps = uniform_steps(365)
    assert steps.probabilities[365] == 0
    assert steps.probabilities[0] == pytest.approx(1 / 730)
    assert steps.expected == pytest.approx(183)  # (1 + 365) / 2


def test_age_steps_never_go_below_0():
    """Value 1: all of what falls below 0 is 0. P(0) = 1 - e^-1 = 0.63212, P(±1) = 0.63212·e^-1/2 = 0.11627."""
    steps = age_steps(1, Fraction(1))
    assert steps.first == -1
    assert steps.probabilities[1] == pytest.approx(0.63212, abs=1e-5)
    assert steps.probabilities[0] == pytest.approx(math.exp(-1) / 2, abs=1e-5)


def test_a_chain_is_the_sum_of_its_intervals():
    """Two intervals convolved by hand: the second date moves back by both draws."""
    gaps = [(10, Fraction(1)), (20, Fraction(1, 2))]
    parts = [interval_steps("tchouka2023", gap, epsilon) for gap, epsilon in gaps]
    exact: dict[int, float] = {}
    for a, p in zip(parts[0].offsets, parts[0].probabilities, strict=True):
        for b, q in zip(parts[1].offsets, parts[1].probabilities, strict=True):
            exact[-int(a) - int(b)] = exact.get(-int(a) - int(b), 0) + p * q
    chain = chain_steps("tchouka2023", gaps)
    found = dict(zip(chain.offsets.tolist(), chain.probabilities.tolist(), strict=True))
    assert found.keys() == exact.keys()
    for offset, mass in exact.items():
        assert found[offset] == pytest.approx(mass, abs=1e-12)


def test_intervals_are_never_negative():
    for name in ("tchouka2022", "tchouka2023"):
        assert interval_steps(name, 3, Fraction(1, 10)).first >= -3


def test_bars_hold_the_mass_around_the_original():
    steps = laplace_steps(Fraction(1, 20))
    found = bars(steps)
    assert len(found) <= 31
    assert sum(bar.probability for bar in found) >= 0.99
    assert {bar.high - bar.low for bar in found} == {found[0].high - found[0].low}
    middle = found[len(found) // 2]
    assert middle.low == -middle.high
    assert middle.probability == max(bar.probability for bar in found)


def test_bars_stop_where_nothing_can_fall():
    """±1 and 0 only, one unit a bar."""
    found = bars(laplace_steps(Fraction(1)).within(-1, 1), covered=1.0)
    assert [(bar.low, bar.high) for bar in found] == [(-1, -1), (0, 0), (1, 1)]
    assert bars(laplace_steps(Fraction(1)).within(0, 0)) == (Bar(0, 0, pytest.approx(1)),)
