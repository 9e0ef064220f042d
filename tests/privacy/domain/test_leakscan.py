import unicodedata

import pytest

from privacy.domain.leakscan import SensitiveString, mask, scan, sensitive_strings
from privacy.domain.substitute import Replacement, SubstitutedNote

WORDS = frozenset({"petit", "blanc"})


def found(text, *items, replacements=()):
    note = SubstitutedNote("n1", text, tuple(replacements))
    originals = {"p": {SensitiveString(*item) for item in items}}
    return [
        (text[f.start : f.end], f.kind, f.label)
        for f in scan(originals, [("p", note)], ordinary_words=WORDS)
    ]


@pytest.mark.parametrize(
    ("text", "item", "expected"),
    [
        ("vu par Durand", ("PER", "NOM", "Durand"), [("Durand", "exact", "PER")]),
        ("vu par DURAND", ("PER", "NOM", "Durand"), [("DURAND", "folded", "PER")]),
        ("vue par Helene", ("PER", "PRENOM", "Hélène"), [("Helene", "folded", "PER")]),
        ("Durand seul", ("PER", "NOM", "Durand-Martin"), [("Durand", "exact", "PER")]),
        (
            "vit à Chalon sur Saone",
            ("LOC", "VILLE", "Chalon-sur-Saône"),
            [("Chalon sur Saone", "spacing", "LOC")],
        ),
        ("le 12-02-2020", ("DATE", "DATE", "12/02/2020"), [("12-02-2020", "spacing", "DATE")]),
        ("tél. 0380293031", ("TEL", "TEL", "03 80 29 30 31"), [("0380293031", "digits", "TEL")]),
        (
            "tél. +33 3 80 29 30 31",
            ("TEL", "TEL", "03.80.29.30.31"),
            [("33 3 80 29 30 31", "digits", "TEL")],
        ),
        ("IPP 12 345 678", ("QID", "IPP", "12345678"), [("12 345 678", "digits", "QID")]),
        (
            "réf DUR MM 2020 113",
            ("REF", "REF", "DUR/MM/2020-113"),
            [("DUR MM 2020 113", "spacing", "REF")],
        ),
    ],
)
def test_exact_folded_and_digital_forms_are_found(text, item, expected):
    assert found(text, item) == expected


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("une endurance", ("PER", "NOM", "Duran")),  # whole words only
        ("J. est venu", ("PER", "INITIALES", "J.")),
        ("un petit geste", ("PER", "NOM", "Petit")),  # an ordinary word
        ("Petit abcès drainé", ("PER", "NOM", "Petit")),  # which opens a sentence
        ("depuis 3 semaines", ("DATE", "DUREE", "depuis 3 semaines")),
        ("en 2010", ("DATE", "DATE", "2010")),  # too short to mean anything
        ("chambre 12", ("DATE", "DATE", "12")),
        ("de la route", ("PER", "NOM", "de La Tour")),
    ],
)
def test_what_is_no_leak_is_not_reported(text, item):
    assert found(text, item) == []


def test_an_ordinary_word_after_a_civility_is_a_name():
    assert found("vu par le Dr Petit", ("PER", "NOM", "Petit")) == [("Petit", "exact", "PER")]


def test_a_surrogate_place_equal_by_chance_is_no_leak():
    city = Replacement(5, 10, "LOC", "VILLE", 5, 10)
    assert found("né à Dijon", ("LOC", "VILLE", "Dijon"), replacements=[city]) == []
    assert found("né à Dijon", ("LOC", "VILLE", "Dijon")) == [("Dijon", "exact", "LOC")]


def test_a_name_inside_its_own_kind_of_replacement_is_a_leak():
    name = Replacement(3, 9, "PER", "NOM", 3, 9)
    assert found("M. Durand", ("PER", "NOM", "Durand"), replacements=[name]) == [
        ("Durand", "exact", "PER")
    ]


def test_a_commune_that_bears_a_patients_name_is_no_leak():
    city = Replacement(2, 19, "LOC", "VILLE", 2, 19)
    assert found("à Saint-Bernardin ", ("PER", "NOM", "Bernardin"), replacements=[city]) == []


def test_originals_come_from_entities_and_from_the_structured_data(make_note):
    note = make_note(
        "Vu Durand", [("Durand", "PER", "NOM")], first_name=("Jeanne",), nir="250052123101234"
    )
    surfaces = {(s.label, s.surface) for s in sensitive_strings([note])}
    assert surfaces == {("PER", "Durand"), ("PER", "Jeanne"), ("QID", "250052123101234")}
    assert "Durand" not in repr(sensitive_strings([note]))


def test_accents_written_as_characters_of_their_own_hide_nothing():
    text = unicodedata.normalize("NFD", "revue Amélie Lefèbvre")
    for name in ("Amélie", "Lefèbvre"):
        (finding,) = found(text, ("PER", "NOM", name))
        assert unicodedata.normalize("NFC", finding[0]) == name


def test_a_nir_without_its_key_is_the_same_number():
    assert found("NIR 2500521231012", ("QID", "SECU", "2 50 05 21 231 012 34")) == [
        ("2500521231012", "digits", "QID")
    ]


@pytest.mark.parametrize(
    "text", ["né le 03/05/1951", "né le 3.5.1951", "né le 3 MAI 1951", "né le 1951-05-03"]
)
def test_the_structured_birth_date_is_looked_for_as_notes_write_it(make_note, text):
    note = make_note(text, [], birth_date="1951-05-03")
    written = SubstitutedNote("n1", text, ())
    (finding,) = scan({"p": sensitive_strings([note])}, [("p", written)])
    assert (text[finding.start : finding.end], finding.label) == (text[6:], "DATE")


def test_mask_covers_findings_and_moves_the_replacements():
    text = "Martin vit avec Durand à Dole."
    note = SubstitutedNote(
        "n1",
        text,
        (Replacement(0, 6, "PER", "NOM", 0, 5), Replacement(25, 29, "LOC", "VILLE", 24, 29)),
    )
    findings = scan({"p": {SensitiveString("PER", "NOM", "Durand")}}, [("p", note)])
    masked = mask(note, findings)
    assert masked.text == "Martin vit avec [PER] à Dole."
    assert [masked.text[r.start : r.end] for r in masked.replacements] == [
        "Martin",
        "[PER]",
        "Dole",
    ]


def test_a_patient_called_like_a_month_is_not_found_in_a_drawn_date():
    text = "vu le 3 janvier 2021, M. Janvier va bien"
    drawn = Replacement(6, 20, "DATE", "DATE", 0, 5, (), False, None)
    assert found(text, ("PER", "NOM", "JANVIER"), replacements=[drawn]) == [
        ("Janvier", "folded", "PER")
    ]
