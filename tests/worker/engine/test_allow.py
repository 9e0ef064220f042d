"""ECBU is nobody, unless "Mme" stands before it."""

import pytest

from annotation.domain.spans import Span
from worker.engine.allow import without_known_words


@pytest.mark.parametrize(
    ("text", "word", "subtype", "is_kept"),
    [
        ("Demande d'ECBU ce jour", "ECBU", "NOM", False),
        ("Vu en USIC hier", "USIC", "VILLE", False),
        ("Doliprane 1 g si douleur", "Doliprane", "PRENOM", False),
        ("Mme ECBU, née hier", "ECBU", "NOM", True),
        ("Nom : ECBU", "ECBU", "NOM", True),
        ("Demande de Martin ce jour", "Martin", "NOM", True),
        ("Revu par TA", "TA", "INITIALES", True),
        ("Mme TDM, née hier", "TDM", "INITIALES", True),
        ("TDM relu hier", "TDM", "INITIALES", False),
        ("Psychiatre, PH", "PH", "INITIALES", False),
        ("Mme PH, née hier", "PH", "INITIALES", True),
        ("avec le kiné, M. Serrano", "M.", "INITIALES", False),
        ("le patient M. D.", "M.", "INITIALES", True),
        ("Signé : M.", "M.", "INITIALES", True),
        ("vu par dr M. Gimeno", "M.", "INITIALES", True),
        ("Gynécologue : H. SHU", "SHU", "NOM", True),
        ("le 12/03/2020", "12/03/2020", "DATE", True),
    ],
)
def test_known_words(text, word, subtype, is_kept):
    start = text.index(word)
    span = Span(start, start + len(word), "PER", subtype, 0.9, "model:m")
    assert without_known_words(text, [span]) == ([span] if is_kept else [])
