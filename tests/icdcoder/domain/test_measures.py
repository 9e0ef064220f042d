"""Figures and their names. All invented."""

import re

import pytest

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.measures import measures
from icdcoder.domain.tokens import _SAME_LENGTH, fold_text
from icdcoder.domain.wordings import read_table

NAMES = [
    "IMC 31",
    "BMI 31",
    "FEVG à 35 %",
    "FE : 30",
    "FE préservée 60",
    "fraction d'éjection 45",
    "Na 124",
    "Na+ 124",
    "natrémie 124",
    "hyponatrémie à 124",
    "hypernatrémie 152",
    "sodium 124",
    "K 3,1",
    "K+ 3,1",
    "kaliémie 3,1",
    "hypokaliémie à 2,9",
    "potassium 6,1",
    "Ca 2,9",
    "calcémie 2,9",
    "hypercalcémie à 3,1",
    "DFG 24",
    "clairance 24",
    "débit de filtration glomérulaire à 24",
    "CKD-EPI 24",
    "MDRD 24",
    "albumine 24",
    "albuminémie 24",
    "alb 24",
    "perte de poids de 12 %",
    "amaigrissement de 12 %",
    "perdu 12 %",
    "né à 34 SA",
    "34 semaines d'aménorrhée",
    "poids de naissance 1650 g",
    "PN 1650 g",
    "MMS 14/30",
    "MMSE 14/30",
    "alcoolémie 2,1 g/l",
    "SCB 22 %",
    "surface corporelle brûlée 22 %",
    "phosphore 0,4",
    "hypophosphorémie à 0,4",
    "22 % de la surface corporelle",
    "22% SCT",
    "plaquettes 61 000",
    "plq 61",
    "Hb 7,1",
    "hémoglobine 7,1",
    "né à 34 SA, 1650 g",
]


@pytest.mark.parametrize("text", NAMES)
def test_where_a_measure_begins_is_told_in_full(text):
    note = CutNote.of(f"Bilan : {text}, revu.")
    sought = {
        (row["name"], match.span())
        for row in read_table("rules/measures.csv")
        for match in re.finditer(row["pattern"], note.folded)
    }
    found = {(own.name, (own.start, own.end)) for own in measures(note)}
    assert found
    assert {name for name, _span in sought if name != "birthweight"} <= {name for name, _ in found}
    assert found <= sought


@pytest.mark.parametrize("text", ["Œdème aigu, 37 °C – « Été »", "ΔP → 12 ≥ 8, Œ"])
def test_folding_by_bytes_is_folding_by_letters(text):
    assert fold_text(text) == text.translate(_SAME_LENGTH)
