"""Every form of `time_forms`: read, written back, and written for another day."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy.domain.text import words
from privacy.domain.time.forms import DateFields, fields_of
from privacy.domain.time.ranges import parse_dates
from tests.privacy.domain.time.time_forms import RANGES, SINGLE, Shown

PIVOT = 2030
days = st.dates(date(1935, 1, 1), date(2029, 12, 31))
# days whose writing tells padding, accents, abbreviation: 2 to 9 February
telling = st.builds(date, st.integers(1935, 2029), st.just(2), st.integers(2, 9))


def test_there_are_enough_distinct_forms():
    assert len(set(SINGLE)) >= 150
    assert len(set(RANGES)) >= 40
    assert len(set(SINGLE)) == len(SINGLE)


# which properties of `Shown` show which field, and the value that they stand for
SHOWS = {
    "year": (words("yyyy yy sy"), lambda day: day.year),
    "decade": (words("decade"), lambda day: day.year // 10 * 10 + 5),
    "month": (
        words(
            "m mm month Month plain MONTH ACCENTED long LONG short SHORT english mon roman little sm"
        ),
        lambda day: day.month,
    ),
    "quarter": (
        words("q qth qeme qwords qroman qromanth qdeg"),
        lambda day: (day.month + 2) // 3 * 3 - 1,
    ),
    "semester": (words("h hth hwords"), lambda day: 4 if day.month <= 6 else 10),
    "season": (
        words("season the_season at_season"),
        lambda day: (1, 4, 7, 10)[day.month % 12 // 3],
    ),
    "day": (words("d dd j jj th words sd"), lambda day: day.day),
    "weekday": (words("weekday Weekday WEEKDAY wd Wd monday"), lambda day: day.weekday()),
}
FIELD = {"decade": "year", "quarter": "month", "semester": "month", "season": "month"}


def said(form: str, who: str, day: date) -> DateFields:
    """What the form shows of a day: the names of its properties tell which fields."""
    names = {piece.split("}")[0] for piece in form.split(f"{{{who}.")[1:]}
    fields = {
        FIELD.get(kind, kind): value(day)
        for kind, (known, value) in SHOWS.items()
        if names & set(known)
    }
    return DateFields(**fields)


def telling_of(form: str, day: date) -> date:
    """The first quarter does not tell how the others end (« 1er », « 2ème »): take the second."""
    return day.replace(month=5) if "{a.q" in form else day


@pytest.mark.parametrize("form", SINGLE)
@settings(max_examples=8)
@given(day=days)
def test_a_form_is_read_and_comes_back(form, day):
    text = form.format(a=Shown(day))
    read = parse_dates(text, pivot=PIVOT)
    assert read is not None, text
    assert read.fields == [said(form, "a", day)], text
    assert read.render(read.fields) == text
    assert not read.mended


@pytest.mark.parametrize("form", SINGLE)
@settings(max_examples=8)
@given(day=telling, other=days)
def test_another_day_is_written_in_the_same_form(form, day, other):
    read = parse_dates(form.format(a=Shown(telling_of(form, day))), pivot=PIVOT)
    shifted = read.render([fields_of(other)])
    assert shifted == form.format(a=Shown(other))
    again = parse_dates(shifted, pivot=PIVOT)
    assert again.fields == [said(form, "a", other)], shifted


@pytest.mark.parametrize("form", RANGES)
@settings(max_examples=8)
@given(first=telling, last=telling, other=days, end=days)
def test_a_range_is_read_and_another_written_in_the_same_form(form, first, last, other, end):
    text = form.format(a=Shown(first), b=Shown(last))
    read = parse_dates(text, pivot=PIVOT)
    assert read is not None, text
    expected = [said(form, who, day) for who, day in (("a", first), ("b", last))]
    assert read.fields == expected, text
    assert read.render(read.fields) == text
    shown = read.render([fields_of(other), fields_of(end)])
    assert shown == form.format(a=Shown(other), b=Shown(end))
