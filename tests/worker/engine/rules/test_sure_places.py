"""Names told by their place: columns of signatures, family trees, beds, colleagues asked."""

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "fin\n[[NOM:LALLEMAND]] [[INITIALES:E.]]\nfin",
        "mr [[NOM:grand]], stable",
        "bruxisme, prescr [[NOM:HADDAD]], vu",
        "garde : [[NOM:Lemaire]]",
        "mère d'[[PRENOM:Enzo]] et père de [[PRENOM:Paul]]",
    ],
)
def test_names_told_by_their_place(check, marked):
    check(marked, only="PER")


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
