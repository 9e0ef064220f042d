"""Draws inside their bounds, and outside for what has no guarantee. `make bench-privacy` does it with a million."""

import math
from collections import Counter
from fractions import Fraction

import pytest

from privacy.domain.certificates.empirical import check_dates, check_places, compare, separation
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.policy import PlaceMechanism
from privacy.domain.randomness import DrawContext

pytestmark = pytest.mark.slow

DRAWS = 20_000


@pytest.fixture
def source(key):
    return key.stream(DrawContext("empirical", "test", "", "test"))


def test_equal_histograms_prove_nothing_and_disjoint_ones_much():
    same = Counter({"a": 500, "b": 500})
    assert compare(same, same, draws=1000, bound=0.1).loss == 0
    apart = compare(Counter({"a": 1000}), Counter({"b": 1000}), draws=1000, bound=5.0)
    # P(a) is at least α^(1/1000) on one side, at most 1-α^(1/1000) on the other, α = 1e-4/8
    alpha = 1e-4 / 8
    low = alpha**0.001
    assert apart.loss == pytest.approx(math.log(low / (1 - low)), rel=1e-6)
    assert apart.loss == pytest.approx(4.478, abs=0.001)
    assert apart.holds  # a thousand draws can't show more than that
    assert not compare(Counter({"a": 1000}), Counter({"b": 1000}), draws=1000, bound=4.4).holds


@pytest.mark.parametrize(
    ("name", "holds"),
    [("metric", True), ("tchouka2023", False), ("tchouka2022", False), ("shift", False), ("tag", True)],
)  # fmt: skip
def test_dates(source, name, holds):
    found = check_dates(name, Fraction(1), source, draws=DRAWS)
    assert found.holds is holds, found


@pytest.mark.parametrize(
    ("name", "holds"),
    [("metric", True), ("tchouka2023", False), ("tchouka2024", False), ("random", True), ("tag", True)],
)  # fmt: skip
def test_places(source, tables, name, holds):
    dijon, besancon = (tables.atlas.find(n).index for n in ("Dijon", "Besançon"))
    choice = PlaceChoice(tables.atlas.geography, PlaceMechanism(name), "FR-BFC", Fraction(2))
    found = check_places(choice, (dijon, besancon), source, draws=DRAWS)
    assert found.holds is holds, found
    assert found.draws == DRAWS


def test_geoind_in_place_units(source, tables):
    dijon, quetigny = (tables.atlas.find(n).index for n in ("Dijon", "Quetigny"))
    choice = PlaceChoice(tables.atlas.geography, PlaceMechanism.GEOIND, "FR-21", Fraction(25, 2))
    # Quetigny lies 5 km east of Dijon: a tenth of 50 km
    assert separation(choice, (dijon, quetigny)) == pytest.approx(0.1, abs=0.03)
    found = check_places(choice, (dijon, quetigny), source, draws=4000)
    assert found.holds
    assert found.outputs > 50
