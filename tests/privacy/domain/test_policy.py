from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.errors import BadPolicyError
from privacy.domain.policy import SubstitutionPolicy, parse_epsilon


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", Fraction(1)),
        ("0,5", Fraction(1, 2)),
        ("0.1", Fraction(1, 10)),
        ("1/3", Fraction(1, 3)),
    ],
)
def test_epsilon_is_read_as_an_exact_fraction(text, value):
    assert parse_epsilon(text) == value


@pytest.mark.parametrize("text", ["", "abc", "0", "-1", "1/0", "nan", "inf"])
def test_bad_epsilon_is_refused(text):
    with pytest.raises(BadPolicyError, match="epsilon"):
        parse_epsilon(text)


@pytest.mark.parametrize("area", ["", "fr", "DE", "FR-", "FR-21000", "FR-21;"])
def test_bad_area_is_refused(area):
    with pytest.raises(BadPolicyError, match="area"):
        SubstitutionPolicy(Fraction(1), date(2024, 1, 1), area=area)
