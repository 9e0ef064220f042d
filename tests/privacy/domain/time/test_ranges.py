from datetime import date

import pytest

from privacy.domain.time.forms import fields_of
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.resolve import Written, resolve

ANCHOR = date(2021, 6, 30)


def meant(text: str) -> list[str]:
    """What each part of one expression means in a note of 30 June 2021."""
    read = parse_dates(text, pivot=2030)
    assert read is not None, text
    dates = [Written(p.start, p.end, p.form, joined=p is not read.parts[-1]) for p in read.parts]
    return [point.key for point in resolve(dates, ANCHOR)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("du 3 au 7 mai 2021", ["2021-05-03", "2021-05-07"]),
        ("du 28 au 2 mai 2021", ["2021-04-28", "2021-05-02"]),
        ("12-14/02", ["2021-02-12", "2021-02-14"]),
        ("10-12/02", ["2021-02-10", "2021-02-12"]),
        ("12-14/02/2020", ["2020-02-12", "2020-02-14"]),
        ("3, 4 et 5 mai", ["2021-05-03", "2021-05-04", "2021-05-05"]),
        ("3/4 mai 2021", ["2021-05-03", "2021-05-04"]),
        ("de mars à juin 2020", ["2020-03", "2020-06"]),
        ("d'octobre à mars 2020", ["2019-10", "2020-03"]),
        ("avril-mai 2017", ["2017-04", "2017-05"]),
        ("2010-2012", ["2010", "2012"]),
        ("2010-15", ["2010-12"]),
        ("98-99", ["1998", "1999"]),
        ("entre 2010 et 2012", ["2010", "2012"]),
        ("du 28/12 au 03/01/2020", ["2019-12-28", "2020-01-03"]),
        ("12/02/2020-14/02/2020", ["2020-02-12", "2020-02-14"]),
        ("du lundi 3 au vendredi 7 mai 2021", ["2021-05-03", "2021-05-07"]),
        (
            "du 12 au 14 février puis du 18 au 20 mars 2020",
            ["2020-02-12", "2020-02-14", "2020-03-18", "2020-03-20"],
        ),
        ("de septembre à mars", ["2020-09", "2021-03"]),
        ("du 28/12 au 03/01", ["2020-12-28", "2021-01-03"]),
        ("T1-T3 2020", ["2020-02", "2020-08"]),
        ("hiver 2019-2020", ["2020-01"]),
        ("fin mars début avril 2020", ["2020-03", "2020-04"]),
        ("fin décembre début janvier 2020", ["2019-12", "2020-01"]),
        ("fin 2019 début 2020", ["2019", "2020"]),
        ("de mi-mars à début avril 2020", ["2020-03", "2020-04"]),
        ("12/02/2020", ["2020-02-12"]),
        ("2010-12", ["2010-12"]),
        ("du 3 au\n7 mai 2021", ["2021-05-03", "2021-05-07"]),
    ],
)
def test_each_date_of_an_expression_is_a_value_of_its_own(text, expected):
    assert meant(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "31/02/2020",
        "00/05/2020",
        "12-14/15",
        "30-31/02",
        "le patient",
        "12 et des mots",
        "3 à 5 fois",
    ],
)
def test_what_is_no_expression_of_dates_is_not_guessed(text):
    assert parse_dates(text) is None


@pytest.mark.parametrize(
    ("text", "years"),
    [("de 2010 à 12", [2010, 2012]), ("1999 ou 00", [1999, 2000]), ("de 99 à 2001", [1999, 2001])],
)
def test_two_digits_behind_a_word_are_a_year(text, years):
    assert [fields.year for fields in parse_dates(text).fields] == years


@pytest.mark.parametrize("text", ["2011-12", "2012-13", "1999/00", "13/2012", "depuis 2012.45"])
def test_two_digits_beside_a_sign_are_a_month(text):
    assert [fields.month for fields in parse_dates(text).fields] == [12]


def test_a_preposition_elides_with_the_new_month():
    read = parse_dates("de mars à juin 2020")
    august, may = fields_of(date(2019, 8, 1)), fields_of(date(2020, 5, 1))
    assert read.render([august, may]) == "d'août à mai 2020"
    assert parse_dates("d’avril à juin 2020").render([may, august]) == "de mai à août 2019"


def test_parts_tell_where_they_stand():
    text = "du 3 au 7 mai 2021"
    assert [text[p.start : p.end] for p in parse_dates(text).parts] == ["3", "7 mai 2021"]
