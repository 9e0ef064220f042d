"""Civilities and « Cedex » stay outside, whatever the model took with a name."""

import pytest

from annotation.domain.spans import Span
from worker.engine.edges import trimmed


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
    ],
)
def test_what_stays(subtype, taken, kept):
    text = f"vu ( {taken} ) hier"
    start = text.index(taken)
    (span,) = trimmed(text, [Span(start, start + len(taken), "PER", subtype)])
    assert text[span.start : span.end] == kept
