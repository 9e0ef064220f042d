"""« Cedex » and loose signs stay outside, whatever the model took with a name."""

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
        ("QID", "HB-KJ 4417", "HB-KJ 4417"),
        ("QID", "VD 470 001", "VD 470 001"),
        ("ADRESSE", ", rue du Fort 9", "rue du Fort 9"),
        ("DATE", "1er mai", "1er mai"),
    ],
)
def test_what_stays(subtype, taken, kept):
    text = f"vu ( {taken} ) hier"
    start = text.index(taken)
    label = subtype if subtype in ("QID", "MAIL", "DATE") else "PER"
    (span,) = cut_edges(Note(text), [Span(start, start + len(taken), label, subtype)], NOTHING_READ)
    assert text[span.start : span.end] == kept
