"""Civilities and « Cedex » stay outside, whatever the model took with a name."""

import pytest

from annotation.domain.spans import Span
from worker.engine.boundaries.edges import completed, trimmed


@pytest.mark.parametrize(
    ("subtype", "taken", "kept"),
    [
        ("NOM", "Dr Martin", "Martin"),
        ("NOM", "M. le Gall", "le Gall"),
        ("NOM", "Monsieur Durand", "Durand"),
        ("PRENOM", "IDE Coralie", "Coralie"),
        ("NOM", "DR  PR SAINT-CYR", "SAINT-CYR"),
        ("NOM", "Idelson", "Idelson"),
        ("NOM", "Mme", "Mme"),
        ("VILLE", "LILLE CEDEX", "LILLE"),
        ("VILLE", "Dijon Cedex 09", "Dijon"),
        ("VILLE", "Cedex", "Cedex"),
        ("HOPITAL", "CHU de Dijon cedex", "CHU de Dijon cedex"),
        ("NOM", "Maître Roy", "Roy"),
        ("QID", "SN 69148820", "69148820"),
        ("QID", "HB-KJ 4417", "HB-KJ 4417"),
        ("ORG", "VSL Taxi Roy", "Taxi Roy"),
        ("ORG", "labo de Dole", "labo de Dole"),
        ("ADRESSE", ", rue du Fort 9", "rue du Fort 9"),
        ("AGE", "62)", "62"),
        ("HOPITAL", "EHPAD « Les Ormes »", "EHPAD « Les Ormes »"),
        ("HOPITAL", "Les Ormes »", "Les Ormes"),
        ("HOPITAL", "CHU (site Nord)", "CHU (site Nord)"),
    ],
)
def test_what_stays(subtype, taken, kept):
    text = f"vu ( {taken} ) hier"
    start = text.index(taken)
    label = subtype if subtype in ("QID", "ORG") else "PER"
    (span,) = trimmed(text, [Span(start, start + len(taken), label, subtype)])
    assert text[span.start : span.end] == kept


def test_a_town_after_a_police_station_stands_alone():
    text = "PV du commissariat Dijon"
    (span,) = trimmed(text, [Span(6, 24, "ORG", "ORGANISME")])
    assert (span.label, span.subtype, text[span.start : span.end]) == ("LOC", "VILLE", "Dijon")


@pytest.mark.parametrize(
    ("text", "spans", "words"),
    [
        ("vu par J. Roy", [("INITIALES", 7, 8), ("NOM", 10, 13)], ["J.", "Roy"]),
        ("vu par MLG.", [("INITIALES", 7, 10)], ["MLG"]),
        ("Roy Mad. 90 ans", [("NOM", 0, 3), ("PRENOM", 4, 7)], ["Roy", "Mad."]),
        ("vu par Eva. Sortie", [("PRENOM", 7, 10)], ["Eva"]),
        ("Zoé Le Floc'h", [("PRENOM", 0, 3), ("NOM", 4, 11), ("NOM", 12, 13)], ["Zoé", "Le Floc'", "h"]),
        ("varicelle à 4 a. puis", [("AGE", 12, 15)], ["4 a."]),
        ("à 4 ans. Puis", [("AGE", 2, 7)], ["4 ans"]),
        ("tenu pendant vingt-deux ans", [("DUREE", 13, 27)], ["pendant vingt-deux ans"]),
        ("suivi depuis environ 3 ans", [("DUREE", 21, 26)], ["depuis environ 3 ans"]),
        ("traité 3 ans", [("DUREE", 7, 12)], ["3 ans"]),
        ("chez Ory et Fils, menuisier", [("ORGANISME", 5, 8)], ["Ory et Fils"]),
        ("", [], []),
    ],
)  # fmt: skip
def test_signs_of_a_name_belong_to_it(text, spans, words):
    given = [Span(start, end, "PER", subtype) for subtype, start, end in spans]
    assert [text[s.start : s.end] for s in completed(text, given)] == words
