"""A span of the model that holds two things becomes two; what leads to a body or a place falls off."""

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from worker.engine.boundaries.parting import parted


def parts(subtype, words, before="", after=""):
    """Sub-type and words of what becomes of `words`, taken whole."""
    text = before + words + after
    span = Span(len(before), len(before) + len(words), SUBTYPE_TO_LABEL[subtype].value, subtype)
    return [(part.subtype, text[part.start : part.end]) for part in parted(text, span)]


@pytest.mark.parametrize(
    ("subtype", "words", "expected"),
    [
        ("VILLE", "Mouscron en Belgique", [("VILLE", "Mouscron"), ("PAYS", "Belgique")]),
        ("VILLE", "ORAN ALGERIE", [("VILLE", "ORAN"), ("PAYS", "ALGERIE")]),
        ("VILLE", "Pontarlier, Morteau", [("VILLE", "Pontarlier"), ("VILLE", "Morteau")]),
        ("VILLE", "Vire en Normandie", [("VILLE", "Vire"), ("REGION", "Normandie")]),
        ("VILLE", "Bourg-en-Bresse", [("VILLE", "Bourg-en-Bresse")]),
        ("VILLE", "Aix en Provence", [("VILLE", "Aix en Provence")]),
        ("PAYS", "Côte d'Ivoire", [("PAYS", "Côte d'Ivoire")]),
        ("VILLE", "Paris XIIe", [("VILLE", "Paris XIIe")]),
        ("VILLE", "Mâcon sud", [("VILLE", "Mâcon")]),
        ("VILLE", "Zzyx centre", [("VILLE", "Zzyx centre")]),
        ("ZIP", "F-67502", [("ZIP", "67502")]),
        ("ADRESSE", "réside 12 rue Haute", [("ADRESSE", "12 rue Haute")]),
        ("ADRESSE", "asbl - Chaussée de Mons 2", [("ADRESSE", "Chaussée de Mons 2")]),
        ("ADRESSE", "CYTO-RHÔNE  31, cours Brillier", [("ORGANISME", "CYTO-RHÔNE"), ("ADRESSE", "31, cours Brillier")]),
        ("ADRESSE", "Résidence du Parc - 3 rue Haute", [("ADRESSE", "Résidence du Parc - 3 rue Haute")]),
        ("HOPITAL", "SSR du Val d'Orain à Chaussin", [("HOPITAL", "SSR du Val d'Orain"), ("VILLE", "Chaussin")]),
        ("HOPITAL", "HOPITAL PASTEUR - DOLE", [("HOPITAL", "HOPITAL PASTEUR"), ("VILLE", "DOLE")]),
        ("HOPITAL", "CHU de Rouen - Charles-Nicolle", [("HOPITAL", "CHU de Rouen - Charles-Nicolle")]),
        ("HOPITAL", "CH de Dole", [("HOPITAL", "CH de Dole")]),
        ("HOPITAL", "entrée de la résidence Les Bleuets", [("HOPITAL", "résidence Les Bleuets")]),
        ("HOPITAL", "hospit CHU Minjoz", [("HOPITAL", "CHU Minjoz")]),
        ("ORGANISME", "Prestataire Apard", [("ORGANISME", "Apard")]),
        ("ORGANISME", "transport taxi Roy", [("ORGANISME", "taxi Roy")]),
        ("ORGANISME", "La Maison Médicale du Lot", [("ORGANISME", "La Maison Médicale du Lot")]),
        ("ORGANISME", "Les Ateliers du Nord", [("ORGANISME", "Les Ateliers du Nord")]),
        ("HOPITAL", "CH JACQUES COEUR BOURGES", [("HOPITAL", "CH JACQUES COEUR"), ("VILLE", "BOURGES")]),
        ("HOPITAL", "CENTRE HOSPITALIER BOURGES", [("HOPITAL", "CENTRE HOSPITALIER BOURGES")]),
        ("HOPITAL", "HOPITAL PASTEUR - BOURGES", [("HOPITAL", "HOPITAL PASTEUR"), ("VILLE", "BOURGES")]),
        ("HOPITAL", "Hôpital Nord - Villefranche", [("HOPITAL", "Hôpital Nord"), ("VILLE", "Villefranche")]),
        ("ADRESSE", "Chemin des Oliviers   N° : 31", [("ADRESSE", "Chemin des Oliviers")]),
        ("ADRESSE", "hôtel social 5 rue Haute", [("ADRESSE", "5 rue Haute")]),
        ("ADRESSE", "foyer 5 rue Haute", [("ADRESSE", "foyer 5 rue Haute")]),
        ("SERVICE", "Pôle Imagerie - Échocardiographie", [("SERVICE", "Pôle Imagerie")]),
        ("SERVICE", "Médecine - aile B", [("SERVICE", "Médecine - aile B")]),
        ("ORGANISME", "Pédicure Podo Santé", [("ORGANISME", "Podo Santé")]),
        ("NOM", "Roy à Dole", [("NOM", "Roy à Dole")]),
    ],
)  # fmt: skip
def test_parts(subtype, words, expected):
    assert parts(subtype, words, "vu ", " hier") == expected


def test_a_former_chief_of_clinic_names_the_hospitals_alone():
    found = parts("HOPITAL", "clinique des Hôpitaux de Rennes", "Ancien chef de ")
    assert found == [("HOPITAL", "Hôpitaux de Rennes")]


def test_ordinary_words_of_the_next_column_are_dropped():
    assert parts("HOPITAL", "CH DU VAL        BLOC") == [("HOPITAL", "CH DU VAL")]


def test_the_field_tells_a_home_for_the_old_from_a_building():
    words = "Résidence du Parc - 3 rue Haute"
    assert parts("ADRESSE", words, "Etablissement : ") == [
        ("ORGANISME", "Résidence du Parc"),
        ("ADRESSE", "3 rue Haute"),
    ]


def test_a_code_before_a_town_is_no_number_of_a_person():
    assert parts("AUTRE", "F-75013", after=" PARIS") == [("ZIP", "75013")]
    assert parts("AUTRE", "F-75013", after=" et") == [("AUTRE", "F-75013")]
