import re
from datetime import date

import pytest
from dateutil.easter import easter as dateutil_easter

from privacy.domain.time.feasts import easter, event_as_day, without_feasts
from privacy.domain.time.forms import fields_of
from privacy.domain.time.ranges import parse_dates

# the text, the same without the feast
FEASTS = [
    ("Noël 2019", "25 décembre 2019"),
    ("depuis Noël 2019", "depuis le 25 décembre 2019"),
    ("à Noël 2019", "le 25 décembre 2019"),
    ("NOËL 2019", "25 DÉCEMBRE 2019"),
    ("jusqu'à Noël 2019", "jusqu'au 25 décembre 2019"),
    ("à la Toussaint 2018", "le 1er novembre 2018"),
    ("vers le 15 août 2019", "vers le 15 août 2019"),
    ("avant l'Assomption 2019", "avant le 15 août 2019"),
    ("Pâques 2019", "21 avril 2019"),
    ("lundi de Pâques 2020", "13 avril 2020"),
    ("la Toussaint 2018", "le 1er novembre 2018"),
    ("l'Ascension 2021", "le 13 mai 2021"),
    ("la rentrée 2019", "septembre 2019"),
    ("de Noël 2019 à Pâques 2020", "du 25 décembre 2019 au 12 avril 2020"),
    ("depuis l'Ascension 2021", "depuis le 13 mai 2021"),
    ("Pentecôte 2021", "23 mai 2021"),
    ("nouvel an 2020", "1er janvier 2020"),
    ("depuis le jour de l'an 2020", "depuis le 1er janvier 2020"),
    ("entre Noël 2019 et Pâques 2020", "entre le 25 décembre 2019 et le 12 avril 2020"),
    ("à la rentrée 2019", "en septembre 2019"),
    ("depuis la rentrée 2019", "depuis septembre 2019"),
    ("la veille de Noël 2019", "le 24 décembre 2019"),
    ("l'avant-veille de Noël 2019", "le 23 décembre 2019"),
    ("depuis la veille de la Toussaint 2018", "depuis le 31 octobre 2018"),
    ("lendemain de Pâques 2020", "13 avril 2020"),
    ("au lendemain de Pâques 2020", "le 13 avril 2020"),
    ("LE SURLENDEMAIN DE NOËL 2019", "LE 27 DÉCEMBRE 2019"),
    ("la veille du jour de l'an 2020", "le 31 décembre 2019"),
    ("la veille du 1er mars 2020", "le 29 février 2020"),
    ("le lendemain du 31 décembre 2019", "le 1er janvier 2020"),
    (
        "de la veille de Noël 2019 au lendemain de Pâques 2020",
        "du 24 décembre 2019 au 13 avril 2020",
    ),
    ("au réveillon de Noël 2019", "le 24 décembre 2019"),
    ("réveillon du nouvel an 2019", "31 décembre 2019"),
    ("réveillon 2019", "31 décembre 2019"),
    ("le jour de Noël 2019", "le 25 décembre 2019"),
    ("jeudi de l'Ascension 2019", "30 mai 2019"),
    ("vendredi de l'Ascension 2019", "31 mai 2019"),
    ("samedi de Pâques 2019", "20 avril 2019"),
    ("week-end de Pâques 2019", "21 avril 2019"),
    ("vacances de la Toussaint 2018", "1er novembre 2018"),
    ("fête des mères 2019", "26 mai 2019"),
    ("fête des mères 2020", "7 juin 2020"),
    ("fête des pères 2019", "16 juin 2019"),
    ("La Toussaint 2018", "Le 1er novembre 2018"),
    ("dimanche des Rameaux 2019", "14 avril 2019"),
    ("au carnaval de Nice 2019", "le 5 mars 2019"),
    ("aux fêtes de Noël 2019", "le 25 décembre 2019"),
    ("jusqu'aux Rameaux 2019", "jusqu'au 14 avril 2019"),
    ("Noël", "Noël"),
    ("depuis Noël dernier", "depuis Noël dernier"),
]
# without its year, in a note of 10 February 2020
YEARLESS = [
    ("Noël", "25 décembre"),
    ("depuis Noël dernier", "depuis le 25 décembre dernier"),
    ("le lundi de Pâques", "le 13 avril"),
    ("depuis la Toussaint", "depuis le 1er novembre"),
    ("mardi gras", "25 février"),
    ("la veille de Noël", "le 24 décembre"),
    ("la veille du 1er mars", "le 29 février"),
    ("au carnaval de Nice", "le 25 février"),
    ("à la rentrée des classes", "en septembre"),
    ("3 mars", "3 mars"),
    ("Noël 2019", "25 décembre 2019"),
    ("Noël 20", "Noël 20"),
    ("saint Jeannot", "saint Jeannot"),
]


@pytest.mark.parametrize(("text", "plain"), FEASTS)
def test_a_feast_with_its_year_becomes_a_plain_date(text, plain):
    assert without_feasts(text) == plain


@pytest.mark.parametrize(("text", "plain"), YEARLESS)
def test_a_feast_without_its_year_becomes_a_day_without_a_year(text, plain):
    assert without_feasts(text, date(2020, 2, 10)) == plain


@pytest.mark.parametrize("near", [date.min, date.max])
def test_a_feast_at_an_end_of_the_calendar_stays(near):
    assert without_feasts("Pâques", near) == "Pâques"


@pytest.mark.parametrize(("text", "plain"), [f for f in FEASTS if f[0][-1].isdigit()])
def test_it_is_read_as_that_date_and_its_name_is_never_written_again(text, plain):
    read, same = parse_dates(text), parse_dates(plain)
    assert read.fields == same.fields
    assert read.render(read.fields) == plain
    other = [fields_of(date(2017, 3, 9))] * len(read.parts)
    assert read.render(other) == same.render(other)


@pytest.mark.parametrize(
    "text",
    [
        "Noël",
        "Noël 0000",
        "la veille du 30 février 2020",
        "la veille de Noël",
        "le jour de l'an 0000",
        "mardi gras 0000",
        "25 décembre 2019 (Noël)",
        "Noël 2019 ou 2020 bis",
    ],
)
def test_a_feast_beside_anything_else_is_not_read(text):
    assert parse_dates(text) is None


@pytest.mark.parametrize("year", range(1900, 2100))
def test_easter_is_the_gregorian_one(year):
    assert easter(year) == dateutil_easter(year)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("la foire aux vins 2019", r"le \d{1,2} \w+ 2019"),
        ("à l’Armada", r"le \d{1,2} \w+"),
        ("depuis l'Aïd el-Kébir", r"depuis le \d{1,2} \w+"),
        ("FÊTES DE BAYONNE", r"\d{1,2} [A-ZÉÛ]+"),
    ],
)
def test_any_event_is_a_day(text, expected):
    assert re.fullmatch(expected, event_as_day(text, date(2020, 6, 30)))


@pytest.mark.parametrize("text", ["2 safar 1448", "la foire du 12", "1/2 lune"])
def test_what_has_other_figures_is_no_event(text):
    assert event_as_day(text, date(2020, 6, 30)) == text
