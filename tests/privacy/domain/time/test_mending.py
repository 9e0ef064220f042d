"""Scanning and typing errors: read as what they were, written back mended."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy.domain.time.dates import parse_date
from privacy.domain.time.forms import fields_of
from privacy.domain.time.mending import mend, together, without_clock
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.ranges import parse_dates
from tests.privacy.domain.time.time_forms import Shown

# text, the same mended
MISREAD = [
    ("l2/O3/2O2O", "12/03/2020"),
    ("12/03/2O20", "12/03/2020"),
    ("I2.03.2020", "12.03.2020"),
    ("1S/03/2020", "15/03/2020"),
    ("IS-O3-2O20", "15-03-2020"),
    ("12/0 3/2020", "12/03/2020"),
    ("12/03/2 020", "12/03/2020"),
    ("12/03/20 20", "12/03/2020"),
    ("12 mars 2O2O", "12 mars 2020"),
    ("l2 mars 2020", "12 mars 2020"),
    ("12 mars 2 020", "12 mars 2020"),
    ("12 mars 20 20", "12 mars 2020"),
    ("12oct2O2O", "12oct2020"),
    ("12\\03\\2O20", "12\\03\\2020"),
    ("12 fevirer 2020", "12 fevrier 2020"),
    ("12 févirer 2020", "12 février 2020"),
    ("12 ocotbre 2020", "12 octobre 2020"),
    ("12 setembre 2020", "12 septembre 2020"),
    ("12 decmbre 2020", "12 decembre 2020"),
    ("12 Jnavier 2020", "12 Janvier 2020"),
    ("12 JUILET 2020", "12 JUILLET 2020"),
    ("mecredi 3 mars 2021", "mercredi 3 mars 2021"),
    ("ler mars 2020", "1er mars 2020"),
    ("Ier mars 2020", "1er mars 2020"),
    ("1 er mars 2019", "1er mars 2019"),
    ("1 ER MARS 2019", "1ER MARS 2019"),
    ("1° mars", "1er mars"),
    ("1º mars 2019", "1er mars 2019"),
    ("du ler au 3 mars 2020", "du 1er au 3 mars 2020"),
    ("du 1° au 3 mars 2020", "du 1er au 3 mars 2020"),
    ("du l2 au 14/O3/2020", "du 12 au 14/03/2020"),
    ("du 3 au 7 fevirer 2021", "du 3 au 7 fevrier 2021"),
]


@pytest.mark.parametrize(("text", "mended"), MISREAD, ids=[text for text, _ in MISREAD])
def test_an_error_is_read_through_and_not_written_again(text, mended):
    read = parse_dates(text)
    assert read is not None
    assert read.mended
    assert read.fields == parse_dates(mended).fields
    assert read.render(read.fields) == mended


_ERRORS = str.maketrans({"0": "O", "1": "l", "5": "S"})
days = st.dates(date(1950, 1, 1), date(2029, 12, 31))


@settings(max_examples=60)
@given(
    day=days,
    form=st.sampled_from(
        ["{a.dd}/{a.mm}/{a.yyyy}", "{a.dd}.{a.mm}.{a.yyyy}", "{a.dd}-{a.mm}-{a.yyyy}"]
    ),
    which=st.lists(st.booleans(), min_size=10, max_size=10),
)
def test_letters_for_digits_are_read_as_digits(day, form, which):
    text = form.format(a=Shown(day))
    wrong = "".join(c.translate(_ERRORS) if bad else c for c, bad in zip(text, which, strict=True))
    read = parse_date(wrong)
    assert read is not None, wrong
    assert (read.fields.year, read.fields.month, read.fields.day) == (
        day.year,
        day.month,
        day.day,
    )
    assert read.render(read.fields) == text
    assert read.mended == (wrong != text)


def test_what_comes_out_never_carries_the_error_even_when_nothing_changed():
    read = parse_date("12/O3/2020")
    assert read.render(fields_of(date(2020, 3, 12))) == "12/03/2020"
    assert read.render(fields_of(date(2019, 10, 20))) == "20/10/2019"


@pytest.mark.parametrize(
    ("text", "mended", "value"),
    [
        ("4O ans", "40 ans", 40),
        ("4Oans", "40ans", 40),
        ("l2 mois", "12 mois", 12),
        ("4 5 ans", "45 ans", 45),
        ("depuis 1O jours", "depuis 10 jours", 10),
        ("depuis 3 semianes", "depuis 3 semaines", 3),
        ("il y a 10 annés", "il y a 10 années", 10),
    ],
)
def test_quantities_are_mended_too(text, mended, value):
    quantity = parse_quantity(text)
    assert quantity.mended
    assert quantity.value == value
    assert quantity.render(value) == mended


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12/03/2020 à 14h30", ("", "12/03/2020", " à 14h30")),
        ("2020-03-12T14:30:00Z", ("", "2020-03-12", "T14:30:00Z")),
        ("14h30 le 12/03/2020", ("14h30 le ", "12/03/2020", "")),
        ("12/03/2020 (14:30)", ("", "12/03/2020", " (14:30)")),
        ("jeudi 12 mars", ("", "jeudi 12 mars", "")),
        ("14h30", ("", "14h30", "")),
    ],
)
def test_the_time_of_day_is_set_apart(text, parts):
    assert without_clock(text) == parts


def test_digits_apart_are_put_together_when_all_are():
    assert together("1 2 / 0 3 / 2 0 2 0") == ("12 / 03 / 2020", " ")
    assert together("12 / 0 3 / 2 0 2 0") == ("12 / 0 3 / 2 0 2 0", "")
    assert together("3 4") == ("3 4", "")


def test_a_name_is_not_taken_for_digits():
    assert all("Oct" in candidate for candidate in mend("12 Oct 2020"))


def test_a_week_is_not_taken_for_digits():
    assert all("512" not in candidate for candidate in [*mend("S12 2020"), *mend("S12")])


def test_a_small_l_is_a_one_and_no_initial_of_a_weekday():
    assert parse_dates("l0/01/2000") is not None
    assert parse_dates("L10/01/2000") is None


@pytest.mark.parametrize("text", ["depuis un an", "un marsouin", "marzipan", "12 xyzt 2020"])
def test_other_words_are_no_misspelling(text):
    assert parse_dates(text) is None
