from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.attacks.averaging import average
from privacy.domain.attacks.cohort import Patient, invent
from privacy.domain.randomness import KeyedStream, StudyKey

pytestmark = pytest.mark.slow

ONE = Fraction(1)


def key(rank: int) -> StudyKey:
    return StudyKey(rank.to_bytes(32, "big"))


@pytest.fixture(scope="module")
def cohort() -> list[Patient]:
    return invent(KeyedStream(StudyKey(bytes(32)), b"test"), 200, visits=1)


def test_fresh_keys_without_a_ledger_give_every_date_away(cohort):
    found = average(cohort[:40], ONE, 101, key_of=key)
    assert (found.released, found.recovered, found.error) == (101, 1.0, 0.0)


def test_one_export_gives_away_what_the_mechanism_says(cohort):
    # P(K = 0) = tanh(ε/2) = 0.4621 and E|K| = 1/sinh ε = 0.8509; 200 draws, four standard errors
    found = average(cohort, ONE, 1, key_of=key)
    assert found.recovered == pytest.approx(0.4621, abs=0.141)
    assert found.error == pytest.approx(0.8509, abs=0.32)


def test_under_one_study_key_a_hundred_exports_say_no_more_than_one(cohort):
    once = average(cohort, ONE, 1, key_of=lambda _: key(0))
    often = average(cohort, ONE, 100, key_of=lambda _: key(0))
    assert (often.released, often.recovered, often.error) == (100, once.recovered, once.error)


def test_the_cap_stops_fresh_keys_after_as_many_exports_as_it_pays_for(cohort):
    capped = average(cohort, ONE, 101, key_of=key, cap=Fraction(3))
    three = average(cohort, ONE, 3, key_of=key)
    assert capped.released == 3
    assert (capped.recovered, capped.error) == (three.recovered, three.error)
    assert capped.recovered < 0.8


def test_one_key_costs_once_whatever_the_cap(cohort):
    assert average(cohort[:5], ONE, 50, key_of=lambda _: key(0), cap=ONE).released == 50


def test_a_cap_below_one_export_lets_nothing_through():
    alone = [Patient("p", (date(2020, 1, 1),))]
    with pytest.raises(ValueError, match="no export"):
        average(alone, ONE, 2, key_of=key, cap=Fraction(1, 2))
