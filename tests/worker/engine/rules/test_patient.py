"""Rules from the patient's structured data."""

import pytest

from annotation.domain.notes import PatientIdentity
from worker.engine.rules.engine import find_spans

PATIENT = PatientIdentity(
    id="p1",
    last_name=("Zbrodowski", "LE GOFF"),
    first_name=("Jean-Édouard",),
    birth_date="1950-03-02",
    nir="150039935211835",
    ipp="P0931177",
    phone=("06 39 98 22 14", "+33353011234"),
    mail=("j.zbro@courriel.example",),
    address="7 bis rue du Prélot",
    zip="21121",
    city="Fontaine-lès-Dijon",
)


def found(text):
    return [
        (text[s.start : s.end], s.subtype, s.source)
        for s in find_spans(text, PATIENT)
        if s.source.startswith("patient:")
    ]


@pytest.mark.parametrize(
    ("text", "surface", "subtype", "field"),
    [
        ("vu zbrodowski ce jour", "zbrodowski", "NOM", "last_name"),
        ("ZBRODOWSKI va bien", "ZBRODOWSKI", "NOM", "last_name"),
        ("reparti avec le goff hier", "le goff", "NOM", "last_name"),
        ("LEGOFF non, Le-Goff oui", "Le-Goff", "NOM", "last_name"),
        ("jean edouard dort", "jean edouard", "PRENOM", "first_name"),
        ("JEAN-EDOUARD dort", "JEAN-EDOUARD", "PRENOM", "first_name"),
        ("Édouard dort", "Édouard", "PRENOM", "first_name"),
        ("le patient J.E.Z. dort", "J.E.Z.", "INITIALES", "initials"),
        ("joint 06.39.98.22.14 ok", "06.39.98.22.14", "TEL", "phone"),
        ("joint +33 6 39 98 22 14 ok", "+33 6 39 98 22 14", "TEL", "phone"),
        ("joint 03 53 01 12 34 ok", "03 53 01 12 34", "TEL", "phone"),
        ("n 1 50 03 99 352 118 35 ok", "1 50 03 99 352 118 35", "SECU", "nir"),
        ("n p0931177 ok", "p0931177", "IPP", "ipp"),
        ("à J.ZBRO@courriel.example", "J.ZBRO@courriel.example", "MAIL", "mail"),
        ("au 7 BIS, RUE DU PRELOT", "7 BIS, RUE DU PRELOT", "ADRESSE", "address"),
        ("secteur 21121", "21121", "ZIP", "zip"),
        ("vers fontaine les dijon", "fontaine les dijon", "VILLE", "city"),
        ("n. 02/03/1950 ok", "02/03/1950", "DATE_NAISSANCE", "birth_date"),
        ("n. 2.3.50 ok", "2.3.50", "DATE_NAISSANCE", "birth_date"),
        ("n. 1950-03-02 ok", "1950-03-02", "DATE_NAISSANCE", "birth_date"),
        ("n. 02031950 ok", "02031950", "DATE_NAISSANCE", "birth_date"),
        ("n. 2 mars 1950 ok", "2 mars 1950", "DATE_NAISSANCE", "birth_date"),
        ("n. 02 MARS 50 ok", "02 MARS 50", "DATE_NAISSANCE", "birth_date"),
    ],
)
def test_every_written_form(text, surface, subtype, field):
    assert (surface, subtype, f"patient:{field}") in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "rue du 12 avril 1950",
        "06 39 98 22 15",
        "dose 21121 UI",
        "le 02/03/1951",
    ],
)
def test_what_only_looks_like_it(text):
    assert found(text) == []


def test_a_patient_named_like_a_word_is_found_with_a_capital_only():
    patient = PatientIdentity(last_name=("Petit",), first_name=("Rose",))
    text = "PETIT Rose mange un petit repas, tache rose."
    spans = find_spans(text, patient)
    assert [(text[s.start : s.end], s.subtype) for s in spans] == [
        ("PETIT", "NOM"),
        ("Rose", "PRENOM"),
    ]


def test_a_patient_named_like_an_eponym_leaves_the_disease_alone():
    patient = PatientIdentity(last_name=("Parkinson",))
    text = "Parkinson Paul a une maladie de Parkinson."
    assert [s.start for s in find_spans(text, patient) if s.subtype == "NOM"] == [0]


def test_empty_identity_changes_nothing():
    text = "Mme Durand, vue le 12/03/2020 à Dijon."
    assert find_spans(text, PatientIdentity()) == find_spans(text)
