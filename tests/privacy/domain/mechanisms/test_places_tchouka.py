"""The papers' reference table (mechanisms for Bourgogne-Franche-Comté, ε = 0.25) to 1e-6."""

import math
from collections import Counter

import numpy as np
import pytest

from privacy.domain.certificates.places import difference
from privacy.domain.mechanisms.places_tchouka import FeatureTable, tchouka2023, tchouka2024
from privacy.domain.randomness import DrawContext

# Rows of the public table of Tchouka, Couchot, Laiymani (HEALTHINF 2023): name, latitude, longitude, population,
# cancer, stroke. Selected from its 3,603 communes as all those that decide the rows of Dijon and of Besançon: the
# ten nearest of each in the complete table, and the communes that attain a minimum or a maximum of a feature
# within 100 km of either (Merona: population; Chatillon-sur-Lison: cancer and stroke; the maxima are Dijon's and
# Belfort's). The other communes are farther than the tenth and inside these bounds.
PAPER = [
    ("DIJON", 47.322944, 5.037888, 160204, 182.252003785278, 273.184784665912),
    ("BESANCON", 47.255387, 6.019487, 119249, 134.135495150094, 218.375283169603),
    ("CHALON SUR SAONE", 46.790029, 4.851916, 46603, 52.7304890878486, 108.706971732884),
    ("DOLE", 47.075545, 5.500624, 24606, 57.4371167136404, 55.2901123508745),
    ("LONS LE SAUNIER", 46.67448, 5.557332, 18023, 42.0705988185784, 40.4979962163623),
    ("LE CREUSOT", 46.806854, 4.426423, 21935, 24.8190734103375, 51.1659641001828),
    ("VESOUL", 47.632041, 6.154846, 15728, 42.0694609556366, 33.3024822061787),
    ("BEAUNE", 47.025519, 4.83768, 21747, 24.7399211400367, 37.0836527934982),
    ("MONTCEAU LES MINES", 46.676254, 4.354096, 18789, 21.2594287807993, 43.8275495545172),
    ("AUTUN", 46.945537, 4.310601, 14381, 16.2718529616624, 33.5453717677105),
    ("BELFORT", 47.647154, 6.845412, 48423, 209.160490921551, 77.4296048123049),
    ("MONTBELIARD", 47.515517, 6.791481, 25980, 29.2232233729376, 47.5759952431155),
    ("PONTARLIER", 46.911973, 6.389146, 18033, 20.2841565467353, 33.0230147120516),
    ("HERICOURT", 47.569861, 6.765173, 10881, 29.1046417000434, 23.0394397816271),
    ("MERONA", 46.553534, 5.635718, 8, 0.0186741824639975, 0.0179761399173777),
    ("CHATILLON SUR LISON", 47.07279, 5.980713, 9, 0.0101235184894702, 0.0164812916546589),
]
NAMES = [row[0] for row in PAPER]
DIJON, BESANCON = 0, 1
REFERENCE = {
    "DIJON": (0.000000, 0.133468),
    "BESANCON": (0.418721, 0.120203),
    "CHALON SUR SAONE": (1.170695, 0.099602),
    "DOLE": (1.349742, 0.095242),
    "LONS LE SAUNIER": (1.450857, 0.092865),
    "LE CREUSOT": (1.466909, 0.092493),
    "VESOUL": (1.475195, 0.092301),
    "BEAUNE": (1.497015, 0.091799),
    "MONTCEAU LES MINES": (1.504867, 0.091619),
    "AUTUN": (1.558105, 0.090408),
}


@pytest.fixture(scope="module")
def table() -> FeatureTable:
    numbers = np.array([row[1:] for row in PAPER], dtype=np.float64)
    return FeatureTable(numbers[:, :2], numbers[:, 2:])


def named(candidates) -> list[str]:
    return [NAMES[i] for i in candidates.indices]


def test_the_reference_table_of_2023(table):
    row = tchouka2023(table, DIJON, 0.25)
    assert named(row) == list(REFERENCE)
    for found, expected in zip(
        zip(row.distances, row.probabilities, strict=True), REFERENCE.values(), strict=True
    ):
        assert found == pytest.approx(expected, abs=1e-6)


def test_the_corrected_row_of_2024(table):
    row = tchouka2024(table, DIJON, 0.25)
    assert named(row)[:4] == ["DIJON", "BESANCON", "CHALON SUR SAONE", "DOLE"]
    expected = [0.118394, 0.111451, 0.099987, 0.097436]
    assert row.probabilities[:4] == pytest.approx(expected, abs=1e-6)


def test_the_printed_row_of_2024_compared_one_feature_with_all_three(table):
    """The erratum: 0.347525 is what comes out when stroke alone is subtracted from Dijon's three features."""
    near = table.kilometres(DIJON) <= 100
    stroke = table.features[near, 2]
    normalised = (stroke - stroke.min()) / (stroke.max() - stroke.min())
    besancon = normalised[BESANCON]
    assert math.sqrt(3) * (normalised[DIJON] - besancon) == pytest.approx(0.347525, abs=1e-6)
    # with all three features
    assert tchouka2024(table, DIJON, 1).distances[1] == pytest.approx(0.418721, abs=1e-6)


def test_dijon_and_besancon_share_six_candidates_of_ten(table):
    dijon, besancon = (set(named(tchouka2023(table, j, 0.25))) for j in (DIJON, BESANCON))
    assert len(dijon) == len(besancon) == 10
    assert len(dijon & besancon) == 6
    assert besancon - dijon == {"BELFORT", "MONTBELIARD", "PONTARLIER", "HERICOURT"}


def test_the_certificate_tells_dijon_from_besancon_by_a_candidate(table):
    found = difference(table, "tchouka2023", DIJON, BESANCON)
    assert (found.pair, found.shared, found.kept) == ((DIJON, BESANCON), 6, 10)
    # 102 km from Besançon: it can come from Dijon, never from Besançon
    assert NAMES[found.output] == "CHALON SUR SAONE"
    assert table.kilometres(BESANCON)[found.output] > 100


def test_kilometres_are_great_circle_distances(table):
    # one degree of latitude is 6371·π/180 = 111.1949 km
    two = FeatureTable(np.array([[46.0, 5.0], [47.0, 5.0]]), np.zeros((2, 1)))
    assert two.kilometres(0) == pytest.approx([0, 111.1949], abs=1e-4)
    assert table.kilometres(DIJON)[BESANCON] == pytest.approx(74.4151, abs=1e-3)


@pytest.mark.parametrize("radius", [1.0, 100.0, 700.0])
def test_rows_within_a_radius_are_those_of_all_the_distances(tables, radius):
    whole = tables.atlas.geography.feature_table("FR")
    for origin in (*range(0, len(whole.features), 3001), tables.atlas.find("Cayenne").index):
        expected = np.flatnonzero(whole.kilometres(origin) <= radius)
        assert whole.within(origin, radius).tolist() == expected.tolist()


def test_a_constant_feature_tells_nothing_apart():
    same = FeatureTable(np.array([[46.0, 5.0], [46.1, 5.0]]), np.array([[7.0, 1.0], [7.0, 3.0]]))
    row = tchouka2023(same, 0, 1.0)
    assert row.distances.tolist() == [0, 1]
    assert row.probabilities[0] == pytest.approx(1 / (1 + math.exp(-1)))


def test_draws_follow_the_probabilities(table, key):
    row = tchouka2023(table, DIJON, 2.0)
    source = key.stream(DrawContext("p", "VILLE", "21231", "tchouka2023"))
    seen = Counter(row.draw(source) for _ in range(5000))
    expected = 5000 * row.probabilities
    statistic = sum((seen[int(i)] - e) ** 2 / e for i, e in zip(row.indices, expected, strict=True))
    assert statistic < 30  # 9 degrees of freedom: exceeded with probability 4e-4
    assert set(seen) == set(row.indices.tolist())
