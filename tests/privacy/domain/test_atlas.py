import math
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.atlas import Atlas, Commune, place_key
from privacy.domain.errors import BadPolicyError


def commune(
    index: int, name: str, population: int, department: str = "21", zip_code: str = "21000"
) -> Commune:
    return Commune(
        index, f"{department}{index:03d}", name, department, "D", "27", "R", (zip_code,), population
    )


@pytest.fixture
def small() -> Atlas:
    communes = [
        commune(0, "Aville", 1000),
        commune(1, "Bourg", 100, "39", "39000"),
        commune(2, "Bourg", 5000, "71", "71000"),
    ]
    return Atlas(communes, np.array([[46.5, 0.0], [46.5, 1.0], [47.5, 0.0]]))


def test_distance_is_position_over_50_km_and_log_population(small):
    # one degree of longitude at 46.5° N: 6371·π/180·cos 46.5° = 76.5417 km; log10(1000/100) = 1
    expected = math.hypot(76.5417 / 50, 1)
    assert small.distances("FR", 0)[1] == pytest.approx(expected, abs=1e-5)
    # one degree of latitude is 111.1949 km; log10(5) = 0.69897
    assert small.distances("FR", 0)[2] == pytest.approx(
        math.hypot(111.1949 / 50, 0.69897), abs=1e-5
    )
    assert small.distances("FR", 0)[0] == 0


def test_expected_kilometres_enumerates_the_weights(small):
    s = 0.5
    d = small.distances("FR", 0)
    weights = np.exp(-s * d)
    expected = (weights[1] * 76.5417 + weights[2] * 111.1949) / weights.sum()
    assert small.expected_kilometres("FR", 0, s) == pytest.approx(expected, rel=1e-5)


def test_homonyms_are_told_apart_by_postal_code_then_department_then_size(small):
    assert small.find("Bourg").index == 2
    assert small.find("Bourg", departments=["39"]).index == 1
    assert small.find("BOURG", departments=["39"], postal_code="71000").index == 2


def test_half_epsilon_is_within_the_guarantee_on_the_integer_weights(small):
    epsilon = Fraction(3, 2)
    rows = [np.diff(small.cumulative("FR", j, float(epsilon / 2)), prepend=0) for j in range(3)]
    for j, row in enumerate(rows):
        for k, other in enumerate(rows):
            loss = np.log((row / row.sum()) / (other / other.sum())).max()
            assert loss <= float(epsilon) * small.distances("FR", j)[k] + 1e-6


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Chalon-sur-Saône", "chalon sur saone"),
        ("CHALON S/ SAONE", "chalon sur saone"),
        ("St-Apollinaire", "saint apollinaire"),
        ("Ste Marie", "sainte marie"),
        ("DIJON CEDEX 9", "dijon"),
        ("Dijon Cedex", "dijon"),
        ("Lyon 3ème", "lyon"),
        ("Paris 12e", "paris"),
        ("Paris XIIe", "paris"),
        ("L’Haÿ-les-Roses", "l hay les roses"),
    ],
)
def test_place_names_have_one_normal_form(written, normal):
    assert place_key(written) == normal


# INSEE codes of the public table
@pytest.mark.parametrize(
    ("name", "insee"),
    [
        ("Dijon", "21231"),
        ("DIJON CEDEX", "21231"),
        ("Paris 12e", "75056"),
        ("Besancon", "25056"),
        ("Le Creusot", "71153"),
        ("Creusot", "71153"),
        ("Chalon s/ Saône", "71076"),
        ("Villeurbane", "69266"),  # one letter missing
    ],
)
def test_names_of_texts_are_resolved(tables, name, insee):
    assert tables.atlas.find(name).insee == insee


def test_a_town_called_by_its_first_word_is_found_in_the_patients_department(tables):
    atlas = tables.atlas
    assert atlas.find("Lons", departments=["39"]).name == "Lons-le-Saunier"
    assert atlas.find("Lons").department == "64"
    assert atlas.find("Chalon", departments=["71"]).name == "Chalon-sur-Saône"


def test_towns_of_an_area_are_its_larger_communes(tables):
    atlas = tables.atlas
    sizes = [atlas.communes[i].population for i in atlas.towns("FR-21", 20_000)]
    assert min(sizes) >= 20_000
    assert len(atlas.towns("FR-48", 10_000_000)) == len(atlas.area("FR-48"))


@pytest.mark.parametrize("name", ["Trifouillis", "Turin", "", "xx"])
def test_unknown_names_are_not_guessed(tables, name):
    assert tables.atlas.find(name) is None


def test_areas_are_the_country_a_region_or_a_department(tables):
    atlas = tables.atlas
    assert len(atlas.area("FR")) == len(atlas.communes) > 34_000
    assert {atlas.communes[i].department for i in atlas.area("FR-21")} == {"21"}
    assert {atlas.communes[i].region for i in atlas.area("FR-BFC")} == {"27"}
    with pytest.raises(BadPolicyError, match="area"):
        atlas.area("FR-ZZ")


def test_arrondissements_are_not_communes_of_their_own(tables):
    assert not [c for c in tables.atlas.communes if c.name.startswith("Paris ")]
