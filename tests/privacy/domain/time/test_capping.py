"""No age above 89: how it is written, and which dates would tell one."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import default_tables
from privacy.domain.time.capping import capped_date, capped_quantity
from privacy.domain.time.forms import Granularity
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import Unit

REFERENCE = date(2022, 10, 24)
# what is written for 97 years, or for the two ends
ROWS = [
    ("41 ans", (97,), "90 ans ou plus"),
    ("41 ans", (90,), "90 ans ou plus"),
    ("41 ans", (89,), "89 ans"),
    ("41a", (97,), "90a ou plus"),
    ("41", (97,), "90 ou plus"),
    ("41 ANS", (97,), "90 ANS OU PLUS"),
    ("quarante ans", (97,), "quatre-vingt-dix ans ou plus"),
    ("80 à 85 ans", (84, 97), "84 à 90 ans ou plus"),
    ("80 à 85 ans", (93, 97), "90 ans ou plus"),
    ("41 ans et 3 mois", (97 * 12 + 3,), "90 ans ou plus"),
    ("41 mois", (1100,), "1080 mois ou plus"),
    ("41,75 ans", (97,), "90 ans ou plus"),
    ("octogénaire", (104,), "nonagénaire"),
    ("38 SA", (41,), "41 SA"),
    ("38 SA et 4 jours", (41 * 7 + 2,), "41 SA et 2 jours"),
    ("adulte", (97,), "nonagenaire"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "values", "shown"), ROWS)
def test_an_age_is_capped_in_its_own_form(form, values, shown):
    quantity = parse_quantity(form, default=Unit.YEAR)
    assert quantity is not None
    assert capped_quantity(quantity, values, [0] * len(quantity.choices)) == shown


@pytest.mark.parametrize("form", ["41 ans", "41a", "quarante ans", "41,75 ans", "41 ans et 3 mois"])
def test_all_ages_above_are_one_category(form):
    quantity = parse_quantity(form, default=Unit.YEAR)
    assert quantity is not None
    step = 12 if quantity.unit is Unit.MONTH else 1
    shown = {
        capped_quantity(quantity, (step * age,), [0] * len(quantity.choices))
        for age in range(90, 121)
    }
    assert len(shown) == 1


@pytest.mark.parametrize(
    ("granularity", "day", "key"),
    [
        (Granularity.DAY, date(1932, 10, 25), "1932-10-25"),
        (Granularity.DAY, date(1932, 10, 24), "1932-01-01"),
        (Granularity.DAY, date(1901, 5, 3), "1932-01-01"),
        (Granularity.MONTH, date(1932, 11, 1), "1932-11"),
        (Granularity.MONTH, date(1932, 10, 1), "1932-01"),
        (Granularity.YEAR, date(1933, 1, 1), "1933"),
        (Granularity.YEAR, date(1931, 1, 1), "1932"),
    ],
)
def test_a_date_that_tells_such_an_age_becomes_one_year(granularity, day, key):
    assert capped_date(TimePoint(granularity, day), REFERENCE).key == key


def _note(text, *marks):
    spans = [
        Span(text.index(surface), text.index(surface) + len(surface), label, subtype)
        for surface, label, subtype in marks
    ]
    return Note("n", text, PatientIdentity(id="p"), {}, tuple(spans))


OLD = _note(
    "Née le 12/03/1926, 96 ans, vue le 24/09/2022. Rougeole en 1931, veuve depuis 93 ans, à 92 printemps.",
    ("12/03/1926", "DATE", "DATE_NAISSANCE"),
    ("96 ans", "AGE", "AGE"),
    ("24/09/2022", "DATE", "DATE"),
    ("1931", "DATE", "DATE"),
    ("93 ans", "DATE", "DUREE"),
    ("92 printemps", "AGE", "AGE"),
)


@pytest.mark.parametrize("seed", range(25))
def test_no_age_and_no_date_of_a_note_tells_more_than_89(seed):
    policy = SubstitutionPolicy(Fraction(4), REFERENCE, cap_ages=True)
    key = StudyKey(bytes([seed]) * 32)
    result = substitute_patient_file([OLD], policy=policy, key=key, tables=default_tables())
    note = result.notes[0]
    assert all(int(year) >= 1932 for year in re.findall(r"\b(?:19|20)\d\d\b", note.text))
    for item in note.replacements:
        shown = note.text[item.start : item.end]
        for age in re.findall(r"(\d+) ans", shown):
            assert int(age) <= 89 or shown == "90 ans ou plus"
    assert note.text.endswith("[AGE].")


def test_without_the_choice_nothing_changes():
    policy = SubstitutionPolicy(Fraction(4), REFERENCE)
    texts = {
        substitute_patient_file(
            [OLD], policy=policy, key=StudyKey(bytes([seed]) * 32), tables=default_tables()
        ).notes[0].text
        for seed in range(5)
    }  # fmt: skip
    assert not any("ou plus" in text for text in texts)
    assert all(re.search(r"9\d ans|1\d\d ans", text) for text in texts)
