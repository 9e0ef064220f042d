"""Kinds that the notes of author e (obstetrics, breast surgery, neonatology) showed, each worded otherwise. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from tests.icdcoder.domain.small_coder import misread

OBSTETRICS = [
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Perte de liquide franche à 4h, test Actim +, CU dès 9h.",
        "O420",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Rupture de la poche à 38 SA, entrée en travail dans les suites.",
        "O420",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Déclenché à 24 h de rupture.", "O421"),
    ("Mme B., 31 ans, G2P1, grossesse à 26 SA. HGPO 0,95 / 1,72 / 1,40.", "O244"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. HGPO à 26 SA : 0,88-1,91-1,49.",
        "O244",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 26 SA. GAJ 0,97 g/L au T1.", "O244"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 28 SA. absence d'activité cardiaque fœtale à l'échographie.",
        "O364",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 30 SA. grande citerne 11 mm.", "O410"),
    ("Mme B., 31 ans, G2P1, grossesse à 30 SA. liquide amniotique diminué, ILA 4 cm.", "O410"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 30 SA. quantité de liquide augmentée, grande citerne 92 mm.",
        "O40",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. un garçon de 640 g, sans vie.",
        "Z3710",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Naissance d'une fille mort-née de 1200 g.",
        "Z3710",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. mère épuisée, extraction par ventouse.",
        "O750",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. RCF : ralentissements tardifs, LA méconial épais.",
        "O682",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. éraillures vulvaires non suturées.",
        "O700",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. déchirure cervicale suturée.", "O713"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. AVB, délivrance dirigée, pertes 700 mL.",
        "O721",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. placenta incomplet, révision utérine, sans saignement.",
        "O731",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. J9 PP : mamelons à vif.", "O921"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. sein droit rouge, chaud et douloureux, fièvre 38,9, allaitement.",
        "O912",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. épisio lâchée, 2 points ont sauté.",
        "O901",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. EPDS 17, pleurs quotidiens.", "F530"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. ASAT 620, plaquettes 48 G/L, haptoglobine effondrée, LDH 1900.",
        "O142",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. crise d'éclampsie à J1.", "O152"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. une crise convulsive généralisée à J1 sur pré-éclampsie sévère.",
        "O152",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. HRP avec CIVD.", "O450"),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. cupule placentaire de 30 %.", "O459"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 32 SA. placenta recouvrant, métrorragies abondantes.",
        "O441",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. expulsion > 40 min, non progression de la présentation.",
        "O631",
    ),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. hématome de paroi sous-aponévrotique.",
        "O902",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 30 SA. suivi démarré tard, première écho à 25 SA.", "Z353"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 30 SA. déni partiel, découverte de la grossesse à 28 SA.",
        "Z353",
    ),
    (
        "Mme B., 31 ans, G2P1, grossesse à 12 SA. vomissements incoercibles, perte de 6 kg, cétonurie +++.",
        "O211",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 32 SA. prurit, acides biliaires à 28.", "O266"),
    ("Mme B., 31 ans, G2P1, grossesse à 28 SA. bactériurie asymptomatique à E. coli.", "O234"),
    ("Mme B., 31 ans, G2P1, grossesse à 24 SA. IMG pour trisomie 21.", "O0491 O351"),
    ("Mme B., 31 ans, G2P1, grossesse à 24 SA. IMG pour spina bifida.", "O0491 O350"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 32 SA. métrorragies sur placenta normalement inséré.",
        "O46",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 30 SA. VIH sous trithérapie.", "O987"),
]
ORDINARY = [
    ("Mme B., 31 ans, G2P1, grossesse à 26 SA. HGPO 0,82 / 1,40 / 1,20.", "-O24"),
    (
        "Mme B., 31 ans, G2P1, grossesse à 30 SA. Liquide amniotique normal, grande citerne 45 mm.",
        "-O40 -O410",
    ),
    ("Mme B., 31 ans, G2P1, grossesse à 30 SA. Activité cardiaque fœtale présente.", "-O364"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Pertes estimées à 250 mL, périnée intact.",
        "-O72 -O70",
    ),
    ("Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. EPDS 5.", "-F53"),
    (
        "Maternité. Mme B., 31 ans, G2P2, accouchement à 39 SA. Plaquettes 210, ASAT 22, LDH 190.",
        "-O142",
    ),
]
GYNAECOLOGY = [
    ("Patiente de 44 ans. carcinome in situ exocervical.", "D061"),
    ("Patiente de 44 ans. métrorragies fonctionnelles.", "N93"),
    ("Patiente de 44 ans. infertilité primaire depuis 3 ans, dysovulation.", "N970"),
    ("Patiente de 44 ans. infertilité masculine du conjoint, OATS.", "N974"),
    ("Patiente de 44 ans. cystocèle de grade III, le col affleure l'hymen.", "N812"),
    ("Patiente de 44 ans. prolapsus du dôme vaginal après hystérectomie.", "N993"),
    ("Patiente de 44 ans. muqueuse vaginale pâle, sèche.", "N952 -E86"),
    ("Patiente de 44 ans. cancer du sein prolongement axillaire.", "C506"),
    ("Patiente de 44 ans. CLIS du sein.", "D050"),
    ("Patiente de 44 ans. GAS 1/2 envahi, macrométastase.", "C773"),
    ("Patiente de 44 ans. curage axillaire 3N+/14.", "C773"),
    ("Patiente de 44 ans. ponction d'ovocytes pour FIV.", "Z312"),
    ("Patiente de 44 ans. capsulite péri-prothétique du sein.", "T854"),
    ("Patiente de 44 ans. hématome du sein post-tumorectomie repris au bloc.", "T810"),
    ("Patiente de 44 ans. éruption urticarienne après injection de bleu patenté.", "L50 Y57"),
    ("Patiente de 44 ans. agression sexuelle hier soir.", "Y05"),
]


@pytest.mark.parametrize(("text", "wanted"), [*OBSTETRICS, *ORDINARY])
def test_obstetrics(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


@pytest.mark.parametrize(("text", "wanted"), GYNAECOLOGY)
def test_gynaecology(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])
