import pytest

from privacy.domain.time.relative import left_alone, read_relative, render_relative
from privacy.domain.time.units import Unit


@pytest.mark.parametrize(
    "text",
    [
        "J+3", "J3", "J0", "J-1", "J 3", "à J+3", "J3 post-op", "J+3 post-opératoire", "J+3 de la chirurgie",
        "J1-J3", "j3", "j+2", "J+2 du traitement", "M6", "H+12", "S2", "ce jour", "à ce jour", "aujourd'hui", "le lendemain",
        "le surlendemain", "le jour même", "depuis 30 min", "il y a 20 minutes",
    ],
)  # fmt: skip
def test_what_is_counted_from_an_event_of_the_stay_is_left_alone(text):
    assert left_alone(text)


@pytest.mark.parametrize("text", ["J10 de vie", "M6", "M18", "S3", "H6 de vie", "J0", "ce jour"])
def test_an_age_is_counted_from_birth(text):
    assert not left_alone(text, age=True)


def test_minutes_are_left_alone_whatever_they_say():
    assert left_alone("depuis 30 min", age=True)


@pytest.mark.parametrize(
    "text",
    [
        "J12/03",
        "janvier",
        "3 jours",
        "M 2020",
        "hier",
        "depuis 30 jours",
        "12/03/2020",
        "S1 2020",
        "Mars",
        "J",
    ],
)
def test_what_names_a_time_of_its_own_is_not(text):
    assert not left_alone(text)


def test_the_words_are_set_apart_from_what_stands_before():
    assert read_relative("depuis hier soir") == ("depuis ", "hier soir")
    assert read_relative("avant-hier") == ("", "avant-hier")
    assert read_relative("depuis lundi") is None


@pytest.mark.parametrize(
    ("prefix", "core", "value", "unit", "shown"),
    [
        ("", "hier", 1, Unit.DAY, "hier"),
        ("", "hier", 2, Unit.DAY, "avant-hier"),
        ("", "Hier", 2, Unit.DAY, "Avant-hier"),
        ("", "hier", 5, Unit.DAY, "il y a 5 jours"),
        ("depuis ", "hier", 5, Unit.DAY, "depuis 5 jours"),
        ("DEPUIS ", "HIER", 5, Unit.DAY, "DEPUIS 5 JOURS"),
        ("", "la veille", 2, Unit.DAY, "l'avant-veille"),
        ("", "la veille", 5, Unit.DAY, "5 jours plus tôt"),
        ("", "le mois dernier", 3, Unit.MONTH, "il y a 3 mois"),
        ("", "l'an dernier", 1, Unit.YEAR, "l'an dernier"),
    ],
)
def test_another_length_is_said_in_words_of_the_same_kind(prefix, core, value, unit, shown):
    assert render_relative(prefix, core, value, unit) == shown
