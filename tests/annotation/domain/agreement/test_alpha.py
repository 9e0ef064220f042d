"""α_U against the worked example of Krippendorff 2004, p. 254, and 1995, p. 57."""

from __future__ import annotations

import pytest

from annotation.domain.agreement.alpha import Disagreement, disagreement, merged
from annotation.domain.agreement.values import Undefined


def units(*sections: tuple[int, int], begin: int = 0) -> list[tuple[int, int]]:
    """(beginning, length) as the book writes them."""
    return [(start - begin, start - begin + length) for start, length in sections]


C = disagreement(
    [
        units((225, 70), (370, 30), begin=150),
        units((220, 80), (355, 20), (400, 20), begin=150),
    ],
    300,
)
K = disagreement([units((180, 60), (300, 50), begin=150)] * 2, 300)


def test_the_books_example_category_c():
    """Pairs 50 + 850 and a unit of 20 alone in a gap, 400: 1300 / 300² = 0.0144."""
    assert C.observed == pytest.approx(1300 / 90000)
    assert C.expected == pytest.approx(0.0532, abs=1e-4)
    assert C.alpha.value == pytest.approx(0.7286, abs=1e-4)


def test_the_books_example_category_k():
    assert K.observed == 0
    assert K.expected == pytest.approx(0.0490, abs=1e-4)
    assert K.alpha.value == 1


def test_the_books_example_over_both():
    assert (C + K).alpha.value == pytest.approx(0.8591, abs=5e-4)


@pytest.mark.parametrize(
    ("one", "other", "observed"),
    [
        ([(2, 8), (14, 6)], [(4, 4), (15, 2)], 0.03125),
        (
            [(0, 18)],
            [(0, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 3), (9, 1)],
            2.26736,
        ),
        (
            [(2, 6), (10, 2), (14, 4), (20, 2)],
            [(0, 2), (4, 4), (10, 4), (16, 2), (20, 2)],
            0.02777,
        ),
    ],
)
def test_observed_disagreements_of_1995(one, other, observed):
    found = disagreement([units(*one), units(*other)], 24)
    assert found.observed == pytest.approx(observed, abs=1e-5)


def test_expected_disagreement_of_1995_on_a_fine_scale():
    """A and C, stretched until the grain of the continuum no longer counts."""
    scale = 50_000

    def stretched(*sections: tuple[int, int]) -> list[tuple[int, int]]:
        return units(*((start * scale, length * scale) for start, length in sections))

    a = disagreement([stretched((2, 8), (14, 6)), stretched((4, 4), (15, 2))], 24 * scale)
    assert a.expected == pytest.approx(0.06990, abs=1e-4)
    assert a.alpha.value == pytest.approx(0.553, abs=1e-3)


def test_nothing_marked_has_no_alpha():
    assert disagreement([[], []], 100).alpha.why is Undefined.NO_CHANCE
    assert disagreement([[], []], 0) == Disagreement()


def test_overlapping_units_of_one_reader_are_one_and_touching_ones_two():
    assert merged([(5, 8), (0, 3), (2, 4), (8, 9)]) == [(0, 4), (5, 8), (8, 9)]
