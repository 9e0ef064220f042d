"""A small nomenclature with labels in our own words; no official text is in this repository."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

from icdcoder.domain.nomenclature import HEADER

# code, type (3 = subdivided category), label invented for the tests
INVENTED = """
A41 3 Infections généralisées (libellé de test)
A419 0 Sepsis, sans précision
B24 0 Infection à VIH, sans précision
C50 3 Cancers du sein (test)
C509 0 Cancer mammaire, sans précision
D649 0 Anémie, sans précision
E10 3 Diabète insulinique (test)
E109 0 Diabète insulinique du jeune sans complication
E11 3 Diabète sucré gras
E119 0 Diabète sucré gras, sans complication
E149 0 Diabète de nature inconnue (test)
E559 0 Manque de vitamine D, sans précision
E669 0 Obésité, sans précision
F03 0 Démence, sans précision
F102 0 Dépendance alcoolique (test)
F172 0 Dépendance tabagique (test)
F329 0 Épisode dépressif, sans précision
I10 0 Hypertension essentielle (primitive)
I21 3 Infarctus (test)
I219 0 Infarctus du coeur, sans précision
I269 0 Embolie des poumons (test)
I489 0 Fibrillation des oreillettes (test)
I50 3 Insuffisances du coeur
I501 0 Défaillance du ventricule gauche
I509 0 Défaillance cardiaque, sans précision
I64 0 Attaque cérébrale (test)
I639 0 Infarctus du cerveau (test)
I802 0 Phlébite profonde (test)
J18 3 Pneumonies (test)
J189 0 Pneumonie, sans précision
J44 3 Bronchopathies obstructives (test)
J441 0 Bronchopathie obstructive avec poussée (test)
J449 0 Bronchopathie obstructive, sans précision
K219 0 Reflux acide (test)
K703 0 Cirrhose alcoolique (du foie)
K746 0 Cirrhoses (du foie), autres et sans précision
N10 0 Pyélite aiguë (test)
N179 0 Insuffisance rénale brutale (test)
N189 0 Insuffisance rénale prolongée (test)
N19 0 Insuffisance rénale, sans précision
R05 0 Toux
R509 0 Fièvre, sans précision
S72 3 Fracture du fémur (test)
S720 3 Fracture du col fémoral (test)
S7200 0 Fracture fermée du col fémoral (test)
S729 0 Fracture du fémur, partie non précisée
W19 0 Chute, sans précision
X84 0 Geste suicidaire (test)
Z853 0 Antécédents de cancer mammaire (test)
Z864 0 Dépendance passée (test)
Z966 0 Porteur de prothèse articulaire (test)
Q999 3 *** SU11 *** Code retiré (test)
"""


def rows() -> list[list[str]]:
    """The invented nomenclature as ATIH's six columns."""
    parsed = [line.split(" ", 2) for line in INVENTED.strip().splitlines()]
    return [[code, kind, "", "", label.upper(), label] for code, kind, label in parsed]


def write_nomenclature(path: Path) -> None:
    with gzip.open(path, "wt", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER)
        writer.writerows(rows())
