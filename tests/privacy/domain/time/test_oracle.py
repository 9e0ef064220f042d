"""dateparser as a second opinion, on the forms that it reads right."""

from datetime import date

import dateparser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy.domain.time.ranges import parse_dates
from tests.privacy.domain.time.time_forms import Shown

FRENCH = [
    "{a.dd}/{a.mm}/{a.yyyy}",
    "{a.d}/{a.m}/{a.yyyy}",
    "{a.dd}.{a.mm}.{a.yyyy}",
    "{a.dd}-{a.mm}-{a.yyyy}",
    "{a.dd} {a.mm} {a.yyyy}",
    "{a.yyyy}-{a.mm}-{a.dd}",
    "{a.j} {a.month} {a.yyyy}",
    "{a.dd} {a.month} {a.yyyy}",
    "{a.dd} {a.Month} {a.yyyy}",
    "{a.dd} {a.ACCENTED} {a.yyyy}",
    "le {a.dd} {a.month} {a.yyyy}",
    "{a.weekday} {a.dd} {a.month} {a.yyyy}",
    "{a.Weekday} {a.dd} {a.month} {a.yyyy}",
    "{a.dd}/{a.mm}/{a.yyyy} 14:30",
    "{a.yyyy}-{a.mm}-{a.dd}T14:30:00",
    "{a.dd} {a.month} {a.yyyy} 14:30",
]
ENGLISH = [
    "{a.english} {a.th}, {a.yyyy}",
    "{a.english} {a.d}, {a.yyyy}",
    "{a.dd}-{a.mon}-{a.yyyy}",
    "{a.monday}, {a.english} {a.d}, {a.yyyy}",
]
days = st.dates(date(1935, 1, 1), date(2029, 12, 31))


def agree(text: str, language: str) -> None:
    oracle = dateparser.parse(text, languages=[language], settings={"DATE_ORDER": "DMY"})
    read = parse_dates(text)
    assert oracle is not None, text
    fields = read.fields[0]
    assert date(fields.year, fields.month, fields.day) == oracle.date(), text


@pytest.mark.parametrize("form", FRENCH)
@settings(max_examples=10)
@given(day=days)
def test_french_dates_are_read_as_dateparser_reads_them(form, day):
    agree(form.format(a=Shown(day)), "fr")


@pytest.mark.parametrize("form", ENGLISH)
@settings(max_examples=10)
@given(day=days)
def test_english_dates_are_read_as_dateparser_reads_them(form, day):
    agree(form.format(a=Shown(day)), "en")


@pytest.mark.parametrize("text", ["31/02/2020", "30 février 2019", "29/02/2019", "00/05/2020"])
def test_days_of_no_calendar_are_read_by_neither(text):
    settings_ = {"DATE_ORDER": "DMY", "STRICT_PARSING": True}
    assert dateparser.parse(text, languages=["fr"], settings=settings_) is None
    assert parse_dates(text) is None
