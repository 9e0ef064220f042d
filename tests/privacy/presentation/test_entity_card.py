"""Where an entity comes from, on its card."""

from __future__ import annotations

import pytest

from privacy.presentation.cards.entity import finder_words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("model:ner-fr-4-98fcb2e8d2a0", "Trouvée par le modèle ner-fr-4."),
        ("model:ner-fr-4", "Trouvée par le modèle ner-fr-4."),
        ("rule:secu", "Trouvée par une règle (n° de sécurité sociale)."),
        ("patient:last_name", "Trouvée d'après les données structurées du patient."),
        ("user:12", "Annotée ou corrigée à la main."),
        ("gold", "Présente dans les annotations en vigueur de la note."),
    ],
)
def test_it_is_told_in_words_without_fingerprint_or_internal_name(source, words):
    assert finder_words(source) == words
