"""A capital that the model nearly finds ordinary counts after a word that announces a place or a body."""

import re

import pytest

from annotation.domain.spans import Span
from worker.engine.doubt import Reading
from worker.engine.suspects import suspected


def reading(text, word, outside):
    bounds = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    doubts = [outside if text[start:end] == word else 1.0 for start, end in bounds]
    return Reading([], [start for start, _ in bounds], [end for _, end in bounds], doubts)


@pytest.mark.parametrize(
    ("text", "word", "outside", "expected"),
    [
        ("logé dans la zone de La Martelle depuis", "Martelle", 0.97, [("VILLE", "La Martelle")]),
        ("ancien porion des Houillères, diabète", "Houillères", 0.97, [("ORGANISME", "Houillères")]),
        ("logé dans la zone de La Martelle depuis", "Martelle", 0.99, []),
        ("une douleur de Martelle depuis", "Martelle", 0.97, []),
        ("plage de Crohn", "Crohn", 0.97, []),  # an eponym
        ("dans la zone de martelle", "martelle", 0.97, []),
        ("ZONE DE MARTELLE", "MARTELLE", 0.97, []),
    ],
)  # fmt: skip
def test_a_weak_cue_and_a_weak_doubt(text, word, outside, expected):
    spans = suspected(text, [], reading(text, word, outside))
    assert [(span.subtype, text[span.start : span.end]) for span in spans] == expected


def test_what_is_found_already_is_not_found_again():
    text = "dans la zone de Martelle"
    held = [Span(16, 24, "PER", "NOM")]
    assert suspected(text, held, reading(text, "Martelle", 0.97)) == []
