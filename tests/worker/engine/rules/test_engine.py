import random
import unicodedata

import pytest

from annotation.demo.corpus import load_corpus
from annotation.domain.labels import is_valid
from annotation.domain.notes import PatientIdentity
from worker.engine.rules.engine import (
    FAMILIES,
    RuleDetector,
    UnknownFamilyError,
    find_spans,
)


def surfaces(text):
    return [(text[s.start : s.end], s.subtype) for s in find_spans(text)]


def test_detect_gives_one_list_per_text_and_wants_as_many_patients():
    detector = RuleDetector()
    assert detector.version == "rules-3"
    assert detector.detect([]) == []
    assert [len(spans) for spans in detector.detect(["Rien.", "Mme Durand"])] == [0, 1]
    with pytest.raises(ValueError):
        detector.detect(["a", "b"], [PatientIdentity()])


def test_offsets_count_code_points():
    text = "😀😀 Mme Durand 👩‍⚕️ habite Dijon"
    assert surfaces(text) == [("Durand", "NOM"), ("Dijon", "VILLE")]


def test_decomposed_accents_keep_the_offsets_of_the_text():
    text = unicodedata.normalize("NFD", "Mme Zoé Lefèvre, née à Besançon le 3 février 1950")
    assert [unicodedata.normalize("NFC", s) for s, _ in surfaces(text)] == [
        "Zoé",
        "Lefèvre",
        "Besançon",
        "3 février 1950",
    ]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\t"])
def test_special_blanks(space):
    assert ("40" + space + "ans", "AGE") in surfaces(f"Patient de 40{space}ans")


def test_typographic_apostrophe():
    assert surfaces("originaire d’Auxerre") == [("Auxerre", "VILLE")]


@pytest.mark.parametrize("text", ["", "\n\n", " ", "....", "M.", "Dr", "né le", "06", "«", "12/"])
def test_fragments_are_survived(text):
    assert find_spans(text) == []


def test_any_text_gives_sorted_valid_spans_without_overlap():
    generator = random.Random(7)
    pieces = [word for note in load_corpus("dev") for word in note.text.split(" ")]
    for _ in range(60):
        text = " ".join(generator.choices(pieces, k=80))
        last = 0
        for span in find_spans(text):
            assert last <= span.start < span.end <= len(text)
            assert text[span.start : span.end].strip() == text[span.start : span.end]
            assert is_valid(span.label, span.subtype)
            assert 0 < span.score <= 1
            assert span.source.startswith("rule:")
            last = span.end


def test_dev_notes_stay_above_the_bar():
    gold = found = right = 0
    for note in load_corpus("dev"):
        marked = {i for s in note.entities for i in range(s.start, s.end)}
        covered = {i for s in find_spans(note.text) for i in range(s.start, s.end)}
        gold, found, right = gold + len(marked), found + len(covered), right + len(marked & covered)
    assert right / gold > 0.7
    assert right / found > 0.97


def test_a_disabled_family_finds_nothing_and_leaves_the_others_alone():
    text = "Mme Durand, 72 ans, vue le 12/03/2020, habite Dijon"
    detector = RuleDetector(disabled=frozenset({"bodies", "ages"}))
    assert detector.version == "rules-3-ages-bodies"
    found = [(text[s.start : s.end], s.subtype) for s in detector.detect([text])[0]]
    assert found == [("Durand", "NOM"), ("12/03/2020", "DATE"), ("Dijon", "VILLE")]


def test_with_every_family_disabled_nothing_is_found():
    patient = PatientIdentity(last_name=("Durand",))
    texts = ["Mme Durand, 72 ans, vue en 2019 puis le 12/03/2020 à Dijon"]
    assert RuleDetector(disabled=FAMILIES).detect(texts, [patient]) == [[]]


def test_an_unknown_family_is_refused():
    with pytest.raises(UnknownFamilyError) as caught:
        RuleDetector(disabled=frozenset({"dates", "licornes"}))
    assert caught.value.names == {"licornes"}
