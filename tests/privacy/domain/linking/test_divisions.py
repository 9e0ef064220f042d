"""Articles of departments and regions."""

import pytest

from privacy.domain.linking.divisions import division
from privacy.domain.linking.words import before_division
from privacy.domain.tables import default_tables


def test_every_department_and_region_has_its_article():
    towns = default_tables().atlas.communes
    names = {town.department_name for town in towns} | {town.region_name for town in towns}
    assert (
        len(names) == 101 + 18 - 5  # five overseas regions are departments, too
    )  # four overseas regions are departments, too; Mayotte is the fifth
    assert sorted(name for name in names if not division(name).gender) == []


@pytest.mark.parametrize(
    ("name", "elides", "gender"),
    [("Ain", True, "M"), ("Île-de-France", True, "F"), ("Yonne", True, "F"), ("LANDES", False, "P"),
     ("Paris", False, "0"), ("Yvelines", True, "P"), ("Hérault", True, "M"), ("Hauts-de-Seine", False, "P"),
     ("Haute-Corse", False, "F"), ("Alsace", True, "")],
)  # fmt: skip
def test_what_a_name_asks(name, elides, gender):
    assert (division(name).elides, division(name).gender) == (elides, gender)


@pytest.mark.parametrize("tail", ["dans le ", "en ", "dans la ", "dans l'", "dans les "])
@pytest.mark.parametrize(
    ("name", "link"),
    [("Oise", "dans l'"), ("Sarthe", "dans la "), ("Marne", "dans la "), ("Eure", "dans l'"), ("Gironde", "en "),
     ("Savoie", "en "), ("Haute-Marne", "en "), ("Nord", "dans le "), ("Ain", "dans l'"), ("Landes", "dans les ")],
)  # fmt: skip
def test_what_stands_before_a_department(name, link, tail):
    assert before_division(f"vit {tail}", tail, division(name), model=name) == link
