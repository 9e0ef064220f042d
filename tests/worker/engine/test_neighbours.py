"""The other half of a name and the rest of a list stand beside what was found."""

import pytest

from annotation.domain.spans import Span
from worker.engine.neighbours import beside_names
from worker.engine.rules.document import Document


def beside(text, word, subtype):
    start = text.index(word)
    known = Span(start, start + len(word), "PER", subtype, 0.9, "model:m")
    return [
        (text[span.start : span.end], span.subtype)
        for span in beside_names(Document.read(text), [known])
    ]


@pytest.mark.parametrize(
    ("text", "word", "subtype", "found"),
    [
        ("pt moreau philippe vu", "moreau", "NOM", [("philippe", "PRENOM")]),
        ("MASSON CLAIRE vue", "MASSON", "NOM", [("CLAIRE", "PRENOM")]),
        ("vu isabelle moreau hier", "isabelle", "PRENOM", [("moreau", "NOM")]),
        ("IAO marjorie d.   tri 3", "marjorie", "PRENOM", [("d.", "INITIALES")]),
        ("Sixte, Hermine et Foulques.", "Sixte", "PRENOM", [("Hermine", "PRENOM"), ("Foulques", "PRENOM")]),
        ("Mme Moreau marche seule", "Moreau", "NOM", []),
        ("Mme Moreau Marche seule, elle marche", "Moreau", "NOM", []),
        ("vue avec isabelle passe demain", "isabelle", "PRENOM", []),
        ("moreau\nphilippe", "moreau", "NOM", []),
        ("Paul, Lyon et retour", "Paul", "PRENOM", []),
        ("M. Moreau a. puis b", "Moreau", "NOM", []),
    ],
)  # fmt: skip
def test_what_stands_beside(text, word, subtype, found):
    assert beside(text, word, subtype) == found


def test_what_is_held_already_is_not_found_again():
    text = "moreau philippe"
    spans = [Span(0, 6, "PER", "NOM", 0.9, "m"), Span(7, 15, "PER", "PRENOM", 0.9, "m")]
    assert list(beside_names(Document.read(text), spans)) == []
