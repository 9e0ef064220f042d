"""Kinds that the notes of authors D (kidney, blood) and E (psychiatry) showed, each worded otherwise. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from tests.icdcoder.domain.small_coder import misread

DENIED = [
    ("VHB, VHC, VIH nég.", "-B18 -B24"),
    ("VHC connu, VIH nég.", "B18"),
    ("Recherche de rotavirus, norovirus : négative.", "-A08"),
    ("Candidose et pneumocystose : prophylaxie.", "-B48 -B37"),
    ("Arrêt du traitement par crainte de l'incontinence.", "-R32"),
]
SENSES = [
    ("Taux de facteur Willebrand prélevé.", "-D680"),
    ("DFG, leucocytes 12.", "-N18"),
    ("Sur le plan social : retraité.", "-Z562"),
    ("Menacé par un plan social.", "Z562"),
    ("Éruption de cause inconnue.", "-R69"),
    ("Alcool festif.", "-F101"),
    ("Cannabis le week-end.", "Z722 -F121"),
    ("Cocaïne arrêtée depuis cinq ans.", "-F14"),
    ("Fauteuil roulant pour les sorties.", "-Z993"),
    ("Plasmaphérèses x 6 en réanimation.", "-Z513"),
    ("Venu pour séance de plasmaphérèse.", "Z513"),
    ("Surendettement.", "Z598 -Z596"),
]
BEARING = [
    ("Femme 34 ans. Grossesse non désirée, implant en place. HTA.", "I10 -O"),
    ("Femme 41 ans, 3 grossesses. Phlébite du post-partum en 2011. Obésité.", "E66 -O"),
    ("Femme 30 ans, J3 post-partum, accouchée voie basse. Anémie.", "O990"),
]
BESIDE = [
    ("Polykystose rénale. HTA secondaire.", "I151 -I158"),
    ("Agoraphobie et attaques de panique.", "F4001 -F410"),
    ("Syndrome de sevrage aux opiacés, mydriase.", "F113 -H570"),
    ("Jeu pathologique, paris sportifs.", "F630 -Z726"),
    ("Scorbut, ecchymoses des jambes.", "E54 -S80"),
    ("Homme 60 ans. Trouble de la parole.", "R478 -F80"),
    ("Purpura thrombopénique idiopathique, purpura pétéchial.", "D693 -D692"),
]
WORDINGS = [
    ("Anémie à 8,7 de l'insuffisance rénale.", "D638"),
    ("Troubles de la conduction intraventriculaire.", "I454"),
    ("HSD chronique, post-traumatique.", "S065 -I620"),
    ("Gelures des doigts avec nécrose.", "T345 -T352"),
    ("Joue droite, biopsie : carcinome basocellulaire.", "C443 -C449"),
    ("Hélix gauche : carcinome épidermoïde.", "C442 -C449"),
    ("Hémiparésie gauche spastique.", "G811 -G819"),
    ("Schizophrénie résiduelle, d'évolution continue.", "F2050 -F2000"),
]


@pytest.mark.parametrize(("text", "wanted"), [*DENIED, *SENSES, *BEARING, *BESIDE, *WORDINGS])
def test_kinds(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])
