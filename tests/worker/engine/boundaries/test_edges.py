"""Field names and « Cedex » stay outside, whatever the model took with a name."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ
from worker.engine.boundaries.edges import cut_edges
from worker.engine.note import Note


@pytest.mark.parametrize(
    ("subtype", "taken", "kept"),
    [
        ("VILLE", "LILLE CEDEX", "LILLE"),
        ("VILLE", "Dijon Cedex 09", "Dijon"),
        ("VILLE", "Cedex", "Cedex"),
        ("HOPITAL", "CHU de Dijon cedex", "CHU de Dijon cedex"),
        ("QID", "SN 69148820", "69148820"),
        ("QID", "HB-KJ 4417", "HB-KJ 4417"),
        ("ORG", "VSL Taxi Roy", "Taxi Roy"),
        ("ORG", "labo de Dole", "labo de Dole"),
        ("ADRESSE", ", rue du Fort 9", "rue du Fort 9"),
        ("AGE", "62)", "62"),
        ("HOPITAL", "EHPAD « Les Ormes »", "EHPAD « Les Ormes »"),
        ("HOPITAL", "Les Ormes »", "Les Ormes"),
        ("HOPITAL", "CHU (site Nord)", "CHU (site Nord)"),
        ("MAIL", "mél pui@exemple.fr", "pui@exemple.fr"),
        ("MAIL", "courriel : a.roy@exemple.fr", "a.roy@exemple.fr"),
        ("DATE", "1e O6/O5/2O18", "O6/O5/2O18"),
        ("DATE", "1er mai", "1er mai"),
    ],
)
def test_what_stays(subtype, taken, kept):
    text = f"vu ( {taken} ) hier"
    start = text.index(taken)
    label = subtype if subtype in ("QID", "ORG", "MAIL", "DATE") else "PER"
    (span,) = cut_edges(Note(text), [Span(start, start + len(taken), label, subtype)], NOTHING_READ)
    assert text[span.start : span.end] == kept


def test_a_town_after_a_police_station_stands_alone():
    text = "PV du commissariat Dijon"
    (span,) = cut_edges(Note(text), [Span(6, 24, "ORG", "ORGANISME")], NOTHING_READ)
    assert (span.label, span.subtype, text[span.start : span.end]) == ("LOC", "VILLE", "Dijon")
