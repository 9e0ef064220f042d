import re
from datetime import date

import pytest

from privacy.domain.surrogates.shapes import draw_source
from privacy.domain.time.unread import random_like
from tests.growth import MOST, growth


def draws(key, text: str, count: int = 20) -> set[str]:
    return {random_like(draw_source(key, f"p{n}", "DATE/forme", text), text) for n in range(count)}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("1Z/0Z/202O", r"\d\d/\d\d/\d{4}"),
        ("99/99/9999", r"\d\d/\d\d/\d{4}"),
        ("vers (9/99/99),", r"vers \(\d\d/\d\d/\d{4}\),"),
        ("depuis Noël dernier", r"depuis [A-ZÉ][^\W\d]+ dernier"),
        ("depuis Xfgh", r"depuis [A-Z][a-z]{3,7}"),
        ("semaine 99", r"semaine \d\d"),
        ("il y a 12 lunes", r"il y a \d\d [a-z]{4,8}"),
    ],
)
def test_the_kind_stays_and_the_value_goes(key, text, shape):
    found = draws(key, text)
    assert len(found) > 2
    assert all(re.fullmatch(shape, shown) for shown in found), found


def test_a_day_of_no_calendar_becomes_a_day_in_its_form(key):
    for shown in draws(key, "31/02/2020"):
        day, month, year = (int(part) for part in shown.split("/"))
        assert 1930 <= date(year, month, day).year <= 2023
    assert all(re.fullmatch(r"\d{1,2}(?:er)? \w+ \d{4}", s) for s in draws(key, "30 février 2019"))


def test_lengths_do_not_tell(key):
    """Neither the letters of an unknown word nor the digits of a number are as many as the original's."""
    for one, other in (
        ("depuis xfgh", "depuis xfghjklmn"),
        ("7 lunes", "12 lunes"),
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
