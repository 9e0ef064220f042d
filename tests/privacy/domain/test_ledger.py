"""Memo keys, bills and the cap: charged once a draw, exactly, and never with the value."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from privacy.domain import ledger
from privacy.domain.budget import Element
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey

KEY, OTHER = StudyKey(b"\x01" * 32), StudyKey(b"\x02" * 32)
POLICY = SubstitutionPolicy(Fraction(1), date(2024, 1, 31))
DATE = Element("a" * 16, "DATE", "day", Fraction(1, 3), 2)
CITY = Element("b" * 16, "VILLE", "commune", Fraction(1, 3), 1)


def test_the_same_draw_has_the_same_memo_key():
    assert ledger.memo_of(KEY, DATE, POLICY) == ledger.memo_of(KEY, DATE, POLICY)
    # neither the number of mentions, nor the reference date, nor ε as a whole shape the draw
    later = replace(POLICY, reference_date=date(2025, 1, 31), epsilon=Fraction(2))
    again = replace(DATE, mentions=9)
    assert ledger.memo_of(KEY, again, later) == ledger.memo_of(KEY, DATE, POLICY)


@pytest.mark.parametrize(
    "changed",
    [
        replace(DATE, id="c" * 16),
        replace(DATE, element_class="AGE"),
        replace(DATE, granularity="month"),
        replace(DATE, epsilon=Fraction(1, 4)),
    ],
)
def test_another_value_unit_or_share_is_another_draw(changed):
    assert ledger.memo_of(KEY, changed, POLICY) != ledger.memo_of(KEY, DATE, POLICY)


def test_another_key_is_another_draw():
    assert ledger.memo_of(OTHER, DATE, POLICY) != ledger.memo_of(KEY, DATE, POLICY)


def test_settings_of_places_charge_places_only_and_those_of_dates_dates_only():
    area = replace(POLICY, area="FR-21")
    assert ledger.memo_of(KEY, CITY, area) != ledger.memo_of(KEY, CITY, POLICY)
    assert ledger.memo_of(KEY, DATE, area) == ledger.memo_of(KEY, DATE, POLICY)
    dates = replace(POLICY, dates=DateMechanism.TCHOUKA2023)
    assert ledger.memo_of(KEY, DATE, dates) != ledger.memo_of(KEY, DATE, POLICY)
    assert ledger.memo_of(KEY, CITY, dates) == ledger.memo_of(KEY, CITY, POLICY)
    places = replace(POLICY, places=PlaceMechanism.GEOIND)
    assert ledger.memo_of(KEY, CITY, places) != ledger.memo_of(KEY, CITY, POLICY)


def test_other_features_charge_places_anew_and_none_keep_the_old_names():
    rich, richer = replace(POLICY, metric="a" * 64), replace(POLICY, metric="b" * 64)
    names = {ledger.memo_of(KEY, CITY, policy) for policy in (POLICY, rich, richer)}
    assert len(names) == 3
    assert ledger.memo_of(KEY, DATE, rich) == ledger.memo_of(KEY, DATE, POLICY)
    # computed before a policy knew of features
    assert (
        ledger.memo_of(KEY, CITY, POLICY)
        == "905b7c44bad4e6a65816c77cc12cccc8d28f8e165c71263a635c85c77ed20658"
    )


@pytest.mark.parametrize("dates", sorted(ledger.CHAINED))
def test_a_chain_begins_at_the_reference_date_so_another_one_is_another_draw(dates):
    """Else three exports on three days would be three draws of one charge, and their mean the truth."""
    policy = replace(POLICY, dates=dates)
    later = replace(policy, reference_date=policy.reference_date + timedelta(days=1))
    before, after = (
        {c.memo for c in ledger.bill("a", [DATE], policy=p, key=KEY).charges}
        for p in (policy, later)
    )
    assert before.isdisjoint(after)
    # places know nothing of it
    places = [ledger.bill("a", [CITY], policy=p, key=KEY).charges[0].memo for p in (policy, later)]
    assert places[0] == places[1]


def test_under_a_chain_of_intervals_one_new_date_draws_all_dates_anew():
    policy = replace(POLICY, dates=DateMechanism.TCHOUKA2023)
    other = replace(DATE, id="d" * 16)
    alone = ledger.bill("x", [DATE, CITY], policy=policy, key=KEY)
    both = ledger.bill("x", [DATE, other, CITY], policy=policy, key=KEY)
    assert [c.element_class for c in ledger.fresh(both, [c.memo for c in alone.charges])] == [
        "DATE",
        "DATE",
    ]
    # `metric` draws each value by itself
    alone = ledger.bill("x", [DATE, CITY], policy=POLICY, key=KEY)
    both = ledger.bill("x", [DATE, other, CITY], policy=POLICY, key=KEY)
    assert len(ledger.fresh(both, [c.memo for c in alone.charges])) == 1


def test_n_times_a_share_is_exactly_the_whole():
    shares = [replace(DATE, id=f"{i:016x}", epsilon=Fraction(1, 7)) for i in range(7)]
    bill = ledger.bill("x", shares, policy=POLICY, key=KEY)
    assert ledger.cost(bill.charges) == 1
    assert sum(Fraction(ledger.fraction_text(c.epsilon)) for c in bill.charges) == 1


def test_the_cap_is_reached_exactly_and_not_passed():
    cap = Fraction(10)
    spent = {"full": cap, "near": Fraction(9), "free": Fraction(0)}
    one = dict.fromkeys(("full", "near", "free", "new"), Fraction(1))
    assert ledger.over_cap(one, spent, cap) == {"full"}
    assert ledger.over_cap({"near": Fraction(1) + Fraction(1, 10**9)}, spent, cap) == {"near"}
    # who adds nothing may export again, even above a cap that was lowered
    assert ledger.over_cap({"full": Fraction(0)}, spent, Fraction(5)) == frozenset()


def test_an_account_is_named_by_the_project_s_key():
    name = ledger.account_of(KEY, "patient", "8003456123")
    assert len(name) == 32
    assert name == ledger.account_of(KEY, "patient", "8003456123")
    assert name != ledger.account_of(OTHER, "patient", "8003456123")
    assert name != ledger.account_of(KEY, "alone", "8003456123")


class OnlyAsked:
    """What is charged already, of which no copy can be made for each of many patients."""

    def __contains__(self, memo: object) -> bool:
        return memo == "m1"


def test_what_is_known_is_asked_and_not_copied_for_each_patient():
    charges = tuple(ledger.Charge(f"m{rank}", "DATE", Fraction(1, 3)) for rank in range(3))
    assert ledger.fresh(ledger.Bill("a", charges), OnlyAsked()) == (charges[0], charges[2])
