"""No written form tells its value: whatever date or number stood there, the same surrogate is written the same way.

Stronger than comparing draws: a form that only one day in thirty shows differently is found at once.
"""

from datetime import date

import pytest

from privacy.domain.time.forms import fields_of
from privacy.domain.time.neutral import leans_on_figures, neutral, neutral_quantity
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
    "la {n}e semaine", "sa {n}e année", "il y a {w} ans", "depuis {w} mois", "11 h {n}", "{n}h", "{n} SA", "{n} nuitées",
    "depuis {n}&nbsp;jours", "{n} ans.", "{W} ANS", "depuis une durée de {n} jours", "{n} semaines de 2019",
)  # fmt: skip


def _date_written(text):
    found = parse_dates(text, pivot=2034)
    if found is None:
        return None
    figures = len(found.parts) > 1 and leans_on_figures([part.form for part in found.parts])
    return [
        found.join(
            [
                neutral(part.form, accents=True, figures=figures).render(fields_of(day))
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
    return [shown.render(*[value] * len(found.values)) for value in (1, 5, 38)]


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
