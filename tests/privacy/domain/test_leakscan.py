import unicodedata

import pytest

from privacy.domain.leakscan import SensitiveString, mask, scan, sensitive_strings
from privacy.domain.substitute import Replacement, SubstitutedNote

WORDS = frozenset({"petit", "blanc", "roy", "rose", "cousin", "pierre", "marchand", "sens"})


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


@pytest.mark.parametrize(
    ("label", "subtype", "value"),
    [("TEL", "TEL", "06 39 98 12 34"), ("QID", "IPP", "800123456"), ("REF", "REF", "AB/12-345"), ("LOC", "PAYS", "Portugal")],
)  # fmt: skip
def test_a_blind_surrogate_equal_to_its_original_is_no_leak_inside_its_replacement_alone(
    label, subtype, value
):
    text = f"vu {value}, bis {value}"
    drawn = Replacement(3, 3 + len(value), label, subtype, 3, 3 + len(value))
    (finding,) = scan(
        {"p": {SensitiveString(label, subtype, value)}},
        [("p", SubstitutedNote("n1", text, (drawn,)))],
    )
    assert finding.start == text.rindex(value)
    part = drawn._replace(end=drawn.end - 1)
    if label == "TEL":  # its last digit stands outside
        assert found(text[: drawn.end], (label, subtype, value), replacements=[part]) != []


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


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("VU AVEC PETIT CE JOUR.", "Petit", "PETIT"),
        ("VU AVEC ROY CE JOUR.", "Roy", "ROY"),
        ("ADRESSE PAR MARCHAND, INTERNE", "Marchand", "MARCHAND"),
        ("revue chez rose à midi", "Rose", "rose"),
        ("la famille garde le moral", "Garde", None),  # « famille » alone tells nothing
        ("un membre de la famille petit.", "Petit", "petit"),
        ("revu pour petit en fin de visite", "Petit", "petit"),
        ("AVEC PETIT HEMATOME", "Petit", None),
        ("avec petit hématome", "Petit", None),
        ("vit avec cousin.", "Cousin", None),  # said without an article
        ("par rose-marie", "Rose", None),
        ("avec  petit.", "Petit", None),  # a blank too many: a word was taken out
    ],
)
def test_neighbours_make_a_name_of_a_word(text, name, shown):
    expected = [] if shown is None else [shown]
    assert [seen for seen, *_ in found(text, ("PER", "NOM", name))] == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("petit jean est venu", "petit"),
        ("JEAN, PETIT", "JEAN, PETIT"),
        ("pierre petit est venu", "pierre petit"),
        ("un petit jeton", None),
    ],
)
def test_two_names_side_by_side_are_names(text, shown):
    names = [("PER", "NOM", "Petit"), ("PER", "PRENOM", "Jean"), ("PER", "PRENOM", "Pierre")]
    whole = [("PER", "", "Pierre Petit"), ("PER", "", "Jean Petit")]
    first = [seen for seen, *_ in found(text, *names, *whole)][:1]
    assert first == ([] if shown is None else [shown])


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("revu pour Le en fin de visite", "Le", "Le"),
        ("vu avec Li ce jour", "Li", "Li"),
        ("vu avec li ce jour", "Li", "li"),
        ("vu avec Do, puis seul", "Do", "Do"),
        ("vit à Le Creusot", "Le", None),
        ("avec le fils", "Le", None),
        ("opéré hier Le bilan est bon", "Le", None),
        ("dosage Li 0,8", "Li", None),
        ("vu avec Ben ce jour", "Ben", "Ben"),
        ("selon Ben Moussa", "Ben", None),
    ],
)
def test_names_of_two_letters_are_found_inside_a_sentence(text, name, shown):
    expected = [] if shown is None else [shown]
    assert [seen for seen, *_ in found(text, ("PER", "NOM", name))] == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("vit à Dijon.", "Dijon"),
        ("ECRIT DE DIJON", "DIJON"),
        ("courrier 21000", "21000"),
        ("plaquettes 21000/mm3", None),
        ("CHU dijonnais", "dijonnais"),
    ],
)
def test_the_structured_town_and_postal_code_are_looked_for(make_note, text, shown):
    note = make_note("", [], city="Dijon Cedex 9", zip="21000")
    written = SubstitutedNote("n1", text, ())
    findings = scan({"p": sensitive_strings([note])}, [("p", written)])
    assert [(text[f.start : f.end], f.label) for f in findings] == (
        [] if shown is None else [(shown, "LOC")]
    )


def test_a_drawn_town_or_code_equal_to_the_patients_is_no_leak(make_note):
    text = "vit à 21000 Dijon"
    drawn = (Replacement(6, 11, "LOC", "ZIP", 0, 5), Replacement(12, 17, "LOC", "VILLE", 6, 9))
    note = make_note("", [], city="Dijon", zip="21000")
    originals = {"p": sensitive_strings([note])}
    assert scan(originals, [("p", SubstitutedNote("n1", text, drawn))]) == []
    assert len(scan(originals, [("p", SubstitutedNote("n1", text, ()))])) == 2


@pytest.mark.parametrize(
    ("text", "town", "shown"),
    [
        ("vit à Pau", "Pau", "Pau"),
        ("HABITE A PAU", "Pau", "PAU"),
        ("dosage PAU bas", "Pau", None),
        ("DOMICILIE A SENS.", "Sens", "SENS"),
        ("dans le sens horaire", "Sens", None),
    ],
)
def test_short_towns_and_towns_that_are_words(text, town, shown):
    expected = [] if shown is None else [shown]
    assert [seen for seen, *_ in found(text, ("LOC", "VILLE", town))] == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("né le 090750", "090750"),
        ("né le neuf juillet 1950", "neuf juillet 1950"),
        ("NE LE NEUF JUILLET", "NEUF JUILLET"),
        (
            "le neuf juillet mil neuf cent cinquante à Dole",
            "neuf juillet mil neuf cent cinquante",
        ),
        ("le dix-neuf juillet 1950", None),
        ("le vingt-neuf juillet", None),
        ("lot 090751", None),
        ("neuf juillet 1951", "neuf juillet"),  # the day and month of every year, as in figures
    ],
)
def test_a_birth_date_in_six_figures_or_in_words(text, shown):
    expected = [] if shown is None else [shown]
    assert [seen for seen, *_ in found(text, ("DATE", "", "1950-07-09"))] == expected


def test_a_day_above_twenty_in_words():
    assert found("le vingt et un octobre 1981", ("DATE", "", "1981-10-21"))[0][0] == (
        "vingt et un octobre 1981"
    )
    assert found("le dix-sept octobre", ("DATE", "", "1981-10-17"))[0][0] == "dix-sept octobre"
    assert found("dix-sept jours", ("DATE", "", "1981-09-10")) == []
