from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.budget import Element, ElementKey, Shares, allocate


def keys(count: int, kind: str = "DATE") -> list[ElementKey]:
    return [ElementKey(kind, "day", str(rank)) for rank in range(count)]


def test_four_elements_get_a_quarter_each():
    assert set(allocate(Fraction(1), keys(4)).values()) == {Fraction(1, 4)}


def test_two_mentions_of_one_value_are_one_element():
    assert allocate(Fraction(1), keys(2) + keys(2)) == dict.fromkeys(keys(2), Fraction(1, 2))


def test_public_weights_change_the_shares():
    city = ElementKey("VILLE", "commune", "21231")
    shares = allocate(Fraction(1), [*keys(2), city], {"VILLE": Fraction(2)})
    assert shares[city] == Fraction(1, 2)
    assert shares[keys(1)[0]] == Fraction(1, 4)


def test_weights_must_be_positive():
    with pytest.raises(ValueError, match="positive"):
        allocate(Fraction(1), keys(1), {"DATE": Fraction(0)})


@given(
    st.fractions(Fraction(1, 100), 100),
    st.lists(st.tuples(st.sampled_from(["DATE", "AGE", "VILLE"]), st.integers(0, 50)), min_size=1),
    st.dictionaries(st.sampled_from(["DATE", "AGE"]), st.fractions(Fraction(1, 10), 10)),
)
def test_the_shares_always_sum_to_epsilon(epsilon, drawn, weights):
    shares = allocate(epsilon, [ElementKey(kind, "day", str(v)) for kind, v in drawn], weights)
    assert sum(shares.values()) == epsilon
    assert len(shares) == len(set(drawn))


def test_values_are_hidden_from_repr():
    assert "secret" not in repr(ElementKey("VILLE", "commune", "secret"))
    assert "value" not in Element.__slots__


def test_shares_by_class_hold_for_all_kinds_of_the_class():
    weights = Shares(dates=3, ages=2).weights()
    assert weights == {
        "DATE": 3, "DATE_NAISSANCE": 3, "VILLE": 1, "AGE": 2, "DUREE": 2,
    }  # fmt: skip
    assert Shares().weights() == Shares(4, 4, 4).weights() == {}
    city, birth = (
        ElementKey("VILLE", "commune", "21231"),
        ElementKey("DATE_NAISSANCE", "month", "1"),
    )
    # 3 + 3 + 3 + 1 = 10 parts
    assert allocate(Fraction(2), [*keys(2), birth, city], weights)[city] == Fraction(1, 5)
