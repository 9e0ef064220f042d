"""No written form tells its value: whatever date or number stood there, the same surrogate is written the same way.

Stronger than comparing draws: a form that only one day in thirty shows differently is found at once.
"""

from datetime import date

import pytest

from privacy.domain.time.forms import fields_of
from privacy.domain.time.neutral import leans_on_figures, neutral, neutral_quantity, spells_year
from privacy.domain.time.numerals import to_words
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.units import Unit
from tests.privacy.domain.time.time_forms import ODD, RANGES, SINGLE, Shown

DAYS = [
    date(2019, month, day)
    for month in range(1, 13)
    for day in ((1, 9, 10, 21) if month % 2 else (2, 11, 28))
] + [date(2019, 12, 31), date(2000, 5, 1), date(2009, 8, 9), date(1999, 10, 30), date(2032, 4, 5)]
LAST = Shown(date(2033, 3, 14))
PROBES = [date(2021, 8, 1), date(2022, 11, 23), date(2020, 4, 9)]
NUMBERS = (1, 2, 3, 8, 9, 10, 11, 20, 21, 31, 32, 45, 70, 80, 99)
QUANTITIES = (
    "{n} ans", "{n} jours", "depuis {n} nuits", "{n} trimestres", "{n} semestres", "le {n}e jour", "{n}ème année", "au {n}e mois",
    "la {n}e semaine", "sa {n}e année", "il y a {w} ans", "depuis {w} mois", "{n}h", "{n} SA", "{n} nuitées",
    "depuis {n}&nbsp;jours", "{n} ans.", "{W} ANS", "depuis une durée de {n} jours", "{n} semaines de 2019",
    "2 ans et {n} mois", "2 ans {n} mois", "2a{n}m", "2 mois et {n} jours", "3 semaines et {n} jours", "2 jours et {n} heures",
    "38 SA + {n}", "38 SA et {n} jours", "38+{n} SA", "38+{n}", "{n}+3", "{n} h 30", "{n}h30", "mois {n}", "M{n}", "{n}e jour post-opératoire",
    "toutes les {n} semaines", "tous les {w} mois", "38 semaines + {n}", "{n}e anniversaire", "{w} ans révolus", "{n} et {n} ans",
)  # fmt: skip
MINUTES = ("11 h {n}", "depuis 2h{n:02}", "2 h {n:02}")
COUNTED = (
    "jan {n}",
    "Jan. {n}",
    "sep. {n}",
    "Feb {n}",
    "oct-{n}",
    "DEC {n}",
    "S{n} 2019",
    "2019-S{n}",
    "s{n} 2019",
    "S{n}-2019",
    "S{n}/19",
    "S{n}",
    "A{n}",
    "{n}/3-19",
    "9/{n}-19",
)


def _date_written(text):
    found = parse_dates(text, pivot=2034)
    if found is None:
        return None
    figures = len(found.parts) > 1 and leans_on_figures([part.form for part in found.parts])
    spelled = spells_year(part.form.pieces for part in found.parts)
    return [
        found.join(
            [
                neutral(part.form, accents=True, figures=figures, spelled=spelled).render(
                    fields_of(day)
                )
                for part in found.parts
            ]
        )
        for day in PROBES
    ]


def _number_written(text, default):
    found = parse_quantity(text, default=default)
    if found is None:
        return None
    shown = neutral_quantity(found, accents=True)
    fine = [0] * len(shown.choices)
    return [shown.render(*[value] * len(found.values), fine=fine) for value in (1, 5, 38)]


@pytest.mark.parametrize("form", [*SINGLE, *RANGES, *ODD])
def test_a_date_is_written_the_same_way_whatever_it_was(form):
    texts = dict.fromkeys(form.format(a=Shown(day), b=LAST) for day in DAYS)
    shown = [_date_written(text) for text in texts]
    assert shown == [shown[0]] * len(shown)


@pytest.mark.parametrize("form", QUANTITIES)
@pytest.mark.parametrize("default", [None, Unit.YEAR])
def test_a_number_is_written_the_same_way_whatever_it_was(form, default):
    texts = [form.format(n=n, w=to_words(n), W=to_words(n).upper()) for n in NUMBERS]
    shown = [_number_written(text, default) for text in texts]
    assert shown == [shown[0]] * len(shown)


@pytest.mark.parametrize("form", MINUTES)
def test_hours_are_written_the_same_way_whatever_the_minutes(form):
    shown = [_number_written(form.format(n=n), None) for n in range(60)]
    assert shown == [shown[0]] * 60


@pytest.mark.parametrize("form", COUNTED)
def test_a_number_beside_a_month_or_a_year_is_read_the_same_way_whatever_it_is(form):
    shown = [_date_written(form.format(n=n)) for n in range(1, 13)]
    assert shown == [shown[0]] * len(shown)
