"""The gazetteers know hospitals and towns that the model takes for persons."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ, model_span
from worker.engine.note import Note
from worker.engine.relabelling.by_gazetteer import relabel_by_gazetteer


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        ("stenté à Pontchaillou", [("VILLE", "Pontchaillou")], ["HOPITAL"]),
        ("opéré à Bichat", [("NOM", "Bichat")], ["HOPITAL"]),
        ("M. Pontchaillou", [("NOM", "Pontchaillou")], ["NOM"]),
        ("à Anne Pontchaillou", [("PRENOM", "Anne"), ("NOM", "Pontchaillou")], ["PRENOM", "NOM"]),
        ("rentre (Abidjan) ce jour", [("NOM", "Abidjan")], ["VILLE"]),
        ("parle de Roy", [("NOM", "Roy")], ["NOM"]),
        ("selon abidjan", [("NOM", "abidjan")], ["NOM"]),
        ("tube Abidjan", [("AUTRE", "Abidjan")], ["AUTRE"]),
        ("parcours : Érythrée, Soudan", [("PRENOM", "Érythrée")], ["PAYS"]),
        ("escale Addis-Abeba", [("DEPARTEMENT", "Addis-Abeba")], ["VILLE"]),
        ("né à Dole (39)", [("VILLE", "Dole"), ("AGE", "39")], ["VILLE", "DEPARTEMENT"]),
        ("né à Dole 39", [("VILLE", "Dole"), ("AGE", "39")], ["VILLE", "AGE"]),
    ],
)
def test_kind_by_gazetteer(text, parts, expected):
    spans = [model_span(text, *part) for part in parts]
    found = relabel_by_gazetteer(Note(text), spans, NOTHING_READ)
    assert [span.subtype for span in found] == expected


def test_what_the_patient_s_data_gave_stays():
    span = Span(9, 15, "PER", "NOM", 1.0, "patient:last_name")
    assert relabel_by_gazetteer(Note("opéré à Bichat"), [span], NOTHING_READ) == [span]
