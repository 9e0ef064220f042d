import math
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.effects import effects, french_odds, preview, sentence_for
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from tests.growth import MOST
from tests.work import calls

POLICY = SubstitutionPolicy(Fraction(1), date(2022, 10, 24))
TEXT = "Né le 12/03/1950 à Dijon, 69 ans, vu le 20/05/2019 au CHU de Dijon par le Dr Petit."
ENTITIES = [
    ("12/03/1950", "DATE", "DATE_NAISSANCE"),
    ("Dijon", "LOC", "VILLE"),
    ("69 ans", "AGE", "AGE"),
    ("20/05/2019", "DATE", "DATE"),
    ("CHU de Dijon", "ORG", "HOPITAL"),
    ("Petit", "PER", "NOM"),
]


@pytest.fixture
def shown(make_note, tables, key):
    return effects([make_note(TEXT, ENTITIES)], policy=POLICY, key=key, tables=tables)


def test_shares_mechanisms_and_sources_are_told_for_every_entity(shown):
    third = Fraction(1, 3)
    assert [(e.mechanism, e.share, [p.unit for p in e.parts]) for e in shown] == [
        ("metric", third, ["mois"]),
        ("metric", third, ["km"]),
        ("derived", None, []),
        ("metric", third, ["jours"]),
        ("derived", None, []),
        ("random", None, []),
    ]
    assert [p.epsilon for e in shown for p in e.parts] == [third] * 3
    assert [e.derived_from for e in shown] == [
        "", "", "la date de naissance et la date de la note", "", "la commune", "",
    ]  # fmt: skip


def test_displacement_is_exact(shown, tables):
    # E|K| = 1/sinh(1/3) = 2.9452 days or months
    assert shown[0].parts[0].displacement == pytest.approx(1 / math.sinh(1 / 3), rel=1e-12)
    assert shown[3].parts[0].displacement == pytest.approx(2.9452, abs=1e-3)
    dijon, geography = tables.atlas.find("Dijon").index, tables.atlas.geography
    spread = geography.probabilities("FR", dijon, geography.scale("FR", Fraction(1, 3)))
    assert shown[1].parts[0].displacement == geography.expected_kilometres("FR", dijon, spread)


def test_a_range_shows_both_of_its_dates(make_note, tables, key):
    """Two elements: each costs half of ε = 1 and moves by E|K| = 1/sinh(1/2) = 1.919 days."""
    note = make_note("Vu du 3 au 7 mai 2021.", [("3 au 7 mai 2021", "DATE", "DATE")])
    (effect,) = effects([note], policy=POLICY, key=key, tables=tables)
    assert [part.element.value for part in effect.parts] == ["2021-05-03", "2021-05-07"]
    assert [part.share for part in effect.parts] == [Fraction(1, 2)] * 2
    assert effect.share == 1
    for part in effect.parts:
        assert part.displacement == pytest.approx(1.919, abs=1e-3)


def test_what_follows_names_its_sources(make_note, tables, key):
    done = preview([make_note(TEXT, ENTITIES)], policy=POLICY, key=key, tables=tables).done
    born, city, age, day, hospital, name = (done.rendered[i] for i in range(6))
    assert age.sources == born.elements + day.elements
    assert hospital.sources == city.elements
    assert name.sources == ()


# e^(3·ln(2)/3) = 2, e^1 = 2.7, e^3 = 20.1 → 20
@pytest.mark.parametrize(
    ("log_odds", "text"), [(math.log(2), "2"), (1.0, "2,7"), (3.0, "20"), (8.0, "plus de 1 000")]
)
def test_odds_are_written_as_people_say_them(log_odds, text):
    assert french_odds(log_odds) == text


def test_the_plain_sentences():
    assert sentence_for("DATE", "day", Fraction(1, 4)) == (
        "Un lecteur ne peut pas distinguer deux dates à 3 jours d'écart mieux qu'à 2,1 contre 1."
    )
    assert sentence_for("VILLE", "commune", Fraction(1)) == (
        "Un lecteur ne peut pas distinguer deux communes de même taille à 50 km l'une de l'autre mieux qu'à 2,7"
        " contre 1."
    )


def test_shift_says_that_it_guarantees_nothing(make_note, tables, key):
    policy = SubstitutionPolicy(Fraction(1), date(2022, 10, 24), dates=DateMechanism.SHIFT)
    found = effects([make_note(TEXT, ENTITIES)], policy=policy, key=key, tables=tables)
    assert found[3].mechanism == "shift"
    assert "aucune garantie" in found[3].sentence


def test_a_preview_costs_what_its_note_is_long(make_note, tables, key):
    def cost(times: int) -> int:
        filler = " Le patient a bien toléré le geste et rentre à domicile avec une ordonnance." * 50
        note = make_note((TEXT + filler) * times, ENTITIES * times)
        return calls(lambda: preview([note], policy=POLICY, key=key, tables=tables))

    cost(1)  # what is read once a process
    assert cost(8) < MOST * cost(4)
