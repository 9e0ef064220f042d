from datetime import date

import pytest

from privacy.domain.time.dates import parse_date
from privacy.domain.time.intervals import completed
from privacy.domain.time.resolve import Granularity, TimePoint, Written, resolve
from privacy.domain.time.units import Unit

ANCHOR = date(2021, 5, 10)  # a Monday


def points(text: str, *dates: str) -> list[str]:
    at, written = 0, []
    for surface in dates:
        start = text.index(surface, at)
        at = start + len(surface)
        written.append(Written(start, at, parse_date(surface, pivot=2024)))
    return [point.key for point in resolve(written, ANCHOR)]


@pytest.mark.parametrize(
    ("text", "dates", "expected"),
    [
        # a missing year is the latest that is not after the note, unless the next one is much nearer
        ("vu le 12/02", ["12/02"], ["2021-02-12"]),
        ("revoir le 12/06", ["12/06"], ["2021-06-12"]),
        ("vu le 12/10", ["12/10"], ["2020-10-12"]),
        ("en mars", ["mars"], ["2021-03"]),
        ("en mai", ["mai"], ["2021-05"]),
        ("en juin", ["juin"], ["2021-06"]),
        ("en octobre", ["octobre"], ["2020-10"]),
        # a week is its Thursday; 10 May 2021 is the Monday of the 19th; 2020 was the last year with a 53rd
        ("vu en semaine 19", ["semaine 19"], ["2021-05-13"]),
        ("vu en semaine 20", ["semaine 20"], ["2020-05-14"]),
        ("vu en semaine 53", ["semaine 53"], ["2020-12-31"]),
        # a lone day leans on the date that follows closely
        ("du 3 au 7 mai 2021", ["3", "7 mai 2021"], ["2021-05-03", "2021-05-07"]),
        ("du 28 au 2 mai 2021", ["28", "2 mai 2021"], ["2021-04-28", "2021-05-02"]),
        (
            "les 12, 13 et 14 mars 2019",
            ["12", "13", "14 mars 2019"],
            ["2019-03-12", "2019-03-13", "2019-03-14"],
        ),
        ("du 28/12 au 03/01/2020", ["28/12", "03/01/2020"], ["2019-12-28", "2020-01-03"]),
        # or on the one before
        (
            "Entré le 12/02/2020, opéré longuement le 14",
            ["12/02/2020", "14"],
            ["2020-02-12", "2020-02-14"],
        ),
        (
            "Entré le 28/02/2020, opéré longuement le 3",
            ["28/02/2020", "3"],
            ["2020-02-28", "2020-03-03"],
        ),
        # the nearest day, on from there unless the one before is much nearer
        (
            "Coronarographie le 13/05/2020, sortie le 9",
            ["13/05/2020", "9"],
            ["2020-05-13", "2020-05-09"],
        ),
        ("Entré le 12/02/2020, sorti le 2", ["12/02/2020", "2"], ["2020-02-12", "2020-03-02"]),
        # far from a date of long ago it is near the note's own
        (
            "Opéré le 03/02/2014" + 80 * "." + "vu le 8",
            ["03/02/2014", "8"],
            ["2014-02-03", "2021-05-08"],
        ),
        # a weekday alone is the latest one; with a day it helps to find the year
        ("vu mardi", ["mardi"], ["2021-05-04"]),
        ("lundi 3 mai", ["lundi 3 mai"], ["2021-05-03"]),
        ("mardi 3 mai", ["mardi 3 mai"], ["2016-05-03"]),
        ("revoir mardi 18 mai", ["mardi 18 mai"], ["2021-05-18"]),
    ],
)
def test_partial_dates_are_completed_from_their_context(text, dates, expected):
    assert points(text, *dates) == expected


def test_no_day_leans_on_a_birth_date():
    birth = Written(0, 10, parse_date("14/03/1941", pivot=2024), birth=True)
    lone = Written(20, 21, parse_date("8", pivot=2024))
    assert resolve([birth, lone], ANCHOR)[1].key == "2021-05-08"


def test_nothing_is_read_after_the_last_day_that_may_be_shown():
    item = Written(0, 5, parse_date("12/06", pivot=2024))
    assert resolve([item], ANCHOR, latest=ANCHOR)[0].key == "2020-06-12"


def day(text: str) -> TimePoint:
    return TimePoint(Granularity.DAY, date.fromisoformat(text))


@pytest.mark.parametrize(
    ("earlier", "later", "unit", "length"),
    [
        ("1980-02-12", "2020-02-11", Unit.YEAR, 39),
        ("1980-02-12", "2020-02-12", Unit.YEAR, 40),
        ("2020-01-31", "2020-02-29", Unit.MONTH, 0),
        ("2020-01-31", "2020-03-31", Unit.MONTH, 2),
        ("2020-02-12", "2020-02-26", Unit.WEEK, 2),
        ("2020-02-12", "2020-02-26", Unit.DAY, 14),
    ],
)
def test_completed_units_between_two_days(earlier, later, unit, length):
    assert completed(day(earlier), day(later), unit) == length


def test_a_year_is_too_coarse_for_months():
    year = TimePoint(Granularity.YEAR, date(2010, 1, 1))
    assert completed(year, day("2020-02-12"), Unit.YEAR) == 10
    assert completed(year, day("2020-02-12"), Unit.MONTH) is None
