"""What happened to the patient, in the words of an emergency ward; and what only looks like an accident. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import misread

SAID = [
    ("Passager avant d'une voiture heurtée par une autre, entorse cervicale.", "V43 -V03"),
    ("Piéton heurté par une voiture, fracture du tibia.", "V03 -V43"),
    ("VTT contre un arbre, fracture de la clavicule.", "V17 -V18"),
    ("Collision entre deux cyclistes, plaie du menton.", "V11"),
    ("Moto contre une glissière, fracture du fémur.", "V27 -V28"),
    ("Conducteur, voiture contre un sanglier, entorse cervicale.", "V40"),
    ("Balle de carabine dans la jambe, accident de chasse, plaie de jambe.", "W33 -X95"),
    ("Explosion d'une bouteille de gaz, brûlures du visage.", "W36"),
    ("Bras pris dans une presse à foin, fracture de l'avant-bras.", "W30 -W31"),
    ("Doigt retourné par un ballon, entorse de l'index.", "W21"),
    ("Basculé de son fauteuil roulant, plaie du front.", "W05"),
    ("Noyé sorti de l'étang par les pompiers.", "T751 W69 -W74"),
    ("Électrisé par une prise murale, pas de trouble du rythme.", "T754 W86"),
    ("Arc électrique sous un pylône haute tension.", "T754 W85 -W86"),
    ("Coup de chaleur au sauna.", "T670 W92 -X30"),
    ("Brûlure contre le poêle à bois, main gauche.", "X16 -X15"),
    ("Sans abri trouvé dans la neige, hypothermie à 29 °C.", "T68 X31"),
    ("Piqué par une abeille dans la bouche, œdème de la langue.", "T634 X23"),
    ("Mal de mer intense pendant la traversée.", "T753 X51"),
    ("Foudroyé en randonnée, brûlures du dos.", "X33"),
    ("A bu du Destop dans un but suicidaire.", "T543 X69"),
    ("Ayant bu un flacon de paracétamol, accidentel.", "T391 X40"),
    ("Poussée dans l'escalier par son conjoint, fracture du poignet.", "Y01"),
    ("Éclats de grenade dans la cuisse, plaie de cuisse.", "Y36"),
]

SILENT = [
    ("A bu un verre de vin, prend du paracétamol.", "-T39 -T5"),
    ("Il a bu, puis paracétamol 1 g.", "-T39"),
    ("A pris deux comprimés par confusion.", "-F05"),
    ("Séances de sauna déconseillées.", "-W92"),
    ("Sans emploi, dépression suivie.", "F3"),
    ("Sans domicile, diabète connu.", "E1"),
    ("Cryothérapie à l'azote liquide d'une verrue.", "-W93"),
    ("Bruit du vent, tempête annoncée.", "-X37"),
    ("Antécédent : piqûre d'abeille en 2010.", "-X23"),
    ("Joue au ballon, pas de plainte.", "-W21"),
]


@pytest.mark.parametrize(("text", "wanted"), SAID + SILENT)
def test_the_cause_is_read_off_what_happened(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])
