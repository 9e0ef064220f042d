"""Kinds that the notes of authors x and z showed, each worded otherwise: a sentence a row. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from tests.icdcoder.domain.small_coder import misread

READING = [
    # who is meant, and what is sure
    ("La mère de la patiente a été opérée d'un cancer du sein.", "-C50 -Z853"),
    ("Sa femme, atteinte de Parkinson, l'accompagne.", "-G20"),
    ("L'aspect d'érythème migrant ne se discute pas.", "A692"),
    ("Wernicke probable retenu, thiamine.", "E512"),
    ("Cannabis jamais.", "-F12"),
    ("Un trouble bipolaire ou une schizophrénie ont été évoqués et ne sont pas retenus.", "-F20"),
    ("À programmer : coloscopie, cure de hernie inguinale.", "-K40"),
    ("Hernie inguinale droite à opérer.", "K40"),
    ("Consignes hémorragie données.", "-R58"),
]


@pytest.mark.parametrize(("text", "wanted"), [*READING])
def test_wording(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])
