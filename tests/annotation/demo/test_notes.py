"""The demo notes are a measuring instrument: what must hold for each of them."""

import re
from collections import Counter

import pytest

from annotation.demo.corpus import load_corpus
from annotation.domain.labels import SUBTYPE_TO_LABEL, Label

DEV = load_corpus("dev")
HELDOUT = load_corpus("heldout")
NOTES = DEV + HELDOUT
MIN_NOTES = 60


def nir_key(thirteen: str) -> int:
    """97 - (N mod 97); Corsica's 2A and 2B count as 19 and 18."""
    return 97 - int(thirteen.replace("2A", "19").replace("2B", "18")) % 97


@pytest.mark.parametrize(
    ("thirteen", "key"), [("2550814168025", 38), ("2690549588157", 80), ("293072A004153", 4)]
)
def test_the_key_used_below_is_the_official_one(thirteen, key):
    assert nir_key(thirteen) == key


def test_there_are_enough_notes_with_unique_ids():
    assert len(NOTES) >= MIN_NOTES
    assert len({note.id for note in NOTES}) == len(NOTES)
    assert load_corpus() == sorted(NOTES, key=lambda note: note.id)


def test_the_held_out_half_is_the_larger_one():
    assert len(HELDOUT) > len(DEV)


def test_no_patient_stands_in_both_splits():
    assert not {n.patient.id for n in DEV} & {n.patient.id for n in HELDOUT}


def test_a_patient_keeps_one_identity_over_the_notes():
    by_id = {}
    for note in NOTES:
        assert by_id.setdefault(note.patient.id, note.patient) == note.patient, note.id


@pytest.mark.parametrize("split", [DEV, HELDOUT], ids=["dev", "heldout"])
def test_every_label_occurs(split):
    counts = Counter(span.label for note in split for span in note.entities)
    assert set(counts) == {label.value for label in Label}
    assert min(counts.values()) >= 5, counts


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.id)
class TestEachNote:
    def test_spans_are_sorted_disjoint_and_not_blank(self, note):
        end = 0
        for span in note.entities:
            assert end <= span.start < span.end <= len(note.text)
            surface = note.text[span.start : span.end]
            assert surface == surface.strip()
            assert SUBTYPE_TO_LABEL[span.subtype] == span.label
            assert span.source == "gold"
            end = span.end

    def test_text_is_what_import_would_store(self, note):
        assert "\r" not in note.text
        assert "\x00" not in note.text
        assert "\ufeff" not in note.text

    def test_social_security_numbers_have_their_key(self, note):
        marked = [note.text[s.start : s.end] for s in note.entities if s.subtype == "SECU"]
        for number in [*marked, note.patient.nir]:
            compact = re.sub(r"clé|[^0-9AB]", "", number)
            if len(compact) == 15:
                assert nir_key(compact[:13]) == int(compact[13:])
            else:
                assert not number or number in marked, "the structured number has 15 characters"
                assert len(compact) in (0, 13)

    def test_the_patients_names_are_marked_wherever_they_stand(self, note):
        """A capitalised name of the patient outside every mark would be a missed identifier."""
        for name in (*note.patient.last_name, *note.patient.first_name):
            for match in re.finditer(rf"\b{re.escape(name)}\b", note.text):
                assert any(
                    s.start <= match.start() and match.end() <= s.end for s in note.entities
                ), match.start()

    def test_full_dates_phones_and_mails_are_marked(self, note):
        identifying = re.compile(
            r"\b[0-3]\d/[01]\d/(?:19|20)?\d\d\b"
            r"|\b0[1-9](?:[ .]\d\d){4}\b"
            r"|[\w.]+@[\w.-]+\w"
        )
        for match in identifying.finditer(note.text):
            assert any(s.start < match.end() and match.start() < s.end for s in note.entities), (
                match.start()
            )
