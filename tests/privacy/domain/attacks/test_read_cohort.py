"""The codes of a patient's file are those of what the clinician wrote, not of what substitution did."""

from annotation.domain.notes import Note
from privacy.domain.attacks.read_cohort import CohortReading
from privacy.domain.substitute import Replacement, SubstitutedNote


def codes_of_words(text, hidden):
    """ "lupus" is M32.9 wherever no hidden span covers it."""
    at = text.find("lupus")
    is_hidden = any(start <= at < end for start, end in hidden)
    return set() if at < 0 or is_hidden else {"M329"}


def profiles(text, *replaced):
    rows = tuple(Replacement(a, b, "LOC", "VILLE", a, b) for a, b in replaced)
    reading = CohortReading(2026, codes_of_words)
    reading.add([Note("n", text)], [SubstitutedNote("n", text, rows)])
    return reading.before[0].codes, reading.after[0].codes


def test_a_disease_that_a_surrogate_spells_is_no_code_of_the_patient():
    assert profiles("Vit à lupus.", (6, 11)) == (frozenset(), frozenset())
    assert profiles("Vit à Dole, lupus connu.", (6, 10)) == (frozenset({"M329"}),) * 2
