from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.mechanisms.choice import integer_weights
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import Geography
from privacy.domain.places.metric import Feature, distance_block
from privacy.domain.policy import FREE_PLACES, PlaceMechanism

SPENDING = sorted(set(PlaceMechanism) - FREE_PLACES)


@pytest.fixture
def dijon(tables) -> int:
    return tables.atlas.find("Dijon").index


def choice(tables, name, area="FR-BFC", epsilon=Fraction(2), geography=None) -> PlaceChoice:
    return PlaceChoice(
        geography or tables.atlas.geography, PlaceMechanism(name), area, Fraction(epsilon)
    )


@pytest.mark.parametrize("name", SPENDING)
def test_the_same_context_draws_the_same_commune_of_the_area(tables, key, dijon, name):
    made = choice(tables, name, epsilon=Fraction(1, 8))
    drawn = [made.draw(dijon, key=key, patient=f"p{i}") for i in range(20)]
    assert drawn == [made.draw(dijon, key=key, patient=f"p{i}") for i in range(20)]
    assert set(drawn) <= set(tables.atlas.area("FR-BFC").tolist())
    assert len(set(drawn)) > 3


@pytest.mark.parametrize("name", SPENDING)
def test_a_place_outside_the_area_is_drawn_inside(tables, key, name):
    paris = tables.atlas.find("Paris").index
    drawn = choice(tables, name, "FR-21").draw(paris, key=key, patient="p")
    assert tables.atlas.communes[drawn].department == "21"


def test_another_metric_or_scale_draws_afresh(tables, key, dijon):
    known = tables.atlas.geography
    spread = np.arange(len(known.communes)) % 5 * 1e-9  # too small to move any weight
    other = Geography(
        known.communes,
        known.coordinates,
        features=[Feature("x", 1.0, spread)],
        scales=None,
    )
    plain = Geography(known.communes, known.coordinates)
    draws = [
        [choice(tables, "metric", geography=g, epsilon=e).draw(dijon, key=key, patient=str(i)) for i in range(30)]
        for g, e in ((plain, 2), (other, 2), (plain, Fraction(2001, 1000)))
    ]  # fmt: skip
    assert draws[0] != draws[1]
    assert draws[0] != draws[2]


@pytest.mark.parametrize("name", ["metric", "tchouka2023", "tchouka2024"])
def test_the_distribution_is_that_of_the_draws(tables, key, dijon, name):
    made = choice(tables, name, "FR-21", 4)
    spread = made.distribution(dijon)
    assert spread.sum() == pytest.approx(1)
    seen = Counter(made.draw(dijon, key=key, patient=str(i)) for i in range(4000))
    area = tables.atlas.area("FR-21")
    top = np.argsort(-spread)[:5]
    for row in top:
        expected = 4000 * spread[row]
        assert abs(seen[int(area[row])] - expected) < 5 * expected**0.5


def test_expected_kilometres(tables, dijon):
    made = choice(tables, "metric", "FR-21")
    kilometres = tables.atlas.geography.kilometres("FR-21", dijon)
    assert made.expected_kilometres(dijon) == pytest.approx(
        float(made.distribution(dijon) @ kilometres)
    )
    # ε for 50 km: the mean radius of ε/50 per km, 2/(1/4/50)
    assert choice(tables, "geoind", epsilon=Fraction(1, 4)).expected_kilometres(dijon) == 400
    assert choice(tables, "geoind").distribution(dijon) is None


def test_geoind_spends_epsilon_for_50_km(tables, key, dijon):
    """At ε = 2 per km Dijon stayed Dijon in 87 % of the draws; per place unit it hardly ever does."""
    made = choice(tables, "geoind", "FR", 2)
    assert made.parameter == Fraction(1, 25)
    drawn = [made.draw(dijon, key=key, patient=f"p{i}") for i in range(100)]
    assert drawn.count(dijon) < 10


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(3)])
def test_outsiders_lose_no_more_than_the_bound(tables, epsilon):
    """Pairs outside a declared area, and across its border, on the exact distributions: ln P/P' ≤ ε·d.

    Moved to the nearest commune inside first, neighbours outside lost up to 25 times as much.
    """
    geography = tables.atlas.geography
    made = choice(tables, "metric", "FR-90", epsilon)
    outside = geography.area("FR-68")[::6]
    inside = geography.area("FR-90")[::6]
    rows = np.concatenate([outside, inside])
    spreads = np.log([made.distribution(int(row)) for row in rows])
    axes = geography.metric.axes[:, rows]
    distances = distance_block(axes, axes)
    losses = np.abs(spreads[:, None] - spreads[None]).max(axis=2)
    assert (losses <= float(epsilon) * distances + 1e-9).all()
    nearest = np.array([geography.nearest("FR-90", int(row)) for row in outside])
    assert len(set(nearest.tolist())) > 3  # what they would have been moved to


def test_more_budget_moves_less(tables, dijon):
    far, near = (choice(tables, "metric", epsilon=e).expected_kilometres(dijon) for e in (1, 8))
    assert near < far


@pytest.mark.parametrize("name", ["random", "tag"])
def test_what_does_not_depend_on_the_place_is_not_drawn_here(tables, key, dijon, name):
    with pytest.raises(ValueError, match="depend"):
        choice(tables, name).draw(dijon, key=key, patient="p")


@pytest.mark.parametrize("epsilon", [Fraction(1, 45), Fraction(1), Fraction(7)])
def test_a_few_candidates_weigh_what_they_weigh_in_the_whole_row(tables, dijon, epsilon):
    """The two samplers of one draw would differ if numpy computed short rows another way."""
    geography = tables.atlas.geography
    s = float(geography.scale("FR", epsilon))
    whole = integer_weights(geography.distances("FR", dijon), s)
    here = geography.metric.axes[:, dijon : dijon + 1]
    for first in range(0, len(whole) - 4, 251):
        rows = [first, first + 3, first + 1, first + 2]
        few = integer_weights(distance_block(here, geography.axes("FR")[:, rows])[0], s)
        assert few.tolist() == whole[rows].tolist()


def test_where_hardly_a_candidate_is_likely_the_whole_row_is_walked(tables, key, dijon):
    """At ε = 10 one uniform candidate in 35,000 would stay."""
    made = choice(tables, "metric", "FR", 10)
    seen = Counter(made.draw(dijon, key=key, patient=str(i)) for i in range(400))
    expected = 400 * made.distribution(dijon)[dijon]
    assert abs(seen[dijon] - expected) < 5 * expected**0.5
