"""The weekday before a date is that of its surrogate; it would tell the original modulo 7."""

from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.linking.weekdays import weekday_link, weekday_tail
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.redraw import PatientNotes, link_of, redraw_notes
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.time.lexicon import WEEKDAYS

TUESDAY = date(2020, 3, 3)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("revue lundi ", "revue mardi "),
        ("Lundi, ", "Mardi, "),
        ("le LUNDI ", "le MARDI "),
        ("ven. ", "mar. "),
        ("Dim ", "Mar "),
        ("lundi matin, le ", "mardi matin, le "),
        ("vendredi dernier (", "vendredi dernier ("),
        ("jeudi\n", "mardi\n"),
        ("lunid ", "mardi "),
        ("Monday ", "Mardi "),
    ],
)
def test_a_weekday_follows_the_day(before, after):
    link = weekday_link(before, TUESDAY)
    if "dernier" in before:
        after = after.replace("vendredi", "mardi")
    assert before[: len(before) - link.cut] + link.text == after


@pytest.mark.parametrize(
    "before", ["revue le ", "au mois de ", "lundi soir à Dijon, ", "mon ", "lundi", ""]
)
def test_other_words_stay(before):
    assert weekday_link(before, TUESDAY) is None
    assert weekday_tail(before) == ""


def test_a_date_that_is_not_shown_takes_its_weekday_along():
    link = weekday_link("vu lundi, le ", None)
    assert "vu lundi, le "[: -link.cut] + link.text == "vu le "


def notes(make_note):
    return make_note(
        "Vu lundi 3 février 2020, puis mercredi le 12/02/2020.",
        [("3 février 2020", "DATE", "DATE"), ("12/02/2020", "DATE", "DATE")],
    )


def test_a_note_tells_the_weekdays_of_its_surrogates(make_note, tables):
    seen = set()
    for seed in range(20):
        result = substitute_patient_file(
            [notes(make_note)],
            policy=SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1)),
            key=StudyKey(bytes([seed]) * 32),
            tables=tables,
        ).notes[0]
        second = result.replacements[1]
        day, month, year = map(int, result.text[second.start : second.end].split("/"))
        weekday = WEEKDAYS[date(year, month, day).weekday()]
        assert result.text[: second.start].endswith(f", puis {weekday} le ")
        seen.add(result.text.split()[1])
    assert len(seen) > 4


def test_labels_stand_without_weekdays(make_note, tables):
    policy = SubstitutionPolicy(Fraction(1), date(2022, 1, 1), dates=DateMechanism.TAG)
    result = substitute_patient_file(
        [notes(make_note)], policy=policy, key=StudyKey(bytes(32)), tables=tables
    )
    assert result.notes[0].text == "Vu [DATE], puis le [DATE]."


def test_the_preview_shows_what_leaves(make_note, tables):
    note = notes(make_note)
    policy = SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1))
    drawn = redraw_notes(PatientNotes((note,), 0), policy=policy, key=StudyKey(bytes(32))).notes[0]
    starts = [span.start for span in note.entities]
    assert [link_of(note.text[:at]) for at in starts] == ["lundi ", "mercredi le "]
    shown = f"Vu {drawn.links[0]}{drawn.surrogates[0]}, puis {drawn.links[1]}{drawn.surrogates[1]}."
    result = substitute_patient_file([note], policy=policy, key=StudyKey(bytes(32)), tables=tables)
    assert shown == result.notes[0].text
