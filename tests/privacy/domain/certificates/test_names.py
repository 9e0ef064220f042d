from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import pytest

from privacy.domain.certificates.names import refusal
from privacy.domain.tables import WeightedNames

DOC = Path(__file__).parents[4] / "docs" / "privacy.md"


def names(**counts):
    return WeightedNames(tuple(counts), tuple(accumulate(counts.values())))


def test_the_mass_of_names_that_are_not_alike_is_the_largest_one():
    assert refusal(names(Martin=1, Durand=1, Petit=1)).mass == Fraction(1, 3)
    assert refusal(names(Martin=6, Durand=3, Petit=1)).mass == Fraction(3, 5)
    assert refusal(names(Martin=6, Durand=3, Petit=1)).delta == 1


def test_what_is_one_letter_away_is_refused_too():
    assert refusal(names(Martin=4, Martins=2, Marin=1, Durand=3)).mass == Fraction(7, 10)
    assert refusal(names(Paul=4, Saul=2, Durand=4)).mass == Fraction(2, 5)  # short ones are not


@pytest.mark.parametrize(
    ("title", "table"),
    [("last names", "last"), ("first names, M", "M"), ("first names, F", "F"),
     ("first names of both genders", "MF")],
)  # fmt: skip
def test_the_documentation_states_what_the_lists_cost(tables, title, table):
    found = refusal({"last": tables.last_names, **tables.first_names}[table])
    assert f"| {title} | {found.size:,} | {float(found.delta):.4f} |" in DOC.read_text("utf-8")
