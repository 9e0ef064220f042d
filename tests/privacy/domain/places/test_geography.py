import math
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.errors import BadPolicyError
from privacy.domain.places.geography import CACHED_ROWS, Commune, Geography, remember
from privacy.domain.places.metric import Feature, distance_block, distance_to
from privacy.domain.places.scales import CertifiedScales, Proof, grid
from privacy.domain.policy import PlacePrior
from privacy.domain.randomness import DrawContext, StudyKey

POINTS = np.array([[46.5, 0.0], [46.5, 1.0], [47.5, 0.0]])


def commune(index: int, population: int, department: str, density: float = 0.0) -> Commune:
    return Commune(
        index, f"{department}{index:03d}", f"C{index}", department, "D", "27", "R", (), population,
        density,
    )  # fmt: skip


COMMUNES = [commune(0, 1000, "21", 10), commune(1, 100, "39", 20), commune(2, 5000, "71", 40)]


@pytest.fixture
def small() -> Geography:
    return Geography(COMMUNES, POINTS)


def test_distance_is_position_over_50_km_and_log_population(small):
    # one degree of longitude at 46.5° N: 6371·π/180·cos 46.5° = 76.5417 km; log10(1000/100) = 1
    expected = math.hypot(76.5417 / 50, 1)
    assert small.distances("FR", 0)[1] == pytest.approx(expected, abs=1e-5)
    # one degree of latitude is 111.1949 km; log10(5) = 0.69897
    assert small.distances("FR", 0)[2] == pytest.approx(
        math.hypot(111.1949 / 50, 0.69897), abs=1e-5
    )
    assert small.distances("FR", 0)[0] == 0


def test_a_distance_alone_is_the_one_of_the_row_to_the_last_bit():
    points = np.random.default_rng(3).uniform((42.0, -4.0), (51.0, 8.0), (2000, 2))
    table = [commune(i, 1 + 37 * i, "21") for i in range(2000)]
    axes = Geography(table, points).axes("FR")
    for origin in (0, 7, 1999):
        row = distance_block(axes[:, origin : origin + 1], axes)[0].tolist()
        here = axes[:, origin].tolist()
        assert [distance_to(here, axes.tolist(), at) for at in range(2000)] == row


def test_the_population_prior_weighs_each_commune_by_its_inhabitants(small):
    """1,000, 100 and 5,000 inhabitants: π = 0.2, 0.02, 1; the weights are π·e^(-s·d) up to the constant 2^-25."""
    crowded = Geography(COMMUNES, POINTS, prior=PlacePrior.POPULATION)
    s = Fraction(1, 2)
    plain = small.probabilities("FR", 0, s) * np.array([0.2, 0.02, 1.0])
    assert crowded.probabilities("FR", 0, s) == pytest.approx(plain / plain.sum(), rel=1e-5)
    assert (crowded.distances("FR", 0) == small.distances("FR", 0)).all()
    assert (small.named_metric, crowded.named_metric) == ("", crowded.metric.fingerprint)
    with pytest.raises(BadPolicyError):
        crowded.require("")
    stream = StudyKey(bytes(32)).stream(DrawContext("p", "VILLE", "x", "test"))
    drawn = [crowded.draw("FR", 0, s, stream) for _ in range(4000)]
    for row, expected in enumerate(plain / plain.sum()):
        # five standard deviations
        assert abs(drawn.count(row) / 4000 - expected) < 5 * math.sqrt(expected / 4000)


def test_a_feature_adds_its_difference_over_its_scale(small):
    radon = Feature("radon", 2.0, np.array([1.0, 4.0, 1.0]))
    richer = Geography(COMMUNES, POINTS, features=[radon])
    expected = math.hypot(small.distances("FR", 0)[1], 3 / 2)
    assert richer.distances("FR", 0)[1] == pytest.approx(expected, abs=2e-6)
    assert richer.distances("FR", 0)[2] == small.distances("FR", 0)[2]


def test_the_fingerprint_follows_every_public_input(small):
    radon = Feature("radon", 2.0, np.array([1.0, 4.0, 1.0]))
    others = [
        Geography(COMMUNES, POINTS * 1.001),
        Geography([*COMMUNES[:2], commune(2, 5001, "71", 40)], POINTS),
        Geography([*COMMUNES[:2], commune(2, 5000, "70", 40)], POINTS),
        Geography(COMMUNES, POINTS, features=[radon]),
        Geography(COMMUNES, POINTS, features=[Feature("radon", 3.0, radon.values)]),
        Geography(COMMUNES, POINTS, features=[Feature("autre", 2.0, radon.values)]),
        Geography(COMMUNES, POINTS, prior=PlacePrior.POPULATION),
    ]
    prints = {g.metric.fingerprint for g in [small, *others]}
    assert len(prints) == 8
    assert Geography(COMMUNES, POINTS.copy()).metric.fingerprint == small.metric.fingerprint


@pytest.mark.parametrize(("scale", "value"), [(0.0, 1.0), (math.inf, 1.0), (1.0, math.nan)])
def test_a_feature_without_scale_or_value_is_refused(scale, value):
    with pytest.raises(ValueError, match="feature"):
        Feature("x", scale, np.array([value]))


def test_expected_kilometres_enumerates_the_distribution(small):
    s = Fraction(1, 2)
    weights = np.exp(-0.5 * small.distances("FR", 0))
    expected = (weights[1] * 76.5417 + weights[2] * 111.1949) / weights.sum()
    spread = small.probabilities("FR", 0, s)
    assert spread.sum() == pytest.approx(1)
    assert small.expected_kilometres("FR", 0, spread) == pytest.approx(expected, rel=1e-5)


def test_half_epsilon_is_within_the_guarantee_on_the_integer_weights(small):
    epsilon = Fraction(3, 2)
    rows = [np.diff(small.cumulative("FR", j, epsilon / 2), prepend=0) for j in range(3)]
    for j, row in enumerate(rows):
        for k, other in enumerate(rows):
            loss = np.log((row / row.sum()) / (other / other.sum())).max()
            assert loss <= float(epsilon) * small.distances("FR", j)[k] + 1e-6


def test_the_articles_take_the_nearest_commune_inside_for_one_outside(small):
    assert small.nearest("FR-71", 2) == 0
    assert small.nearest("FR-71", 0) == 0
    assert [small.nearest("FR", i) for i in range(3)] == [0, 1, 2]
    both = Geography([*COMMUNES, commune(3, 90, "71", 1)], np.vstack([POINTS, [46.5, 1.1]]))
    # commune 1 (100 inhabitants, 46.5° N 1° E) is nearer to commune 3 than to commune 2
    assert both.nearest("FR-71", 1) == 1
    assert both.nearest("FR-71", 2) == 0


def proofs(*losses: float) -> tuple[Proof, ...]:
    """One a scale of the grid: `losses` for 33/64, 34/64…, more than any ε for the others."""
    at = grid().index(Fraction(33, 64))
    return tuple(
        Proof(0.0 if k < at else losses[k - at] if k < at + len(losses) else 99.0, (1, 2))
        for k in range(len(grid()))
    )


def test_a_proved_scale_is_used_for_its_own_metric_only(small):
    proof = CertifiedScales(small.metric.fingerprint, {"FR": proofs(0.96, 0.98)})
    proved = Geography(COMMUNES, POINTS, scales=proof)
    assert proved.scale("FR", Fraction(97, 100)) == Fraction(33, 64)
    assert proved.scale("FR", Fraction(98, 100)) == Fraction(34, 64)  # the float lies below
    assert proved.scale("FR", Fraction(9799, 10_000)) == Fraction(33, 64)
    # half of ε where it is more than what is proved, and where nothing is
    assert proved.scale("FR", Fraction(3)) == Fraction(3, 2)
    # a part of the country: just below half of ε, whatever is proved for communes inside
    assert proved.scale("FR-21", Fraction(97, 100)) == Fraction(97, 200) * Fraction(1023, 1024)
    other = CertifiedScales("0" * 64, proof.proved)
    assert Geography(COMMUNES, POINTS, scales=other).scale("FR", Fraction(97, 100)) == Fraction(
        97, 200
    )


def test_another_prior_stays_below_half_of_epsilon_over_the_whole_country(small):
    crowded = Geography(COMMUNES, POINTS, prior=PlacePrior.POPULATION)
    assert (
        crowded.scale("FR", Fraction(1))
        == crowded.scale("FR-21", Fraction(1))
        == Fraction(255, 512)
    )
    assert small.scale("FR", Fraction(1)) == Fraction(1, 2)


def test_the_papers_compare_inhabitants_density_and_features(small):
    assert small.feature_table("FR").features.tolist() == [[1000, 10], [100, 20], [5000, 40]]
    # only commune 1 (76.5 km) is within 100 km of commune 0: min-max leaves (1, 0) against (0, 1)
    found = small.candidates("FR", 0, Fraction(1, 2), "tchouka2023")
    assert found.indices.tolist() == [0, 1]
    assert found.distances[1] == pytest.approx(math.sqrt(2))
    assert found.rate == 0.5
    assert small.candidates("FR", 0, Fraction(1, 2), "tchouka2024").rate == 0.5 / math.sqrt(2)


def test_lattice_positions_are_rounded_to_ten_metres(small):
    points = small.lattice("FR")
    east, north = (points[:, 2] - points[:, 0]).tolist()
    assert east == 0
    assert abs(north - 11119.49) <= 1  # 111.1949 km


def test_a_cache_forgets_the_oldest():
    from collections import OrderedDict

    cache: OrderedDict[int, int] = OrderedDict()
    for i in range(CACHED_ROWS + 3):
        remember(cache, i, i)
    assert len(cache) == CACHED_ROWS
    assert next(iter(cache)) == 3


def test_towns_of_an_area_are_its_larger_communes(tables):
    geography = tables.atlas.geography
    sizes = [geography.communes[i].population for i in geography.towns("FR-21", 20_000)]
    assert min(sizes) >= 20_000
    assert len(geography.towns("FR-48", 10_000_000)) == len(geography.area("FR-48"))


def test_areas_are_the_country_a_region_or_a_department(tables):
    atlas = tables.atlas
    assert len(atlas.area("FR")) == len(atlas.communes) > 34_000
    assert {atlas.communes[i].department for i in atlas.area("FR-21")} == {"21"}
    assert {atlas.communes[i].region for i in atlas.area("FR-BFC")} == {"27"}
    with pytest.raises(BadPolicyError, match="area"):
        atlas.area("FR-ZZ")


def test_the_table_holds_densities(tables):
    # 01001 L'Abergement-Clémenciat: 55.2 inhabitants a km² in the shipped table
    assert tables.atlas.communes[0].density == 55.2
