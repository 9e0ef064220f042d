"""Figures that a scanner took for letters are still a date or a phone."""

import pytest

from worker.engine.rules.document import Document
from worker.engine.rules.misread import find_misread


def found(text):
    return [(s.subtype, text[s.start : s.end]) for s in find_misread(Document.read(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("né le O5-1O-195O à Dole", [("DATE_NAISSANCE", "O5-1O-195O")]),
        ("vu le 25 fevrier 2O2O ici", [("DATE", "25 fevrier 2O2O")]),
        ("Te1. O3 53 O1 88 2O", [("TEL", "O3 53 O1 88 2O")]),
        ("O2 2/3/4L", []),
        ("O2 à 3 l/min, 1/2 dose", []),
        ("FE 6O%, pouls 8O", []),
        ("il l'a vu le 12/03/2020", []),
    ],
)
def test_misread_numbers(text, expected):
    assert found(text) == expected
