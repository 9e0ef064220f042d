"""Exact distributions of places, against hand computation, brute force and the draws themselves."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.spreads import compare_place, spread_of_place, worst_log_ratio
from privacy.domain.policy import PlaceMechanism
from privacy.domain.randomness import StudyKey

AREA = "FR-21"


@pytest.fixture(scope="module")
def choices(tables):
    geography = tables.atlas.geography

    def of(mechanism: str, epsilon: str = "1") -> PlaceChoice:
        return PlaceChoice(geography, PlaceMechanism(mechanism), AREA, Fraction(epsilon))

    return of


@pytest.fixture(scope="module")
def dijon(tables):
    return tables.atlas.find("Dijon")


@pytest.mark.parametrize("mechanism", ["metric", "tchouka2023", "tchouka2024", "geoind", "random"])
def test_a_place_s_spread_is_a_distribution(choices, dijon, mechanism):
    spread = spread_of_place(choices(mechanism), dijon)
    assert spread.probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert len(spread.rows) == len(spread.probabilities)
    shown = [item.probability for item in spread.likeliest]
    assert shown == sorted(shown, reverse=True)
    assert spread.is_exact is (mechanism != "geoind")


def test_metric_is_the_mechanism_s_own_pmf(choices, dijon):
    choice = choices("metric", "2")
    spread = spread_of_place(choice, dijon)
    np.testing.assert_array_equal(spread.probabilities, choice.distribution(dijon.index))
    assert spread.expected_km == choice.expected_kilometres(dijon.index)
    at = list(spread.rows).index(dijon.index)
    assert spread.same == spread.probabilities[at]


def test_the_log_population_gap_by_hand(choices, dijon):
    """Uniform over Côte-d'Or: the mean of |log10(people) - log10(161 830 for Dijon)|."""
    choice = choices("random")
    people = [choice.geography.communes[int(r)].population for r in choice.geography.area(AREA)]
    gaps = [abs(math.log10(max(p, 1)) - math.log10(dijon.population)) for p in people]
    spread = spread_of_place(choice, dijon)
    assert spread.expected_log_population == pytest.approx(sum(gaps) / len(gaps), rel=1e-12)


@pytest.mark.parametrize(("mechanism", "epsilon"), [("tchouka2023", "3"), ("tchouka2024", "3"), ("geoind", "10")])  # fmt: skip
def test_the_draws_follow_the_spread(choices, dijon, mechanism, epsilon):
    """4,000 draws: Pearson's χ² over the outcomes that are expected 8 times or more, under its 99.99 % quantile
    (≈ k + 3.72·√(2k) + 8 for k cells)."""
    choice = choices(mechanism, epsilon)
    spread = spread_of_place(choice, dijon)
    drawn = [
        choice.draw(dijon.index, key=StudyKey(b"k" * 32), patient=f"p{i}") for i in range(4000)
    ]
    wanted = 4000 * spread.probabilities
    seen = np.array([drawn.count(int(row)) for row in spread.rows])
    large = wanted >= 8
    cells = [*zip(seen[large], wanted[large], strict=True)]
    if wanted[~large].sum() >= 8:
        cells.append((seen[~large].sum(), wanted[~large].sum()))
    square = sum((s - w) ** 2 / w for s, w in cells)
    assert len(cells) > 3
    assert square < len(cells) + 3.72 * math.sqrt(2 * len(cells)) + 8


def test_the_planar_spread_against_its_mean_radius(choices, dijon):
    """E|noise| = 2/ε: 10 km at ε = 10 for 50 km; the nearest commune moves that by a few hundred metres at most."""
    assert spread_of_place(choices("geoind", "10"), dijon).expected_km == pytest.approx(10, abs=0.6)


def test_the_comparison_is_a_town_of_like_size(choices, dijon, tables):
    beaune = tables.atlas.find("Beaune", departments=["21"])
    other = compare_place(choices("metric"), beaune)
    assert beaune.population / 2 <= other.commune.population <= beaune.population * 2
    assert other.commune.department == "21"
    geography = tables.atlas.geography
    at = list(geography.area(AREA)).index(other.commune.index)
    assert other.distance == geography.distances(AREA, beaune.index)[at]
    # none in Côte-d'Or is half as large as Dijon: the nearest by d
    assert compare_place(choices("metric"), dijon).commune.population < dijon.population / 2
    found = compare_place(choices("geoind"), beaune)
    assert found.distance == found.kilometres / 50


def test_the_bound_of_the_sentence_holds(choices, dijon):
    """ln P(y|Dijon)/P(y|other) never exceeds ε·d."""
    choice = choices("metric", "2")
    other = compare_place(choice, dijon)
    left, right = (spread_of_place(choice, c).probabilities for c in (dijon, other.commune))
    assert worst_log_ratio(left, right) <= 2 * other.distance + 1e-9


def test_worst_log_ratio():
    assert worst_log_ratio(np.array([0.5, 0.5]), np.array([0.25, 0.75])) == pytest.approx(
        math.log(2)
    )
    assert worst_log_ratio(np.array([1.0, 0.0]), np.array([0.5, 0.5])) == math.inf
    assert worst_log_ratio(np.array([1.0, 0.0]), np.array([1.0, 0.0])) == 0
