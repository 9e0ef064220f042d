"""Kinds that the notes of a seventh author showed, each worded otherwise: a sentence a row. All invented."""

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

SAID = [
    # a sign goes beside its disease
    ("Érysipèle de la jambe droite, ganglion inguinal.", {"A46"}),
    ("DMLA exsudative, DSR à l'OCT.", {"H353"}),
    ("Syndrome de Gougerot, bouche sèche.", {"M350"}),
    ("Endométriose, dyspareunie.", {"N809"}),
    ("Cystite avec brûlures.", {"N309"}),
    ("Polyneuropathie, brûlures des pieds.", {"G629"}),
    ("Pyélonéphrite obstructive sur calcul urétéral.", {"N136"}),
    ("Rectocolite hémorragique, rectorragies.", {"K519"}),
    ("Cachexie, amyotrophie.", {"R64"}),
    ("CIVD, plaquettes à 40 000.", {"D65"}),
    ("SMD, thrombopénie.", {"D469"}),
    ("Néphropathie lupique, hématurie.", {"N085"}),
    ("Embolie graisseuse avec confusion.", {"T791"}),
    # a general code beside a precise one, the eye or orbit of a disease
    ("SEP, névrite optique droite.", {"G35", "H481"}),
    ("Névrite optique droite.", {"H46"}),
    ("Basedow, exophtalmie.", {"E050", "H062"}),
    ("Kératite sur zona ophtalmique.", {"B023", "H192"}),
    ("AOMI stade 2, athéromatose.", {"I7020"}),
]
KNOWN = "E440 H169 H052 H332 I7090 M625 N201 N946 R233 R31 R590 R682 T250 T300"


@pytest.fixture(scope="module")
def reader():
    codes = {code for _text, wanted in SAID for code in wanted} | set(KNOWN.split())
    return DictionaryCoder(
        Nomenclature(CodeEntry(code, f"Essai {code}", "", True, False) for code in sorted(codes))
    )


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_wording(reader, text, wanted):
    assert {found.code for found in reader.predict([text])[0]} == wanted
