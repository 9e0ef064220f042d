"""What leaves beside the text: the type, a noisy date that is one of the patient's, a pseudonym of the stay."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.leakscan import mask
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import planned_elements, substitute_patient_file
from privacy.domain.tables import default_tables

KEY = StudyKey(b"\x06" * 32)
REFERENCE = date(2024, 1, 31)
TEXT = "M. Durand vu le 12/02/2020."
SPANS = (Span(3, 9, "PER", "NOM"), Span(16, 26, "DATE", "DATE"))


def note(name="n1", spans=SPANS, **meta):
    return Note(name, TEXT, PatientIdentity(id="p"), meta, spans)


def run(*notes, key=KEY, **changes):
    policy = SubstitutionPolicy(Fraction(1), REFERENCE, **({"note_dates": True} | changes))
    planned = planned_elements(notes, policy=policy, key=key, tables=default_tables())
    result = substitute_patient_file(notes, policy=policy, key=key, tables=default_tables())
    assert planned == result.elements
    return result


def test_a_date_that_the_text_gives_costs_nothing_and_is_the_same():
    result = run(note(date="2020-02-12"))
    (shown,) = result.notes
    day = date.fromisoformat(shown.meta["date"])
    assert f"{day:%d/%m/%Y}" in shown.text
    assert [item.epsilon for item in result.elements] == [1]


def test_another_date_is_one_more_element_and_keeps_its_place_in_the_order():
    for seed in range(30):
        result = run(note(date="2020-02-13"), key=StudyKey(bytes([seed]) * 32))
        (shown,) = result.notes
        assert [item.epsilon for item in result.elements] == [Fraction(1, 2)] * 2
        written = shown.text[shown.replacements[1].start : shown.replacements[1].end]
        day, month, year = map(int, written.split("/"))
        assert date(year, month, day) < date.fromisoformat(shown.meta["date"]) <= REFERENCE


def test_no_date_leaves_unless_it_is_asked_for_or_when_dates_are_tagged():
    assert run(note(date="2020-02-13"), note_dates=False).notes[0].meta == {}
    tagged = run(note(date="2020-02-13"), tags=frozenset({"DATE"}))
    assert (tagged.notes[0].meta, tagged.elements) == ({}, ())


def test_under_a_fixed_number_dates_of_notes_leave_before_anything_is_tagged():
    notes = [note(f"n{day}", date=f"2020-03-{day:02d}") for day in range(1, 5)]
    result = run(*notes, elements=3)
    assert sum(item.epsilon for item in result.elements) <= 1
    assert "[DATE]" not in result.notes[0].text
    assert sum("date" in one.meta for one in result.notes) == 2
    few = run(*notes, elements=1)
    assert [one.meta for one in few.notes] == [{}] * 4
    assert len(few.elements) == 1


@pytest.mark.parametrize(
    "kind",
    ["CR opératoire", "CRH", "Courrier EHPAD", "Lettre de sortie", "Compte-rendu d'hospitalisation", "CR/consultation (cardiologie)",
     "Urgences pédiatriques", "TRANSMISSIONS INFIRMIÈRES", "Sage-femme", "SMUR"],
)  # fmt: skip
def test_a_type_of_words_of_types_leaves_as_it_is(kind):
    assert run(note(type=kind)).notes[0].meta == {"type": kind}


@pytest.mark.parametrize(
    "kind",
    ["Courrier du Dr DURAND", "Lettre Zwingelstein", "Courrier Dole", "Fiche Petit", "Fiche Sage", "Note Marie", "CRH du 12/02", "a@b.fr", "…", "lettre " * 9, "CR ①"],
)  # fmt: skip
def test_a_type_that_may_name_somebody_does_not_leave(kind):
    assert run(note(type=kind)).notes[0].meta == {}


def test_a_patient_called_as_a_type_keeps_it():
    """The type of M. Lettre's letter went, and told his name."""
    text, spans = "M. Lettre vu.", (Span(3, 9, "PER", "NOM"),)
    of_his = Note("n1", text, PatientIdentity(id="p"), {"type": "Lettre de sortie"}, spans)
    assert run(of_his).notes[0].meta == {"type": "Lettre de sortie"}


def test_notes_of_one_stay_share_a_pseudonym_that_no_other_key_gives():
    one, same, other = run(
        note("a", stay="8001"), note("b", stay="8001"), note("c", stay="8002")
    ).notes
    assert one.meta["stay"] == same.meta["stay"] != other.meta["stay"]
    assert "8001" not in one.meta["stay"]
    elsewhere = run(note("a", stay="8001"), key=StudyKey(b"\x07" * 32)).notes[0]
    assert elsewhere.meta["stay"] != one.meta["stay"]


def test_a_masked_note_keeps_what_goes_with_it():
    (shown,) = run(note(type="CRH")).notes
    assert mask(shown, []).meta == {"type": "CRH"}
