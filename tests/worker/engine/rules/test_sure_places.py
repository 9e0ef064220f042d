"""Words that stand where names stand."""

import pytest


@pytest.mark.parametrize(
    "plain",
    [
        "VITAMINE D   HEPATITE B   PROTEINE C",
        "GENOU D      HANCHE G",
        "II-3 fausse couche, IV.2 Mort in utero",
        "lit 4 grave, box 2 calme, ch 3 sortie",
        "mr gros probleme, mme petit gabarit",
        "selon Gustilo, selon Cockcroft, selon Chung",
        "prescription de Doliprane",
        "mère de Turner",
    ],
)
def test_words_in_the_same_places(check, plain):
    check(plain, only="PER")
