"""Patients by what they have spent of the cap."""

from __future__ import annotations

from fractions import Fraction

import pytest

from privacy.presentation.ledger import histogram
from privacy.selectors.ledger_accounts import Account


@pytest.mark.parametrize(
    ("spent", "bar"), [("0", 0), ("0.99", 0), ("1", 1), ("9.99", 9), ("10", 10), ("12", 10)]
)
def test_an_account_stands_in_the_tenth_that_it_has_reached(spent, bar):
    counts = [one.total for one in histogram([Account("p", Fraction(10), Fraction(spent))])]
    assert counts == [1 if rank == bar else 0 for rank in range(11)]


def test_names_and_numbers():
    accounts = [Account(f"p{i}", Fraction(10), Fraction(i)) for i in (1, 1, 10)]
    bars = histogram(accounts)
    assert [bar.name for bar in bars][:2] == ["0 à 10 %", "10 à 20 %"]
    assert (bars[1].total, bars[10].name, bars[10].total) == (2, "plafond atteint", 1)
    assert histogram([Account("p", Fraction(0), Fraction(0))])[10].total == 1
