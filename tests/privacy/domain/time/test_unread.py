import re
from datetime import date

import pytest

from privacy.domain.surrogates.shapes import draw_source
from privacy.domain.time.unread import random_like, says_nothing
from tests.growth import MOST, growth


def draws(key, text: str, count: int = 20) -> set[str]:
    return {random_like(draw_source(key, f"p{n}", "DATE/forme", text), text) for n in range(count)}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("1Z/0Z/202O", r"\d\d/\d\d/\d{4}"),
        ("99/99/9999", r"\d\d/\d\d/\d{4}"),
        ("vers (9/99/99),", r"vers \(\d\d/\d\d/\d{4}\),"),
        (
            "depuis les vacances d'été",
            r"depuis les vacances (?:d'été|d'automne|d'hiver|de printemps)",
        ),
        (
            "quelques jours après le 25 décembre",
            r"quelques jours après le (?:1er|[12]?\d) [a-zéû]+",
        ),
        ("peu après le dix mars", r"peu après le (?:1er|[12]?\d) [a-zéû]+"),
        ("semaine 99", r"semaine \d\d"),
        ("S13/16", r"\d\d/\d\d/\d{4}"),
        ("S8/16", r"\d\d/\d\d/\d{4}"),
    ],
)
def test_the_kind_stays_and_the_value_goes(key, text, shape):
    found = draws(key, text)
    assert len(found) > 2
    assert all(re.fullmatch(shape, shown) for shown in found), found


@pytest.mark.parametrize("text", ["depuis Xfgh", "il y a 12 lunes", "depuis le confinement"])
def test_what_has_a_word_that_is_not_understood_is_not_drawn(key, text):
    """Letters in its place would be read by nobody: the label is written."""
    assert draws(key, text) == {None}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mi-temps", False),
        ("il y a qq mois", False),
        ("depuis qqs jours", False),
        ("à terme", False),
        ("À TEMPS PARTIEL", False),
        ("en fin de semaine", False),
        ("le week-end dernier", False),
        ("une demi-journée", False),
        ("dans la matinée", False),
        ("depuis plusieurs mois", False),
        ("de longue date", False),
        ("depuis son enfance", False),
        ("depuis 3 mois", True),
        ("quelques jours après le 25 décembre", True),
        ("depuis peu, en mars", True),
        ("toujours le lundi", True),
        ("peu après le dix mars", True),
        ("depuis septembre", True),
        ("depuis le confinement", True),
    ],
)
def test_words_of_time_without_a_value_say_nothing(text, says):
    assert says_nothing(text) is not says


def test_a_day_of_no_calendar_becomes_a_day_in_its_form(key):
    for shown in draws(key, "31/02/2020"):
        day, month, year = (int(part) for part in shown.split("/"))
        assert 1930 <= date(year, month, day).year <= 2023
    assert all(re.fullmatch(r"\d{1,2}(?:er)? \w+ \d{4}", s) for s in draws(key, "30 février 2019"))


def test_lengths_do_not_tell(key):
    """The digits of a number are not as many as the original's."""
    for one, other in (
        ("7 fois par jour", "12 fois par jour"),
        ("9/99/99", "99/99/9999"),
        ("vers 9h30", "vers 10h30"),
    ):
        shapes = [
            {
                re.sub(r"[a-z]+", lambda m: str(len(m[0])), re.sub(r"\d", "9", s))
                for s in draws(key, text, 100)
            }
            for text in (one, other)
        ]
        assert shapes[0] == shapes[1]


def test_a_draw_may_equal_the_original(key):
    """A draw that refused it would tell it by never showing it."""
    found = draws(key, "semaine 99", 600)
    assert "semaine 99" in found


def test_the_draw_is_the_same_for_the_same_value(key):
    source = [draw_source(key, "p", "DATE/forme", "99/99/9999") for _ in range(2)]
    assert random_like(source[0], "99/99/9999") == random_like(source[1], "99/99/9999")


@pytest.mark.parametrize(
    "unit",
    ["-", "-a", "x1", "1-", "1-1 ", "une ", "deux ", "deux-et-", "é", "ième", "sept. ", "/1"],
)
def test_a_long_text_takes_linear_time(key, unit):
    def run(text):
        random_like(draw_source(key, "p", "DATE/forme", "x"), text)

    assert growth(run, unit, 2_000) < MOST
