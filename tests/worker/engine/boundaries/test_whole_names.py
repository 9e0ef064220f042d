"""What belongs to a place's or a body's name beside what was found of it."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ, model_span
from worker.engine.boundaries.whole_names import complete_names
from worker.engine.note import Note


def whole_names(text, spans):
    return complete_names(Note(text), spans, NOTHING_READ)


def found(text, *parts):
    spans = [model_span(text, *part) for part in parts]
    return [(s.subtype, text[s.start : s.end]) for s in whole_names(text, spans)]


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        ("admise en unité Alzheimer « Les Iris » hier", [("SERVICE", "unité Alzheimer"), ("VILLE", "Les Iris")], [("SERVICE", "unité Alzheimer « Les Iris »")]),
        ("accueil de jour « La Pause » mardi", [("SERVICE", "accueil de jour « La Pause")], [("SERVICE", "accueil de jour « La Pause »")]),
        ("né à Neuilly s/ Marne", [("VILLE", "Neuilly"), ("VILLE", "Marne")], [("VILLE", "Neuilly s/ Marne")]),
        ("sur le mont Saint-Cyr hier", [("VILLE", "Saint-Cyr")], [("ADRESSE", "mont Saint-Cyr")]),
        ("habite lot. Les Genêts, Aix", [("NOM", "Les Genêts")], [("ADRESSE", "lot. Les Genêts")]),
        ("la chapelle de Lens", [("VILLE", "Lens")], [("VILLE", "Lens")]),
        ("retour dans sa résidence de Mme Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("vu en HDJ 1, bât. Alice", [("SERVICE", "HDJ 1"), ("PRENOM", "Alice")], [("SERVICE", "HDJ 1, bât. Alice")]),
        ("Pôle Mère – 4e étage Sud", [("SERVICE", "Pôle Mère"), ("ADRESSE", "4e étage Sud")], [("SERVICE", "Pôle Mère – 4e étage Sud")]),
        ("Service social - unité Roy", [("SERVICE", "Service social"), ("SERVICE", "unité Roy")], [("SERVICE", "Service social"), ("SERVICE", "unité Roy")]),
        ("Chalon s/ Saône (71), retour", [("VILLE", "Chalon"), ("VILLE", "Saône")], [("VILLE", "Chalon s/ Saône")]),
        ("vit à Chalon/Saône", [("VILLE", "Chalon"), ("VILLE", "Saône")], [("VILLE", "Chalon/Saône")]),
        ("vit à Lens/Arras", [("VILLE", "Lens"), ("VILLE", "Arras")], [("VILLE", "Lens"), ("VILLE", "Arras")]),
        ("cité Rosa-Parks, bât. F", [("ADRESSE", "cité Rosa-Parks"), ("ADRESSE", "bât. F")], [("ADRESSE", "cité Rosa-Parks, bât. F")]),
        ("vit à Ivry. Marche", [("VILLE", "Ivry")], [("VILLE", "Ivry")]),
        ("M. Arlon (B)", [("NOM", "Arlon")], [("NOM", "Arlon")]),
        ("en unité Widal 1.", [("SERVICE", "unité Widal")], [("SERVICE", "unité Widal 1")]),
        ("à Timone 2, ce jour", [("HOPITAL", "Timone")], [("HOPITAL", "Timone 2")]),
        ("à Timone 2 jours", [("HOPITAL", "Timone")], [("HOPITAL", "Timone")]),
        ("agent à ADP Orly 4\nSSIAD", [("ORGANISME", "ADP Orly")], [("ORGANISME", "ADP Orly 4")]),
        ("agent à ADP Orly 4 mois", [("ORGANISME", "ADP Orly")], [("ORGANISME", "ADP Orly")]),
        ("CMP de Vesou1 depuis", [("VILLE", "Vesou")], [("VILLE", "Vesou1")]),
        ("chez Ory et Fils, menuisier", [("ORGANISME", "Ory")], [("ORGANISME", "Ory et Fils")]),
        ("avec ARSLA 34, puis", [("ORGANISME", "ARSLA")], [("ORGANISME", "ARSLA 34")]),
        ("avec ARSLA 34 ans", [("ORGANISME", "ARSLA")], [("ORGANISME", "ARSLA")]),
        ("vit à Lens. Marche", [("VILLE", "Lens")], [("VILLE", "Lens")]),
        ("au Conquer. Marche", [("VILLE", "Conquer")], [("VILLE", "Conquer")]),
    ],
)  # fmt: skip
def test_the_rest_of_a_name(text, parts, expected):
    assert found(text, *parts) == expected


def test_a_closing_quote_of_the_next_span_stays_its_own():
    text = "unité « Ponant »12"
    spans = [
        Span(0, 5, "ORG", "SERVICE"),
        Span(8, 14, "LOC", "VILLE"),
        Span(15, 18, "DATE", "DATE"),
    ]
    assert whole_names(text, spans) == spans


def test_nothing_grows_over_the_next_span():
    text = "HDJ Ponant 2, hier"
    spans = [Span(0, 10, "ORG", "SERVICE"), Span(11, 12, "DATE", "DATE")]
    assert whole_names(text, spans) == spans
