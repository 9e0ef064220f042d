from datetime import date
from random import Random

import pytest

from worker.training.corpus.forms import odd_days, odd_numbers, odd_people, odd_places
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.names import PersonName
from worker.training.corpus.slot_names import why_unknown
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import World

DAY = date(1994, 9, 12)
ANNE = PersonName(("Anne-Lise",), "Petit", "Roy", is_female=True)


def _surfaces(forms: FormSet, value: object, count: int = 80) -> set[str]:
    """What the marks of many drawings hold."""
    (form,) = forms.forms
    drawn = (form.render(value, Random(n)) for n in range(count))
    return {piece.text for pieces in drawn for piece in pieces if piece.subtype}


@pytest.mark.parametrize(
    ("part", "expected", "outside"),
    [
        ("nuit", {"12", "13 septembre", "12/09", "13/09"}, {"nuit", "nuit du"}),
        ("bref", {"12"}, {"-", "au"}),
        ("saison", {"automne", "hiver", "printemps", "été"}, {"l'automne"}),
        ("fete", {"Noël", "Toussaint", "Ascension"}, {"la Toussaint", "l'Ascension"}),
        ("decennie", {"90", "1990", "quatre-vingt-dix"}, {"années 90"}),
        ("gravee", {"12-9-94", "12.IX.94", "IX-94"}, set()),
        ("etranger", {"12 de septiembre de 1994", "12. September 1994", "12 settembre 1994"}, set()),
        ("an", {"94", "'94"}, set()),
        ("coupee", {"12 septembre\n1994", "12I09I1994"}, set()),
        ("moisnu", {"septembre", "SEPTEMBRE", "septembre dernier"}, set()),
        ("cellule", {"12/9", "1209", "12sept"}, set()),
    ],
)  # fmt: skip
def test_a_day_that_no_calendar_writes(part: str, expected: set[str], outside: set[str]) -> None:
    found = _surfaces(odd_days.ODD_DAYS[part], DAY, 400)
    assert expected <= found
    assert not outside & found


def test_english_ordinals_agree() -> None:
    found = {
        odd_days.foreign(DAY.replace(day=d), Random(n)) for d in (1, 3, 12) for n in range(300)
    }
    assert {"September 1st, 1994", "September 3rd, 1994", "September 12th, 1994"} <= found
    assert not {"September 12nd, 1994", "September 1th, 1994"} & found


@pytest.mark.parametrize("part", sorted(odd_places.ODD_ADDRESSES))
def test_every_odd_address_has_many_surfaces_and_one_mark(part: str) -> None:
    drawn = set()
    for seed in range(60):
        rng = Random(seed)
        pieces = Slots(rng, World(rng), names_birth=False).write(f"adresse.{part}")
        (mark,) = (piece.text for piece in pieces if piece.subtype)
        drawn.add(mark)
    assert len(drawn) > 35
    assert not any("{" in text or text != text.strip() for text in drawn)


def test_the_corner_of_two_streets_leaves_the_angle_outside() -> None:
    rng = Random(1)
    slots = Slots(rng, World(rng), names_birth=False)
    for _ in range(30):
        head, mark = slots.write("adresse.angle")
        assert not head.subtype
        assert not mark.text.startswith(("angle", "coin", "croisement"))


def test_columns_of_staff_part_the_surname_from_the_initials() -> None:
    found = _surfaces(odd_people.ODD_NAMES["colonne"], ANNE)
    assert {"PETIT", "Petit", "petit", "AL", "A-L"} <= found


def test_a_spelled_name_is_one_mark() -> None:
    found = _surfaces(odd_people.ODD_NAMES["epele"], PersonName(("Ugo",), "Bellac", "", False), 300)
    assert {"b e deux l a c", "B-E-L-L-A-C"} <= found
    assert any(text.startswith("B comme Berthe") for text in found)


def test_a_login_holds_the_name_without_accents() -> None:
    found = _surfaces(odd_people.ODD_NAMES["login"], PersonName(("Éva",), "Le Bé", "", True), 300)
    assert {"elebe", "e.lebe", "eva.lebe"} <= found


@pytest.mark.parametrize(("part", "subtype"), [
    ("plaque", "AUTRE"), ("coffre", "AUTRE"), ("court", "TEL"), ("dictee", "REF"), ("espace", "REF"), ("parle", "AUTRE"),
])  # fmt: skip
def test_an_odd_number_bears_its_sub_type_and_varies(part: str, subtype: str) -> None:
    (form,) = odd_numbers.ODD_NUMBERS[part].forms
    drawn = [form.render(None, Random(n))[0] for n in range(60)]
    assert {piece.subtype for piece in drawn} == {subtype}
    assert len({piece.text for piece in drawn}) > 50


def test_a_department_keeps_its_article_outside() -> None:
    rng = Random(3)
    slots = Slots(rng, World(rng), names_birth=False)
    for _ in range(40):
        head, mark = slots.write("dep.dans")
        assert head.text.split()[0].lower() in {"dans", "en", "à"}
        assert mark.subtype == "DEPARTEMENT"


@pytest.mark.parametrize(
    "name", ["med1.epele", "pat.surnom", "date.nuit", "autre.plaque", "tel.court", "dep.dans"]
)
def test_slots_of_the_odd_forms_exist(name: str) -> None:
    assert why_unknown(name) == ""
