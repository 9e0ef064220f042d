"""Dates, ages and durations: the distribution of each against hand computation and the mechanisms' draws."""

from __future__ import annotations

import math
from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.budget import ElementKey
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.time.spreads import point_of, spread_of_time

REFERENCE = date(2022, 10, 24)
DAY = ElementKey("DATE", "day", "2022-10-22")
BIRTH = ElementKey("DATE_NAISSANCE", "month", "1950-03-12")


def policy(dates="metric", epsilon=1):
    return SubstitutionPolicy(Fraction(epsilon), REFERENCE, dates=DateMechanism(dates))


def spread(element, *, dates="metric", epsilon=Fraction(1, 2), others=()):
    shares = dict.fromkeys((element, *others), epsilon)
    return spread_of_time(element, shares, policy(dates))


def test_points_of_elements():
    assert point_of(DAY).key == "2022-10-22"
    assert point_of(ElementKey("DATE", "month", "2020-02")).first == date(2020, 2, 1)
    assert point_of(ElementKey("DATE", "year", "2020")).key == "2020"


def test_a_metric_date_is_laplace_up_to_the_reference():
    """Two days before the reference, ε = 1/2: what lies beyond +2 falls on +2. P(K ≥ 2) = e^-1/(1 + e^-1/2)."""
    found = spread(DAY)
    assert found.unit == "day"
    assert found.steps.offsets[-1] == 2
    assert found.steps.probabilities[-1] == pytest.approx(math.exp(-1) / (1 + math.exp(-0.5)))
    at_zero = found.steps.probabilities[found.steps.offsets == 0][0]
    assert at_zero == pytest.approx(math.tanh(0.25))
    assert found.steps.probabilities.sum() == pytest.approx(1, abs=1e-8)


def test_a_birth_date_moves_in_months():
    found = spread(BIRTH)
    assert found.unit == "month"
    # January 1900 is 50·12 + 2 months before March 1950
    low = spread(BIRTH, epsilon=Fraction(1, 200)).steps
    assert low.first == -602


def test_ages_keep_between_1_and_120():
    age = ElementKey("AGE", "year", "2")
    for dates in ("metric", "shift", "tchouka2023"):
        steps = spread(age, dates=dates, epsilon=Fraction(1, 100)).steps
        assert (steps.offsets[0], steps.offsets[-1]) == (-1, 118)
        assert steps.probabilities.sum() == pytest.approx(1, abs=1e-8)
    assert spread(age, dates="tchouka2022").steps.offsets[0] >= -1


@pytest.mark.parametrize("dates", ["metric", "tchouka2023", "tchouka2022"])
def test_the_draws_of_a_file_follow_the_spread(make_note, tables, dates):
    """One date alone, so that no projection intervenes. 1,500 keys: Pearson's χ² over six classes of equal mass
    stays under 30 (99.999 % quantile of 5 degrees of freedom: 30.9)."""
    note = make_note("Vu le 12/02/2020.", [("12/02/2020", "DATE", "DATE")])
    element = ElementKey("DATE", "day", "2020-02-12")
    steps = spread(element, dates=dates, epsilon=Fraction(1)).steps
    mass = steps.probabilities.cumsum()
    seen: Counter[int] = Counter()
    wanted: Counter[int] = Counter()
    for probability, total in zip(steps.probabilities, mass, strict=True):
        wanted[min(int(6 * total), 5)] += probability
    for seed in range(1500):
        done = substitute_patient_file(
            [note], policy=policy(dates), key=StudyKey(seed.to_bytes(32)), tables=tables
        )
        day = done.notes[0].text[len("Vu le ") : -1].split("/")
        moved = (date(*map(int, reversed(day))) - date(2020, 2, 12)).days
        seen[min(int(6 * mass[moved - steps.first]), 5)] += 1
    square = sum((seen[c] - 1500 * p) ** 2 / (1500 * p) for c, p in wanted.items())
    assert len(wanted) >= 3
    assert square < 30


def test_in_a_chain_the_error_grows_with_the_rank():
    later, earlier = (
        ElementKey("DATE", "day", "2020-02-12"),
        ElementKey("DATE", "day", "2019-02-12"),
    )
    for dates in ("tchouka2023", "tchouka2022"):
        near = spread(later, dates=dates, others=(earlier,)).steps
        far = spread(earlier, dates=dates, others=(later,)).steps
        assert len(far.probabilities) >= len(near.probabilities)
        assert far.expected > near.expected
