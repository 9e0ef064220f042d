"""Whole snippets in the manners hospitals write: dictated, scanned, typed in haste, tables."""

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        # typed in haste, no capitals
        # dictated
        "Monsieur [[NOM:Durand]], né le [[DATE_NAISSANCE:trois avril mille neuf cent quarante-deux]], "
        "a été hospitalisé du [[DATE:douze janvier]] au [[DATE:quinze janvier deux mille vingt]].",
        "joignable au [[TEL:zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre]]",
        "âgée de [[AGE:quatre-vingt-deux ans]], en [[DATE:mars deux mille dix-neuf]]",
        # scanned
        "Docteur\n[[PRENOM:Jean]] [[NOM:MARTIN]]\n[[ADRESSE:12 rue de la Paix]]",
        # tables and forms
        "Nom\t[[NOM:DUPONT]]\nPrénom\t[[PRENOM:Marie]]\nNé(e) le\t[[DATE_NAISSANCE:12/03/1950]]",
        "Nom\n[[NOM:DUPONT]]\nPrénom\n[[PRENOM:Marie]]\n",
        "Nom | [[NOM:DUPONT]] | Prénom | [[PRENOM:Marie]] | Sexe | F",
        "NOM [[NOM:DUPONT]] PRENOM [[PRENOM:MARIE]] DDN [[DATE_NAISSANCE:12/03/1950]]",
        "[[DATE:12/03/24]] 08:15  Hb 12,1",
        "Présents : Dr [[NOM:Martin]], Dr [[NOM:Roux]] (chirurgie), Pr [[NOM:Blanc]]",
        "Antériorité du [[DATE:12/01/24]] : 4,2",
        "Hospitalisé [[DATE:12/03/2020]]-[[DATE:15/03/2020]]",
        "Bloc [[AUTRE:P24-01234]] lu ce jour",
        "retraité [[ORGANISME:SNCF]]",
        "oxygène par [[ORGANISME:Vitalaire]]",
        "[[HOPITAL:C.H.U. de Dijon]]",
    ],
)
def test_many_manners(check, marked):
    check(marked)
