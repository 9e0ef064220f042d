"""What stands before a name says whether it is a person's or a body's."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import model_span
from worker.engine.relabelling.by_context import named_by_context, told_by_rules


def found(text, *parts):
    """Spans of the parts, each a pair of a sub-type and its words in the text."""
    spans = [model_span(text, *part) for part in parts]
    return [(s.subtype, text[s.start : s.end]) for s in named_by_context(text, spans)]


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        ("suivi à la clinique Sourdille", [("NOM", "Sourdille")], [("HOPITAL", "clinique Sourdille")]),
        ("né à la clinique de Dole", [("VILLE", "Dole")], [("HOPITAL", "clinique de Dole")]),
        ("labo de Gray", [("VILLE", "Gray")], [("VILLE", "Gray")]),
        ("élève au lycée Jean Moulin", [("PRENOM", "Jean"), ("NOM", "Moulin")], [("ORGANISME", "lycée Jean Moulin")]),
        ("la pharmacie Rouquette", [("ORGANISME", "Rouquette")], [("ORGANISME", "pharmacie Rouquette")]),
        ("Employeur : Davigel", [("NOM", "Davigel")], [("ORGANISME", "Davigel")]),
        ("Employeur : Jean Roy", [("PRENOM", "Jean"), ("NOM", "Roy")], [("PRENOM", "Jean"), ("NOM", "Roy")]),
        ("Hôpital : Les Ormes", [("NOM", "Les Ormes")], [("HOPITAL", "Les Ormes")]),
        ("clinique du Dr Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("stenté à Pontchaillou", [("VILLE", "Pontchaillou")], [("HOPITAL", "Pontchaillou")]),
        ("M. Pontchaillou", [("NOM", "Pontchaillou")], [("NOM", "Pontchaillou")]),
        ("réunion salle Delarue", [("NOM", "Delarue")], [("SERVICE", "salle Delarue")]),
        ("CPAM de Lens", [("VILLE", "Lens")], [("ORGANISME", "CPAM de Lens")]),
        ("chef de clinique de Lens", [("VILLE", "Lens")], [("VILLE", "Lens")]),
        ("chez Bâti-Est SARL", [("ORGANISME", "Bâti-Est"), ("ORGANISME", "SARL")], [("ORGANISME", "Bâti-Est SARL")]),
        ("transport Taxis Roy", [("ORGANISME", "Taxis Roy")], [("ORGANISME", "Taxis Roy")]),
        ("Référence : votre BE n° 118/AM", [("AUTRE", "118/AM")], [("REF", "118/AM")]),
        ("treize ans au préventorium de Lens", [("VILLE", "Lens")], [("HOPITAL", "préventorium de Lens")]),
        ("retour à la mat. de Lens", [("NOM", "de Lens")], [("HOPITAL", "mat. de Lens")]),
        ("parle de Roy", [("NOM", "de Roy")], [("NOM", "de Roy")]),
        ("transport en VSL Taxi Roy", [("ORGANISME", "Taxi Roy")], [("ORGANISME", "Taxi Roy")]),
        ("venue de l'USLD du CH de Lens", [("HOPITAL", "CH de Lens")], [("HOPITAL", "USLD du CH de Lens")]),
        ("tient le gîte La Truffe", [("VILLE", "La Truffe")], [("ORGANISME", "gîte La Truffe")]),
        ("tient le gîte de Lens", [("VILLE", "Lens")], [("VILLE", "Lens")]),
        ("accueil de nuit Les Tilles", [("NOM", "Les Tilles")], [("ORGANISME", "accueil de nuit Les Tilles")]),
        ("clinique Sourdille. Vu par Anne", [("NOM", "Sourdille"), ("PRENOM", "Anne")], [("HOPITAL", "clinique Sourdille"), ("PRENOM", "Anne")]),
        ("l'équipe de Sophie Roy", [("PRENOM", "Sophie"), ("NOM", "Roy")], [("PRENOM", "Sophie"), ("NOM", "Roy")]),
        ("l'équipe de Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("dans le service de Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("mat. Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("entré au bloc Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("étude Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("au bar Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("salon Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("étage Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("secteur Roy", [("NOM", "Roy")], [("NOM", "Roy")]),
        ("l'association de Sophie Roy", [("PRENOM", "Sophie"), ("NOM", "Roy")], [("PRENOM", "Sophie"), ("NOM", "Roy")]),
        ("service Pontchaillou", [("NOM", "Pontchaillou")], [("SERVICE", "service Pontchaillou")]),
        ("unité Roy, Petit", [("NOM", "Roy"), ("NOM", "Petit")], [("NOM", "Roy"), ("NOM", "Petit")]),
        ("la clinique\nSourdille", [("NOM", "Sourdille")], [("NOM", "Sourdille")]),
    ],
)  # fmt: skip
def test_kind_by_context(text, parts, expected):
    assert found(text, *parts) == expected


def test_what_the_patients_data_gave_stays():
    text = "clinique Roy"
    span = Span(9, 12, "PER", "NOM", 1.0, "patient")
    assert named_by_context(text, [span]) == [span]


def test_a_rule_that_read_which_number_it_is_names_the_model_s_span():
    model = [Span(5, 16, "QID", "AUTRE"), Span(20, 26, "LOC", "VILLE"), Span(30, 40, "TEL", "TEL")]
    rules = [
        Span(5, 16, "QID", "RPPS"), Span(20, 26, "LOC", "REGION"), Span(30, 40, "QID", "FINESS"),
    ]  # fmt: skip
    assert [s.subtype for s in told_by_rules(model, rules)] == ["RPPS", "REGION", "TEL"]


def test_a_rule_that_holds_a_small_part_or_nothing_of_the_span_says_nothing():
    model = [Span(0, 40, "QID", "IPP"), Span(50, 60, "QID", "AUTRE")]
    rules = [
        Span(30, 39, "QID", "FINESS"),
        Span(60, 70, "QID", "NDA"),
        Span(50, 60, "QID", "AUTRE"),
    ]
    assert told_by_rules(model, rules) == model
    assert told_by_rules(model, []) == model


@pytest.mark.parametrize(
    ("rule", "model", "expected"),
    [
        (("ORG", "ORGANISME", "rule:brand"), ("PER", "NOM", 0.95), "ORG"),
        (("LOC", "VILLE", "rule:town"), ("PER", "NOM", 0.6), "LOC"),
        (("LOC", "VILLE", "rule:town"), ("PER", "NOM", 0.95), "PER"),
        (("REF", "REF", "rule:reference"), ("QID", "AUTRE", 0.99), "REF"),
        (("ORG", "HOPITAL", "rule:hospital-name"), ("LOC", "VILLE", 0.99), "ORG"),
        (("ORG", "HOPITAL", "rule:hospital-name"), ("PER", "NOM", 0.99), "PER"),
        (("LOC", "VILLE", "rule:town-context"), ("PER", "PRENOM", 0.2), "PER"),
    ],
)
def test_a_telling_rule_labels_the_very_same_words(rule, model, expected):
    label, subtype, source = rule
    (span,) = told_by_rules(
        [Span(5, 9, model[0], model[1], model[2], "model:m")],
        [Span(5, 9, label, subtype, 0.8, source)],
    )
    assert span.label == expected


def test_a_telling_rule_says_nothing_of_other_words_nor_of_another_rule_s_span():
    rule = Span(5, 9, "ORG", "ORGANISME", 0.8, "rule:brand")
    longer = Span(5, 12, "PER", "NOM", 0.2, "model:m")
    by_rule = Span(5, 9, "PER", "NOM", 0.2, "rule:pair")
    assert told_by_rules([longer], [rule]) == [longer]
    assert told_by_rules([by_rule], [rule]) == [by_rule]
