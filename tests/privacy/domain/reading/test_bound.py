"""The bound of Clopper and Pearson, against values worked out elsewhere and against its definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from privacy.domain.reading.bound import leak_rate_bound, most_leaks


@pytest.mark.parametrize(
    ("drawn", "seen", "rate"),
    # one-sided binomial bounds at 95 %: 1 - 0.05^(1/n) without a leak, tables of the beta law with some
    [(20, 0, 0.1391), (59, 0, 0.0495), (20, 1, 0.2161), (10, 2, 0.5069)],
)
def test_in_a_large_population_it_is_the_binomial_one(drawn, seen, rate):
    population = 200_000
    assert most_leaks(population=population, drawn=drawn, seen=seen) / population == pytest.approx(
        rate, abs=2e-4
    )


@pytest.mark.parametrize("drawn", [0, 1, 3, 6])
def test_it_is_the_largest_number_that_was_not_improbable(drawn):
    """Every draw is listed, no formula is trusted."""
    population = 6
    for seen in range(drawn + 1):
        possible = [seen]
        for leaks in range(seen, population - drawn + seen + 1):
            draws = list(combinations([True] * leaks + [False] * (population - leaks), drawn))
            few = sum(sum(draw) <= seen for draw in draws)
            if Fraction(few, len(draws)) > Fraction(5, 100):
                possible.append(leaks)
        assert most_leaks(population=population, drawn=drawn, seen=seen) == max(possible)


def test_who_has_read_everything_knows():
    assert most_leaks(population=20, drawn=20, seen=3) == 3
    assert leak_rate_bound(notes=30, census=10, census_leaks=1, drawn=20, seen=0) == Fraction(1, 30)


def test_without_a_draw_nothing_is_known_of_the_rest():
    assert most_leaks(population=20, drawn=0, seen=0) == 20


def test_it_is_a_bound_for_at_least_95_draws_in_100():
    """Of all draws of 4 among 12, those whose bound is below the truth are at most 5 %."""
    for leaks in range(13):
        draws = list(combinations([1] * leaks + [0] * (12 - leaks), 4))
        wrong = sum(most_leaks(population=12, drawn=4, seen=sum(draw)) < leaks for draw in draws)
        assert Fraction(wrong, len(draws)) <= Fraction(5, 100)


@pytest.mark.parametrize("numbers", [(3, 4, 0), (4, 3, 4), (4, 3, -1)])
def test_impossible_counts_are_refused(numbers):
    with pytest.raises(ValueError):
        most_leaks(**dict(zip(("population", "drawn", "seen"), numbers, strict=True)))
