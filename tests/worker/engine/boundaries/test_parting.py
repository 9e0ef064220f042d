"""A span of the model that holds two things becomes two."""

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ
from worker.engine.boundaries.parting import part
from worker.engine.note import Note


def parts(subtype, words, before="", after=""):
    """Sub-type and words of what becomes of `words`, taken whole."""
    text = before + words + after
    span = Span(len(before), len(before) + len(words), SUBTYPE_TO_LABEL[subtype].value, subtype)
    found = part(Note(text), [span], NOTHING_READ)
    return [(piece.subtype, text[piece.start : piece.end]) for piece in found]


@pytest.mark.parametrize(
    ("subtype", "words", "expected"),
    [
        ("ADRESSE", "Résidence du Parc - 3 rue Haute", [("ADRESSE", "Résidence du Parc - 3 rue Haute")]),
        ("HOPITAL", "HOPITAL PASTEUR - DOLE", [("HOPITAL", "HOPITAL PASTEUR"), ("VILLE", "DOLE")]),
        ("HOPITAL", "CHU de Rouen - Charles-Nicolle", [("HOPITAL", "CHU de Rouen - Charles-Nicolle")]),
        ("HOPITAL", "CH de Dole", [("HOPITAL", "CH de Dole")]),
        ("ORGANISME", "Les Ateliers du Nord", [("ORGANISME", "Les Ateliers du Nord")]),
        ("HOPITAL", "CENTRE HOSPITALIER BOURGES", [("HOPITAL", "CENTRE HOSPITALIER BOURGES")]),
        ("HOPITAL", "HOPITAL PASTEUR - BOURGES", [("HOPITAL", "HOPITAL PASTEUR"), ("VILLE", "BOURGES")]),
        ("HOPITAL", "Hôpital Nord - Villefranche", [("HOPITAL", "Hôpital Nord"), ("VILLE", "Villefranche")]),
        ("SERVICE", "Médecine - aile B", [("SERVICE", "Médecine - aile B")]),
        ("NOM", "Roy à Dole", [("NOM", "Roy à Dole")]),
    ],
)  # fmt: skip
def test_parts(subtype, words, expected):
    assert parts(subtype, words, "vu ", " hier") == expected
