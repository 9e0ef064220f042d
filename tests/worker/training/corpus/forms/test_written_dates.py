from datetime import date
from random import Random

import pytest

from worker.training.corpus.forms import dates
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.forms.french import feminine, number_words


def _written(forms: FormSet, name: str, day: date) -> list[tuple[str, str]]:
    form = next(form for form in forms.forms if form.name == name)
    return [(piece.text, piece.subtype) for piece in form.render(day, Random(0))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("jj/mm/aaaa", "01/03/2021"),
        ("j/m/aa", "1/3/21"),
        ("jj.MM.aaaa romain", "01.III.2021"),
        ("aaaa-mm-jj", "2021-03-01"),
        ("j mois aaaa", "1er mars 2021"),
        ("j MOIS aaaa", "1ER MARS 2021"),
        ("j janv. aaaa", "1er mars 2021"),
        ("jjjanvaa", "1mars21"),
        ("anglais Nov 12, 2019", "Mar 1, 2021"),
        ("en toutes lettres", "premier mars deux mille vingt et un"),
        ("lundi j mois", "lundi 1er mars"),
        ("lun. jj/mm/aa", "lun. 01/03/21"),
        ("jour seul", "1"),
        ("j courant", "1er courant"),
    ],
)
def test_a_day_in_each_form(name: str, text: str) -> None:
    assert _written(dates.DAYS, name, date(2021, 3, 1)) == [(text, "DATE")]


def test_months_lose_accents_or_letters() -> None:
    day = date(2019, 8, 12)
    assert _written(dates.DAYS, "j mois sans accent aaaa", day)[0][0] == "12 aout 2019"
    assert _written(dates.DAYS, "j janv. aaaa", date(2019, 2, 3))[0][0] == "3 févr. 2019"
    assert _written(dates.MONTHS, "mois-mois aaaa", day) == [("août-septembre 2019", "DATE")]


def test_the_beginning_of_a_month_and_the_hour_stay_outside() -> None:
    before, month = _written(dates.MONTHS, "début mois aaaa", date(2019, 3, 1))
    assert before[1] == ""
    assert month == ("mars 2019", "DATE")
    timed = _written(dates.TIMED, "date 14:30", date(2019, 3, 1))
    assert [subtype for _, subtype in timed] == ["DATE", ""]


def test_forty_forms_of_dates_at_least_and_names_that_differ() -> None:
    names = [form.name for forms in (dates.DAYS, dates.MONTHS, dates.YEARS) for form in forms.forms]
    assert len(set(names)) == len(names) >= 40


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zéro"),
        (21, "vingt et un"),
        (71, "soixante et onze"),
        (80, "quatre-vingts"),
        (81, "quatre-vingt-un"),
        (99, "quatre-vingt-dix-neuf"),
        (100, "cent"),
        (200, "deux cents"),
        (1998, "mille neuf cent quatre-vingt-dix-huit"),
        (2020, "deux mille vingt"),
    ],
)
def test_numbers_in_words(number: int, words: str) -> None:
    assert number_words(number) == words


def test_one_agrees_with_weeks() -> None:
    assert feminine("vingt et un") == "vingt et une"
    assert feminine("deux") == "deux"
