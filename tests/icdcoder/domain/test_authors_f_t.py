"""Kinds that the notes of authors f and t showed, each worded otherwise: a sentence a row. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from icdcoder.domain.patient import Patient
from tests.icdcoder.domain.small_coder import misread

VALUES = [
    ("Homme de 60 ans, CPK 24 000 après deux jours au sol.", "M6289"),
    ("Homme de 60 ans, CPK 1 200.", "-M62"),
    ("Homme de 60 ans, IgG à 3,8 g/l.", "D801"),
    ("Homme de 60 ans, IgG à 9,8 g/l.", "-D80"),
    ("Kaliémie 3,3 supplémentée par Diffu-K.", "E876"),
    ("K 3,4, pas de modification.", "-E876"),
    ("Renutrition prudente, P 0,38 rechargé.", "E833"),
    ("Hb 9,2 ferritine 8.", "D509"),
    ("Hb 9,2 ferritine 480.", "-D50"),
    ("Créatinine 138 (base 72).", "N179"),
    ("Créatinine 138 (base 128).", "-N17"),
    ("Hb 7,9 à J2 post-op.", "D62"),
    ("Retrouvé dehors, T° oesoph. 29,8.", "T68"),
    ("Éosino (G/l) : 2,4.", "D721"),
    ("Nouveau-né, née à 32 semaines et 2 jours, pesant 1750 g.", "P071 P073"),
    ("Intoxication, plaquettes vides : 25 comprimés.", "-D69"),
]
TOBACCO = [
    ("Bronchite. Fume 10/j.", "Z720 -F17"),
    ("Bronchite. Fumeuse, un demi-paquet.", "Z720 -F17"),
    ("Bronchite. Fume 10/j, Fagerström 8.", "F17 -Z720"),
    ("BPCO stade 3. Fume 10/j.", "F17 -Z720"),
    ("Bronchite. Tabac 30 cig/j.", "F17 -Z720"),
]
SENSES = [
    ("Délivrance complète, utérus mou, massage, globe obtenu.", "-R33"),
    ("Globe à 800 ml, sonde.", "R33"),
    ("Fibrillation réduite par choc électrique.", "-R57"),
    ("Arrêt du port de charges un mois. Hernie inguinale.", "-X50"),
    ("Pneumothorax, dystrophie bulleuse.", "J439 -H18"),
    ("IM minime. Bronchite.", "-I34"),
    ("Vit seule depuis le décès du mari (2009).", "-Z634"),
    ("Gonarthrose du compartiment interne et moyen.", "-Z59"),
    ("Cellulite, douleurs et décharges électriques de la jambe, DN4 5.", "-W86"),
    ("Douleur cœliaque d'un cancer de la tête du pancréas.", "C250 -K90"),
    ("Éleveur, sa femme enceinte de 5 mois, fièvre Q avec pneumopathie.", "A78 J178 -O -J189"),
]


@pytest.mark.parametrize(("text", "wanted"), VALUES + TOBACCO + SENSES)
def test_kinds(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


@pytest.mark.parametrize(
    ("text", "is_treated"),
    [
        ("dt2 sous glargine 14 ui", True),
        ("insu 12-0-8", True),
        ("hyperk : insuline-glucose", False),
    ],
)
def test_insulin_is_a_treatment_by_its_molecules(text, is_treated):
    assert Patient(text).holds("insulin") is is_treated
