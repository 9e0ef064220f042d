"""N fixed in advance: ε/N each, the rest tagged, nothing derived from what is tagged, stable as a file grows."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.errors import BadPolicyError
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.slots import BEYOND
from privacy.domain.substitute import planned_elements, substitute_patient_file
from privacy.domain.tables import default_tables

KEY = StudyKey(b"\x07" * 32)
FIRST = (
    "n1",
    "Vu le 12/02/2020 à Dijon, puis le 26/02/2020.",
    ("12/02/2020", "DATE", "DATE"),
    ("Dijon", "LOC", "VILLE"),
    ("26/02/2020", "DATE", "DATE"),
)
GROWN = ("n0", "Opéré le 03/01/2019.", ("03/01/2019", "DATE", "DATE"))
BORN = (
    "n2",
    "Né le 12/03/1950, 70 ans. Vu le 13/03/2020 à 21000 Dijon.",
    ("12/03/1950", "DATE", "DATE_NAISSANCE"),
    ("70 ans", "AGE", "AGE"),
    ("13/03/2020", "DATE", "DATE"),
    ("21000", "LOC", "ZIP"),
    ("Dijon", "LOC", "VILLE"),
)


def note(name, text, *marks):
    spans = [
        Span(text.index(surface), text.index(surface) + len(surface), label, subtype)
        for surface, label, subtype in marks
    ]
    return Note(name, text, PatientIdentity(id="p"), {}, tuple(spans))


def policy(elements, epsilon=1):
    return SubstitutionPolicy(Fraction(epsilon), date(2024, 1, 31), elements=elements)


def run(notes, elements, known=lambda element: False):
    return substitute_patient_file(
        notes, policy=policy(elements), key=KEY, tables=default_tables(), known=known
    )


def test_every_share_is_epsilon_over_n_however_few_there_are():
    result = run([note(*FIRST)], 10)
    assert [item.epsilon for item in result.elements] == [Fraction(1, 10)] * 3


def test_what_exceeds_n_is_tagged_in_the_order_of_reading():
    result = run([note(*FIRST)], 2)
    (written,) = result.notes
    assert [item.warning for item in written.replacements] == [None, None, BEYOND]
    assert written.text.endswith(", puis le [DATE].")
    assert sorted(item.element_class for item in result.elements) == ["DATE", "VILLE"]
    assert sum(item.epsilon for item in result.elements) == 1


def test_a_range_that_is_half_beyond_n_is_tagged_whole():
    """Dijon takes the first of two shares; the range needs two: half a range would be told, so none is."""
    text = "À Dijon, du 3 au 7 mai 2021, puis le 26/06/2021."
    marks = (("Dijon", "LOC", "VILLE"), ("3 au 7 mai 2021", "DATE", "DATE"), ("26/06/2021", "DATE", "DATE"))  # fmt: skip
    result = run([note("n", text, *marks)], 2)
    (written,) = result.notes
    assert [item.warning for item in written.replacements] == [None, BEYOND, BEYOND]
    assert [item.element_class for item in result.elements] == ["VILLE"]
    assert written.text.endswith(", du [DATE], puis le [DATE].")
    assert [item.epsilon for item in result.elements] == [Fraction(1, 2)]


def test_a_file_that_grows_keeps_its_surrogates_and_draws_no_more():
    before = run([note(*FIRST)], 3)
    drawn = {item.id for item in before.elements}
    after = run([note(*GROWN), note(*FIRST)], 3, known=lambda element: element.id in drawn)
    assert {item.id for item in after.elements} == drawn
    assert after.notes[1].text == before.notes[0].text
    assert after.notes[0].text == "Opéré le [DATE]."
    # without the ledger's word, the new date would have taken the place of one that is out already
    assert {item.id for item in run([note(*GROWN), note(*FIRST)], 3).elements} != drawn


def test_under_a_share_of_n_a_file_that_grows_within_n_keeps_its_draws():
    before, after = run([note(*FIRST)], 5), run([note(*FIRST), note(*GROWN)], 5)
    kept = {item.id: item.epsilon for item in before.elements}
    assert kept.items() <= {item.id: item.epsilon for item in after.elements}.items()
    assert len(after.elements) == 4


def test_nothing_is_derived_from_a_tagged_value():
    """With one share only the birth date is drawn: age, note date, town and postal code are all tagged."""
    result = run([note(*BORN)], 1)
    (written,) = result.notes
    assert [item.element_class for item in result.elements] == ["DATE_NAISSANCE"]
    assert written.text.startswith("Né le ")
    assert written.text.endswith(", [AGE]. Vu le [DATE] à [ZIP] [VILLE].")


@pytest.mark.parametrize("elements", [None, 1, 2, 3, 4, 9])
def test_what_is_planned_is_what_is_drawn(elements):
    notes = [note(*FIRST), note(*GROWN), note(*BORN)]
    planned = planned_elements(notes, policy=policy(elements), key=KEY, tables=default_tables())
    drawn = run(notes, elements).elements
    assert {(item.id, item.epsilon) for item in planned} == {
        (item.id, item.epsilon) for item in drawn
    }
    if elements is not None:
        assert len(drawn) <= elements


def test_n_has_to_be_positive_and_goes_without_weights():
    with pytest.raises(BadPolicyError):
        policy(0)
    with pytest.raises(BadPolicyError):
        SubstitutionPolicy(
            Fraction(1), date(2024, 1, 31), elements=3, class_weights={"DATE": Fraction(2)}
        )
