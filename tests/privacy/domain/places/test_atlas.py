import numpy as np
import pytest

from privacy.domain.places.atlas import Atlas
from privacy.domain.places.geography import Commune
from privacy.domain.places.keys import place_key


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


def test_homonyms_are_told_apart_by_postal_code_then_department_then_size(small):
    assert small.find("Bourg").index == 2
    assert small.find("Bourg", departments=["39"]).index == 1
    assert small.find("BOURG", departments=["39"], postal_code="71000").index == 2


def test_the_largest_commune_of_a_department_is_the_first_of_equals():
    sizes = ((10, "21"), (30, "21"), (30, "21"), (5, "39"))
    table = [commune(i, f"C{i}", people, dep) for i, (people, dep) in enumerate(sizes)]
    atlas = Atlas(table, np.array([[46.5, i / 10] for i in range(4)]))
    assert (atlas.largest("21").index, atlas.largest("39").index) == (1, 3)
    assert atlas.largest("75") is None


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


@pytest.mark.parametrize("name", ["Trifouillis", "Turin", "", "xx"])
def test_unknown_names_are_not_guessed(tables, name):
    assert tables.atlas.find(name) is None


def test_arrondissements_are_not_communes_of_their_own(tables):
    assert not [c for c in tables.atlas.communes if c.name.startswith("Paris ")]
