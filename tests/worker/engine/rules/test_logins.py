import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Saisi par [[AUTRE:jdupont2]] hier",
        "imprimé par [[AUTRE:l.tran]], poste",
        "Validé le 12/03/2024 à 10:22 par [[AUTRE:u104455]]",
        "Utilisateur : [[AUTRE:MARTINP]]   Login [[AUTRE:p.leroy]]",
        "login [[AUTRE:ltran]]",
        "nom d'utilisateur = [[AUTRE:ltran]]",
        "connecté en tant que [[AUTRE:l.tran]]",
        "adresse IP : [[AUTRE:192.168.1.12]]",
    ],
)
def test_names_of_accounts(check, marked):
    check(marked, only="QID")


@pytest.mark.parametrize(
    "plain",
    [
        "fait par b12",
        "compte : rendu opératoire",
        "session de kiné",
        "utilisateur régulier de cannabis",
        "vu par le dr",
        "suivi par t.martin",
        "version 10.2.3.4",
    ],
)
def test_what_is_no_account(check, plain):
    check(plain, only="QID")
