from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.text import Case, strip_accents
from privacy.domain.time.dates import parse_date
from privacy.domain.time.forms import DateFields, Granularity, fields_of
from privacy.domain.time.lexicon import MONTHS, WEEKDAYS, NameStyle, Width, month_name
from privacy.domain.time.numerals import to_words

AUGUST = fields_of(date(2019, 8, 1))  # a Thursday

# text, what it says, the same form for 1 August 2019
FORMS = [
    ("12/02/2020", DateFields(2020, 2, 12), "01/08/2019"),
    ("12.02.20", DateFields(2020, 2, 12), "01.08.19"),
    ("12-2-2020", DateFields(2020, 2, 12), "1-8-2019"),
    ("12 02 2020", DateFields(2020, 2, 12), "01 08 2019"),
    ("12 / 02 / 2020", DateFields(2020, 2, 12), "01 / 08 / 2019"),
    ("2020-02-12", DateFields(2020, 2, 12), "2019-08-01"),
    ("26 février 2020", DateFields(2020, 2, 26), "1er août 2019"),
    ("12 fevrier 2020", DateFields(2020, 2, 12), "1er aout 2019"),
    ("12 FEVRIER 2020", DateFields(2020, 2, 12), "1ER AOUT 2019"),
    ("12 FÉVRIER 2020", DateFields(2020, 2, 12), "1ER AOÛT 2019"),
    ("12 févr. 2020", DateFields(2020, 2, 12), "1er août 2019"),
    ("3 oct. 2020", DateFields(2020, 10, 3), "1er août 2019"),
    ("12 sept. 2020", DateFields(2020, 9, 12), "1er août 2019"),
    ("1er mars 2019", DateFields(2019, 3, 1), "1er août 2019"),
    ("1 mars 2019", DateFields(2019, 3, 1), "1 août 2019"),
    ("02 mars 2019", DateFields(2019, 3, 2), "01 août 2019"),
    ("deux sept 2000", DateFields(2000, 9, 2), "premier août 2019"),
    ("sept. 2020", DateFields(2020, 9), "août 2019"),
    ("sept janvier deux mille sept", DateFields(2007, 1, 7), "premier août deux mille dix-neuf"),
    ("sept jan 2000", DateFields(2000, 1, 7), "premier aoû 2019"),
    ("sept mar 2000", DateFields(2000, 3, 7), "premier aoû 2019"),
    ("deux janvier 2018", DateFields(2018, 1, 2), "premier août 2019"),
    (
        "premier mars deux mille dix-huit",
        DateFields(2018, 3, 1),
        "premier août deux mille dix-neuf",
    ),
    ("Lundi 3 mai 2021", DateFields(2021, 5, 3, 0), "Jeudi 1er août 2019"),
    ("lun. 03/05/2021", DateFields(2021, 5, 3, 0), "jeu. 01/08/2019"),
    ("mars 2019", DateFields(2019, 3), "août 2019"),
    ("03/2019", DateFields(2019, 3), "08/2019"),
    ("03/19", DateFields(2019, 3), "08/19"),
    ("nov-19", DateFields(2019, 11), "aoû-19"),
    ("2010", DateFields(2010), "2019"),
    ("fin 2019", DateFields(2019), "fin 2019"),
    ("début mars", DateFields(month=3), "début août"),
    ("12/02", DateFields(month=2, day=12), "01/08"),
    ("12 mars", DateFields(month=3, day=12), "1er août"),
    ("12nov", DateFields(month=11, day=12), "01aoû"),
    ("12nov2018", DateFields(2018, 11, 12), "01aoû2019"),
    ("23022018", DateFields(2018, 2, 23), "01082019"),
    ("230218", DateFields(2018, 2, 23), "010819"),
    ("20180223", DateFields(2018, 2, 23), "20190801"),
    ("12/II/2020", DateFields(2020, 2, 12), "01/VIII/2019"),
    ("12", DateFields(day=12), "01"),
    ("3", DateFields(day=3), "1"),
    ("mardi", DateFields(weekday=1), "jeudi"),
    ("depuis mars 2019", DateFields(2019, 3), "depuis août 2019"),
    ("12 juill. 2018", DateFields(2018, 7, 12), "1er août 2019"),
    ("S12 2020", DateFields(2020, 3, 19), "S31 2019"),
    ("s3 2020", DateFields(2020, 1, 16), "s31 2019"),
    ("2020-S12", DateFields(2020, 3, 19), "2019-S31"),
    ("semaine 12 (2020)", DateFields(2020, 3, 19), "semaine 31 (2019)"),
    ("semaine 12", DateFields(week=12), "semaine 31"),
    ("depuis la semaine 05", DateFields(week=5), "depuis la semaine 31"),
    ("sem. 3", DateFields(week=3), "sem. 31"),
    ("sem. 01 2020", DateFields(2020, 1, 2), "sem. 31 2019"),
    ("S1 2020", DateFields(2020, 1, 2), "S31 2019"),
    ("1S 2020", DateFields(2020, 4), "2S 2019"),
    ("oct 20", DateFields(2020, 10), "aoû 19"),
    ("12/3-20", DateFields(2020, 3, 12), "1/8-19"),
    ("IIIe trimestre 2019", DateFields(2019, 8), "IIIe trimestre 2019"),
    ("IIème trimestre 2019", DateFields(2019, 5), "IIIème trimestre 2019"),
    ("2° trimestre 2019", DateFields(2019, 5), "3° trimestre 2019"),
]


@pytest.mark.parametrize(("text", "fields", "other"), FORMS, ids=[f[0] for f in FORMS])
def test_a_date_is_read_and_another_written_in_the_same_form(text, fields, other):
    parsed = parse_date(text, pivot=2024)
    assert parsed is not None
    assert parsed.fields == fields
    assert parsed.render(fields) == text
    assert parsed.render(AUGUST) == other


@pytest.mark.parametrize(
    "text",
    [
        "foo",
        "31/02/2020",
        "",
        "99/99/9999",
        "le patient",
        "12/02/2020 bis",
        "J3",
        "S53 2019",
        "S54 2020",
        "S12",
        "semaine 54",
        "1 semaine",
        "semaine 12 de grossesse",
        "la semaine du 12 mars 2020",
        "12 jui 2018",
    ],
)
def test_what_is_no_date_is_not_guessed(text):
    assert parse_date(text) is None


def test_two_digit_years_end_at_the_pivot():
    assert parse_date("01/01/24", pivot=2024).fields.year == 2024
    assert parse_date("01/01/25", pivot=2024).fields.year == 1925


def test_granularity_follows_the_finest_field():
    assert parse_date("2010").fields.granularity is Granularity.YEAR
    assert parse_date("mars 2010").fields.granularity is Granularity.MONTH
    assert parse_date("le 12").fields.granularity is Granularity.DAY


USUAL = [
    "janv.",
    "févr.",
    "mars",
    "avr.",
    "mai",
    "juin",
    "juill.",
    "août",
    "sept.",
    "oct.",
    "nov.",
    "déc.",
]


@pytest.mark.parametrize(
    "text", ["12 juill. 2018", "12 nov. 2018", "12 sept. 2018", "12 oct. 2018"]
)
def test_an_abbreviation_becomes_the_usual_one_of_the_new_month(text):
    read = parse_date(text)
    shown = [read.render(fields_of(date(2019, month, 9))) for month in range(1, 13)]
    assert shown == [f"9 {name} 2019" for name in USUAL]


@pytest.mark.parametrize(
    ("text", "mended"),
    [("12 juil. 2018", "12 juill. 2018"), ("12 nove. 2018", "12 nov. 2018"), ("12 octo. 2018", "12 oct. 2018"),
     ("12 déce. 2018", "12 déc. 2018"), ("12 fév. 2018", "12 févr. 2018"), ("12 SEP. 2018", "12 SEPT. 2018")],
)  # fmt: skip
def test_another_abbreviation_comes_back_as_the_usual_one(text, mended):
    read = parse_date(text)
    assert read.mended
    assert read.render(read.fields) == mended


@pytest.mark.parametrize("sign", ["l1", "o0", "s5"])
def test_a_scanner_s_figures_in_a_month_s_name_are_read_as_letters(sign):
    letter, figure = sign
    for number, month in enumerate(MONTHS, 1):
        for place, char in enumerate(month):
            if char == letter and place:  # « 5eptembre » is the 5th
                read = parse_date(f"3 {month[:place]}{figure}{month[place + 1 :]} 2018")
                assert (read.fields.day, read.fields.month, read.mended) == (3, number, True)
                assert read.render(read.fields) == f"3 {month} 2018"


@pytest.mark.parametrize(
    "form", ["semaine {w} ({y})", "S{w:02d} {y}", "{y}-S{w:02d}", "depuis la semaine {w} {y}"]
)
@given(
    day=st.dates(date(1960, 1, 1), date(2029, 12, 31)),
    other=st.dates(date(1960, 1, 1), date(2029, 12, 31)),
)
def test_a_week_is_written_in_the_year_that_it_counts_in(form, day, other):
    year, week, _ = day.isocalendar()
    text = form.format(w=week, y=year)
    read = parse_date(text)
    assert read.render(read.fields) == text
    assert date.fromisocalendar(year, week, 4) == date(
        read.fields.year, read.fields.month, read.fields.day
    )
    padded = parse_date(form.format(w=5, y=2020))
    year, week, _ = other.isocalendar()
    assert padded.render(fields_of(other)) == form.format(w=week, y=year)


styles = st.builds(
    NameStyle,
    width=st.sampled_from([Width.FULL, Width.LONG, Width.SHORT]),
    case=st.sampled_from(list(Case)),
    accents=st.booleans(),
    point=st.just(False),
)


@st.composite
def written(draw: st.DrawFn) -> str:
    """A date in one of the forms of French notes."""
    day = draw(st.dates(date(1930, 1, 1), date(2024, 12, 31)))
    sep = draw(st.sampled_from(["/", ".", "-", " ", " / "]))
    month = month_name(day.month, draw(styles))
    d = draw(st.sampled_from([str(day.day), f"{day.day:02d}"]))
    m = draw(st.sampled_from([str(day.month), f"{day.month:02d}"]))
    y = draw(st.sampled_from([str(day.year), f"{day.year % 100:02d}"]))
    words = "premier" if day.day == 1 else to_words(day.day)
    return draw(
        st.sampled_from(
            [
                f"{d}{sep}{m}{sep}{y}",
                f"{d}{sep}{m}",
                f"{d} {month} {y}",
                f"{d} {month}",
                f"{month} {day.year}",
                f"{MONTHS[day.month - 1]}-{day.year}",
                f"{words} {month} {day.year}",
                f"{words} {MONTHS[day.month - 1]} {to_words(day.year)}",
                f"{WEEKDAYS[day.weekday()]} {d} {month} {y}",
                f"{day:%d%m%Y}",
                f"{day:%Y-%m-%d}",
                f"{m}{sep}{day.year}",
                f"{day.year}",
                f"{d}{month}{day.year}",
            ]
        )
    )


@given(written())
def test_render_of_parse_is_the_identity(text):
    parsed = parse_date(text, pivot=2024)
    assert parsed is not None
    assert parsed.render(parsed.fields) == text


@pytest.mark.parametrize("shown", ["trente sept 2000", "trente sept. 2000", "TRENTE SEPT 00"])
def test_the_thirtieth_of_september_is_no_thirty_seven(shown):
    assert parse_date(shown, pivot=2024).fields == DateFields(2000, 9, 30)
    assert parse_date("trente-sept", pivot=2024) is None


@pytest.mark.parametrize("case", [str.lower, str.upper, str.title])
@pytest.mark.parametrize("year", ["", " 2019", " 2020"])
def test_a_day_and_a_name_are_read_as_the_grammar_reads_them(case, year):
    """The grammar alone reads leniently, and so tells apart only the days that no calendar has."""
    names = {form for name in MONTHS for form in (name, strip_accents(name))}
    for name in map(case, sorted(names)):
        for day in range(1, 29):
            for shown in (f"{day} {name}{year}", f"{day:02d} {name}{year}"):
                assert parse_date(shown) == parse_date(shown, lenient=True) is not None


def test_a_day_that_no_month_of_that_name_has_is_no_date():
    for day, month in ((31, "avril"), (30, "février"), (32, "mai"), (0, "mai")):
        assert parse_date(f"{day} {month} 2020") is None
    assert parse_date("29 février").fields == DateFields(month=2, day=29)
    assert parse_date("29 février 2020").fields == DateFields(2020, 2, 29)
    assert parse_date("29 février 2019") is None
    assert parse_date("3 mai 0999") is None
