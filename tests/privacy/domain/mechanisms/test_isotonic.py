from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.mechanisms.isotonic import isotonic as ratios


def isotonic(values: list[int], weights: list[int] | None = None) -> list[Fraction]:
    return [Fraction(*ratio) for ratio in ratios(values, weights)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([5], [5]),
        ([1, 2, 3], [1, 2, 3]),
        ([2, 2, 2], [2, 2, 2]),  # ties stay tied
        ([1, 3, 2], [1, Fraction(5, 2), Fraction(5, 2)]),
        ([3, 2, 1], [2, 2, 2]),
        ([4, 1, 6, 5, 9], [Fraction(5, 2), Fraction(5, 2), Fraction(11, 2), Fraction(11, 2), 9]),
        ([1, 5, 2, 0], [1, Fraction(7, 3), Fraction(7, 3), Fraction(7, 3)]),
    ],
)
def test_projection_pools_adjacent_violators(values, expected):
    assert isotonic(values) == expected


def test_weights_pull_the_pooled_mean():
    # (1·4 + 3·0) / 4 = 1
    assert isotonic([4, 0], [1, 3]) == [1, 1]


@given(st.lists(st.integers(-1000, 1000), max_size=20))
def test_projection_is_ordered_keeps_the_sum_and_is_idempotent(values):
    projected = isotonic(values)
    assert projected == sorted(projected)
    assert sum(projected) == sum(values)
    if all(p.denominator == 1 for p in projected):
        assert isotonic([int(p) for p in projected]) == projected
