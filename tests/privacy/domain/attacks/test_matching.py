from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.attacks.cohort import Patient, gaps, invent, release
from privacy.domain.attacks.matching import match_intervals
from privacy.domain.policy import DateMechanism
from privacy.domain.randomness import KeyedStream, StudyKey

KEY = StudyKey(bytes(range(32)))


@pytest.fixture(scope="module")
def everybody() -> list[Patient]:
    return invent(KeyedStream(StudyKey(bytes(32)), b"match"), 240, visits=4)


def attack(everybody, mechanism, epsilon=Fraction(1)):
    return match_intervals(everybody[:120], everybody[120:], mechanism, epsilon, KEY)


def test_a_uniform_shift_leaves_the_intervals_and_names_everybody(everybody):
    found = attack(everybody, DateMechanism.SHIFT)
    assert (found.exact, found.nearest) == (1.0, 1.0)
    assert (found.prior, found.claimed, found.right) == (0.5, 0.5, 1.0)
    assert found.chance == pytest.approx(1 / 120)


def test_metric_dates_keep_no_exact_intervals(everybody):
    # three gaps, each the difference of two noises of ε/4: P(gap kept) = tanh²(1/8)·(1+x²)/(1-x²), x = e^(-1/4), ≈ 6 %
    found = attack(everybody, DateMechanism.METRIC)
    assert found.exact <= 0.02
    assert found.claimed <= 0.02


def test_the_nearest_record_says_more_as_epsilon_grows(everybody):
    shares = [
        attack(everybody, DateMechanism.METRIC, Fraction(e)).nearest for e in ("1/20", "1/2", "4")
    ]
    assert shares[0] < 0.3 < shares[1] < shares[2]


def test_labels_leave_nothing_to_compare(everybody):
    found = attack(everybody, DateMechanism.TAG)
    assert (found.exact, found.nearest, found.claimed, found.right) == (0.0, 0.0, 0.0, 0.0)


def test_two_equal_records_name_nobody():
    days = (date(2020, 1, 1), date(2020, 3, 1))
    twins = [Patient("a", days), Patient("b", days)]
    found = match_intervals(twins, [Patient("c", days)], DateMechanism.SHIFT, Fraction(1), KEY)
    assert (found.exact, found.nearest, found.claimed) == (0.0, 0.0, 0.0)


def test_gaps_and_shifted_release():
    patient = Patient("p", (date(2020, 2, 12), date(2020, 2, 26), date(2021, 2, 26)))
    assert gaps(patient.visits) == (14, 366)
    shifted = release(patient, DateMechanism.SHIFT, Fraction(1), KEY)
    assert gaps(shifted) == (14, 366)
    assert shifted != patient.visits
