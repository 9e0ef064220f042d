"""A file that repeats one entity costs no more than its length asks for, whatever it repeats."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from tests.growth import MOST, growth
from tests.privacy.domain.certificates.neighbour_pairs import file

POLICY = SubstitutionPolicy(Fraction(1), date(2022, 1, 1))
KEY = StudyKey(bytes(range(32)))
# text around an entity, the entity ("#" counts), label, sub-type
REPEATED = [
    ("vu lundi ", "3 mars 2020", " (mardi), ", "DATE", "DATE"),
    ("\n(Je) ", "3 mars 2020", "\tlun", "DATE", "DATE"),
    ("|" + " " * 12 + "V" + " " * 12 + "|", "3 mars 2020", " ; lundi", "DATE", "DATE"),
    ("lun | mar\n| ", "3 mars 2020", " | TA\n", "DATE", "DATE"),
    ("lun ", "3/5/2020", " ", "DATE", "DATE"),
    ("jusqu'à la ", "Toussaint 2019", ", ", "DATE", "DATE"),
    ("le ", "1", "er mars, ", "DATE", "DATE"),
    ("depuis une ", "quinzaine", ", ", "DATE", "DUREE"),
    ("depuis ", "la nuit des lunes", ", ", "DATE", "DUREE"),
    ("une ", "adolescente", ", elle ", "AGE", "AGE"),
    ("vu au ", "Clinique Nom# Autre", ", ", "ORG", "HOPITAL"),
    ("à ", "Dijon", ", ", "LOC", "VILLE"),
    ("M. ", "Durand", ", ", "PER", "NOM"),
    ("tél. ", "06 39 98 12 34", ", ", "TEL", "TEL"),
    ("le ", "3", ", ", "DATE", "DATE"),  # each lone day may wait for the next
    ("", "du 3 au 7 mai", ", ", "DATE", "DATE"),
    ("en ", "mars", ", ", "DATE", "DATE"),
]


def note(number: int, row: tuple[str, str, str, str, str]) -> Note:
    before, value, behind, label, subtype = row
    text, spans = "", []
    for rank in range(number):
        shown = value.replace("#", str(rank))
        start = len(text) + len(before)
        text += before + shown + behind
        spans.append(Span(start, start + len(shown), label, subtype))
    return Note("n", text, PatientIdentity(), {}, tuple(spans))


@pytest.mark.slow
@pytest.mark.parametrize("row", REPEATED, ids=[row[1] for row in REPEATED])
def test_a_repeated_entity_takes_linear_time(tables, row):
    def run(counted: str) -> None:
        made = note(len(counted), row)
        substitute_patient_file([made], policy=POLICY, key=KEY, tables=tables)

    run("x")  # tables are read at the first call
    assert growth(run, "x", 1_500) < MOST


FIRST_DAY = date(1990, 1, 1)
# of each number one text, marked as in the tests of neighbours: whatever differs from one to the next
DIFFERING = {
    "last names": "Vu par Mme {<name>|PER|NOM} ce jour. ",
    "initials of each": "Mme {<name>|PER|NOM} dort, vu par {<two>|PER|INITIALES}. ",
    "durations beside dates": "Le {<day>|DATE|DATE}, depuis {<number> jours|DATE|DUREE}. ",
    "rounded durations beside dates": "Le {<day>|DATE|DATE}, depuis {une dizaine de jours|DATE|DUREE}. ",
    "dates and durations of many notes": "\fLe {<day>|DATE|DATE}, depuis {<number> jours|DATE|DUREE}. ",
}


@pytest.mark.slow
@pytest.mark.parametrize("template", DIFFERING.values(), ids=DIFFERING)
def test_values_that_differ_take_linear_time(tables, template):
    """A patient whom the hospital never told from others may have twenty thousand names and dates."""
    letters = "abcdefghijklmnopqrst"

    def one(rank: int) -> str:
        name = "".join(letters[rank // 20**place % 20] for place in range(4)).capitalize() + "quen"
        day = FIRST_DAY + timedelta(days=rank % 12_000)
        two = f"{letters[rank % 20]}.{letters[rank // 20 % 20]}.".upper()
        made = template.replace("<name>", name).replace("<day>", f"{day:%d/%m/%Y}")
        return made.replace("<number>", str(rank + 1)).replace("<two>", two)

    def run(counted: str) -> None:
        text = "".join(map(one, range(len(counted))))
        parts = [file(part)[0] for part in text.split("\f") if part]
        made = [replace(part, id=f"n{rank}") for rank, part in enumerate(parts)]
        substitute_patient_file(made, policy=POLICY, key=KEY, tables=tables)

    run("x")
    assert growth(run, "x", 1_000) < MOST


def test_a_file_that_uses_up_all_names_still_ends(tables):
    """All names of the list, each refused as a surrogate: the draws went on for ever."""
    rows = [f"Mme {{{name}|PER|NOM}}. " for name in tables.last_names.names if name.isalpha()]
    shown = substitute_patient_file(
        file("".join(rows)), policy=POLICY, key=KEY, tables=tables
    ).notes[0]
    assert len(shown.replacements) == len(rows)
