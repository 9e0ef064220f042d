"""Labels in place of values: any label, nothing read from what is tagged, nothing spent on it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from annotation.domain.labels import Label
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.errors import BadPolicyError
from privacy.domain.ledger import bill
from privacy.domain.manifest import mechanism_of
from privacy.domain.policy import (
    DateMechanism,
    PlaceMechanism,
    SubstitutionPolicy,
    parse_tags,
)
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import planned_elements, substitute_patient_file
from privacy.domain.tables import default_tables

KEY = StudyKey(b"\x05" * 32)
REFERENCE = date(2024, 1, 31)
MARKS = (
    ("Durand", "PER", "NOM"),
    ("12/03/1950", "DATE", "DATE_NAISSANCE"),
    ("70 ans", "AGE", "AGE"),
    ("CHU de Dijon", "ORG", "HOPITAL"),
    ("13/03/2020", "DATE", "DATE"),
    ("Beaune", "LOC", "VILLE"),
    ("06 12 34 56 78", "TEL", "TEL"),
    ("8012345678", "QID", "IPP"),
)
TEXT = (
    "M. Durand, né le 12/03/1950, 70 ans, vu au CHU de Dijon le 13/03/2020, vit à Beaune, "
    "tél. 06 12 34 56 78, IPP 8012345678."
)


def note(text=TEXT, marks=MARKS):
    spans, at = [], 0
    for surface, label, subtype in marks:
        start = text.index(surface, at)
        at = start + len(surface)
        spans.append(Span(start, at, label, subtype))
    return Note("n1", text, PatientIdentity(id="p"), {}, tuple(spans))


def run(*labels, notes=None, **changes):
    policy = SubstitutionPolicy(
        Fraction(1), REFERENCE, tags=frozenset(map(Label, labels)), **changes
    )
    notes = notes or [note()]
    return substitute_patient_file(notes, policy=policy, key=KEY, tables=default_tables()), policy


def test_all_tags_leave_nothing_but_labels_and_spend_nothing():
    result, _policy = run(*Label)
    assert result.notes[0].text == (
        "M. [NOM], né le [DATE_NAISSANCE], [AGE], vu à [HOPITAL] le [DATE], vit à [VILLE], "
        "tél. [TEL], IPP [IPP]."
    )
    assert result.elements == ()


@pytest.mark.parametrize(
    ("label", "tags"),
    [
        ("PER", {"[NOM]"}),
        ("ORG", {"[HOPITAL]"}),
        ("TEL", {"[TEL]"}),
        ("QID", {"[IPP]"}),
        ("LOC", {"[VILLE]"}),
        ("DATE", {"[DATE]", "[DATE_NAISSANCE]"}),
        ("AGE", {"[AGE]"}),
    ],
)
def test_one_label_alone_is_tagged(label, tags):
    result, policy = run(label)
    text = result.notes[0].text
    for item in result.notes[0].replacements:
        shown = text[item.start : item.end]
        assert (shown in tags) == (item.label == label)
        assert (mechanism_of(item, policy) == "tag") == (item.label == label)


def test_nothing_is_derived_from_a_tagged_value():
    """An age that followed from birth and note dates spends, once these are tagged."""
    before, _policy = run()
    after, _policy = run("DATE")
    assert "AGE" not in {item.element_class for item in before.elements}
    assert {item.element_class for item in after.elements} == {"AGE", "VILLE"}
    assert sum(item.epsilon for item in after.elements) == 1


def test_what_is_planned_is_what_is_drawn():
    for labels in ((), ("DATE",), ("LOC", "PER"), tuple(Label)):
        result, policy = run(*labels)
        planned = planned_elements([note()], policy=policy, key=KEY, tables=default_tables())
        assert planned == result.elements


def test_a_tagged_town_tells_nothing_by_the_hospital_or_by_its_accents():
    """Its letters are no text outside the entities: they do not choose the accents of a month either."""
    marks = [("Besançon", "LOC", "VILLE"), ("3 aout 2020", "DATE", "DATE")]
    other = [("Beaune", "LOC", "VILLE"), ("3 aout 2020", "DATE", "DATE")]
    text = "VU A {} LE 3 aout 2020" + " SANS ACCENT" * 20
    shown = {
        run("LOC", notes=[note(text.format(marks[0][0]), marks)])[0].notes[0].text
        for marks in (marks, other)
    }
    assert len(shown) == 1


def test_a_name_of_the_file_is_no_street_even_when_persons_are_tagged():
    marks = [("Martin", "PER", "NOM"), ("3 rue Foch", "LOC", "ADRESSE")]
    for seed in range(40):
        one = note(f"M. Martin, 3 rue Foch, {seed}", marks)
        text = run("PER", notes=[one])[0].notes[0].text
        assert "Martin" not in text


def test_one_choice_said_in_two_ways_is_one():
    tags = frozenset({Label.DATE, Label.AGE, Label.LOC})
    by_tags = SubstitutionPolicy(Fraction(1), REFERENCE, tags=tags)
    by_names = SubstitutionPolicy(
        Fraction(1), REFERENCE, dates=DateMechanism.TAG, places=PlaceMechanism.TAG
    )
    assert by_tags == by_names
    assert SubstitutionPolicy(Fraction(1), REFERENCE, tags={Label.DATE}).dates == "metric"


def test_a_draw_is_charged_once_whatever_else_is_tagged_or_capped():
    def memos(**changes):
        policy = SubstitutionPolicy(Fraction(1), REFERENCE, **changes)
        result = substitute_patient_file([note()], policy=policy, key=KEY, tables=default_tables())
        return {c.memo for c in bill("a", result.elements, policy=policy, key=KEY).charges}

    assert memos() == memos(tags=frozenset({Label.PER, Label.ORG})) == memos(cap_ages=True)


def test_tags_are_read_from_a_command_line():
    assert parse_tags("all") == frozenset(Label)
    assert parse_tags("per, ORG") == {Label.PER, Label.ORG}
    assert parse_tags("") == frozenset()
    with pytest.raises(BadPolicyError, match="PER, LOC"):
        parse_tags("PER,NAME")


@pytest.mark.parametrize(
    ("text", "mark", "shown"),
    [
        ("Natif d'Angers.", ("Angers", "LOC", "VILLE"), "Natif de [VILLE]."),
        ("Natif du Mans.", ("Mans", "LOC", "VILLE"), "Natif de [VILLE]."),
        ("Vu au Mans.", ("Mans", "LOC", "VILLE"), "Vu à [VILLE]."),
        ("Fils d'Alain.", ("Alain", "PER", "PRENOM"), "Fils de [PRENOM]."),
        ("Vu le lundi 3 mars 2020.", ("3 mars 2020", "DATE", "DATE"), "Vu le [DATE]."),
    ],
)
def test_the_word_before_a_label_tells_nothing_of_what_it_stands_for(text, mark, shown):
    result, _policy = run(*Label, notes=[note(text, [mark])])
    assert result.notes[0].text == shown
