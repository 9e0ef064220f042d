"""Kinds that the notes of author r showed, each worded otherwise: a sentence a row. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from icdcoder.domain.boxes import without_unticked
from tests.icdcoder.domain.small_coder import coder_of, misread

READING = [
    # forms with boxes
    ("☒ HTA ☐ diabète de type 2 ☐ BPCO", "I10 -E11 -J44"),
    ("[x] hernie inguinale droite [ ] diabète de type 2", "K409 -E11"),
    ("☐ HTA ☐ diabète de type 2", "I10 E11"),
    # who is meant
    ("Don de moelle à sa sœur, asthme, hypothyroïdie.", "J459 E039"),
    ("Grossesse gémellaire. J1 fille 2450 g, J2 garçon 2300 g, vivants.", "O300 Z372"),
    ("Parents séparés, il saute des injections d'insuline.", "Z911"),
    ("Patiente de 76 ans, une césarienne, asthme.", "J459 -O82"),
    ("Scanner sans injection montrant un calcul de 7 mm du bas uretère.", "N201"),
    ("3 plaies jambe G. ce matin main rouge.", "S817 -S61"),
    ("Scarifications anciennes, anorexie mentale.", "F500 -X78"),
    ("Intolérance au Tardyferon (douleurs abdominales).", "-R10"),
    ("Cirrhose non affirmée.", "-K746"),
    ("Synagis non indiqué.", "-Z291"),
]
VALUES = [
    ("K+ mini 2,4 sous furosémide.", "E876 Y544"),
    ("K+ max 6,2 à l'entrée.", "E875"),
    ("Potassium à 2,7 attribué au furosémide.", "E876 Y544 -Y546"),
    ("P/F 150 sous haut débit.", "J9600"),
    ("P/F 320.", "-J96"),
    ("SDRA sévère, P/F 72.", "J80 -J96"),
    ("Thrombopénie à 45 G/L : anti-PF4 négatifs, sepsis.", "D695"),
    ("DFGe 25 stable, maladie rénale chronique.", "N184"),
    ("Débit de filtration stable, stade 3A.", "N183"),
    ("Couché 158/85, debout 112/60.", "I951"),
    ("TA 150/80 le matin, 140/75 le soir.", "-I951"),
    ("Pas uriné depuis hier soir, bladder scan 750 ml.", "R33"),
    ("A uriné à H4, bladder 120 mL.", "-R33"),
    ("CAM-ICU positive à J3.", "F050"),
    ("CAM-ICU négatif.", "-F05"),
    ("Astérixis, ammoniémie à 140, lactulose.", "K729"),
    ("Prend < 50 % des bib.", "R633"),
    ("Prend la moitié d'un comprimé de bisoprolol.", "-R633"),
    ("J2 lyse : uricémie 900, kaliémie 6,1, rasburicase.", "E883 -E875"),
    ("Alcoolémie 1,4 g par litre.", "Y906 F100"),
    ("Césarienne à 34 SA, accouchée d'un garçon vivant, patiente de 30 ans.", "O603 O829"),
    ("Fracture-tassement T12 sur ostéoporose post-ménopausique fracturaire.", "M8008"),
    ("CD 80 %.", "I251"),
    ("GEU rompue, hémopéritoine, Hb 7,1.", "D62"),
]
CARE = [
    ("Ceftriaxone arrêtée pour éruption maculopapuleuse.", "L270 Y401"),
    ("Syndrome parkinsonien sous Haldol.", "G211 Y494 -G20"),
    ("Syndrome parkinsonien sous L-dopa.", "G20 -G211"),
    ("Neuropathie imputée au docétaxel.", "G620 Y432 -Y433"),
    ("INR 7,8 : surdosage en AVK avec saignement après 5 j de macrolide.", "D683 Y442 -Y403"),
    ("Choc anaphylactique sous kétoprofène en 2012, AINS proscrits.", "Z886"),
    ("Prednisone 8 mg depuis 12 ans.", "Z922"),
    ("FA réduite sous Cordarone.", "-Z922"),
    ("Vaccin Pneumo fait, grippe faite ce jour.", "Z251 -J11"),
    ("Pseudomonas aeruginosa résistant à la pipéracilline.", "U828 B965"),
    ("Sepsis à S. epidermidis méti-R sur PICC-line.", "A411 T827"),
    ("Voie centrale jugulaire, culture positive à staphylocoque.", "T827"),
    ("Chambre propre, infection urinaire.", "N390 -T827"),
    ("HD lu-me-ve sur FAV.", "Z992"),
    ("Méléna après polypectomie.", "T810"),
    ("HDJ : perfusion de Velcade.", "Z511"),
    ("VNI nocturne depuis 2020 et O2 2 L/min.", "Z998"),
    ("Aspergillose invasive probable, voriconazole.", "B440"),
    ("Désunion de l'anastomose colorectale.", "K918"),
    ("IOT difficile, Cormack 4.", "T884"),
    ("Presbyacousie appareillée.", "H911 Z974"),
    ("Perdue de vue, chambre implantable.", "-Z968"),
]
CAUSES = [
    ("Sortie vélo, a dérapé sur des gravillons, fracture de la clavicule.", "V184 S420 -V485"),
    ("A dérapé en VTT, fracture de la clavicule.", "V184"),
    ("Chute de vélo contre une voiture, fracture du poignet.", "V134 -V184"),
    ("Sortie vélo dimanche, gonalgie.", "-V"),
    ("Tombée en se prenant les pieds dans le tapis, fracture du poignet.", "W01 -W19"),
    ("Retrouvée en bas des escaliers, plaie du cuir chevelu.", "W10 S010"),
    ("Projection de soude dans l'œil, ulcération cornéenne.", "T266 -H16"),
    ("Saute du coq à l'âne.", "-Z911"),
    ("Arrêt de la sertraline il y a deux mois, « se sentait mieux ».", "Z911"),
    ("Arrêt volontaire des bolus.", "Z911"),
    ("Interruption volontaire de grossesse.", "-Z911"),
    ("Arrêt du Kardégic il y a 5 jours avant l'intervention.", "-Z911"),
    ("Maman fume en voiture.", "Z587"),
    ("Né à 34 SA, 3 mois ce jour, bronchiolite.", "Z876"),
    ("Mari décédé d'un infarctus en 2005.", "-Z634 -I2"),
    ("Mari décédé il y a trois semaines.", "Z634"),
    ("Accompagnant (épouse) présent.", "-Z763"),
    ("Accident du travail, plaie de la main.", "S61 -Y96"),
    ("Curatelle renforcée.", "-Z653"),
]
WORDS = [
    ("Neurolyse du plexus cœliaque.", "-K900"),
    ("Douleur neuropathique rebelle.", "R5210 -R5218"),
    ("Bière forte et rhum.", "-J00"),
    ("Céfuroxime IC en fin d'intervention.", "-I50"),
    ("MPP : pansements complexes.", "-L97"),
    ("LATA, document joint.", "-Z515 -F12"),
    ("Risques d'endophtalmie expliqués.", "-H44"),
    ("Bilan SAPL à 12 semaines.", "-D686"),
    ("Allergie à rien.", "-T784"),
    ("RDNP sévère de l'œil gauche.", "H360"),
    ("CIA opérée à 4 ans.", "Z877 -Q21"),
    ("Fibrillation permanente.", "I482"),
    ("Phlegmon de la paume.", "L031"),
    ("Talon gauche rouge, ne blanchit pas.", "L890"),
    ("Loge antérieure de jambe, aponévrotomie.", "T796"),
    ("LLE droite stade 2.", "S934"),
    ("Poux de corps.", "B851"),
    ("Gale, impétigo secondaire.", "B86 L011"),
    ("Pneumonie grippale A.", "J100 -J11"),
    ("Hémiparésie flasque récupérée en 3 h.", "G8101"),
    ("Paraplégie flasque incomplète.", "G8201"),
    ("Compression de la moelle, métastase osseuse, épidurite.", "G952 C795 -G061"),
    ("Néoplasie bronchique. Localisations hépatiques multiples.", "C349 C787"),
    ("Localisations de la sarcoïdose : hépatique.", "D869 -C787"),
    ("Alcoolisme chronique, stéatose hépatique.", "K700 -K760"),
    ("Maladie à corps de Lewy, confusion.", "F051 -F050"),
    ("Confusion post-opératoire.", "F050 -F058"),
    ("Wernicke, paralysie du VI.", "E512 -H49"),
    ("Cannabis tous les jours, ne peut s'en passer.", "F1224 -F17"),
    ("Tumeur de vessie de 4 cm du trigone.", "C670 -C679"),
    ("Quantiféron positif.", "Z227 -R76"),
]


@pytest.mark.parametrize(("text", "wanted"), [*READING, *VALUES, *CARE, *CAUSES, *WORDS])
def test_wording(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


def test_use_without_a_pause_has_its_own_code():
    coder = coder_of(["F1224", "F1225", "F1724", "F1725", "F1722"])
    said = "Cannabis tous les jours. Tabac actif 20 cig/j tous les jours."
    assert {found.code for found in coder.predict([said])[0]} == {"F1225", "F1725"}
    assert {found.code for found in coder.predict(["Dépendance au cannabis."])[0]} == {"F1224"}


def test_muscles_and_minds_are_classed_to_the_last_digit():
    coder = coder_of(["M62850", "M62890", "F02821", "F028!", "G318"])
    codes = [found.code for found in coder.predict(["Rhabdomyolyse des cuisses."])[0]]
    assert codes == ["M62850"]
    said = "Démence à corps de Lewy, stade modéré, hallucinations visuelles."
    assert "F02821" in [found.code for found in coder.predict([said])[0]]


def test_empty_boxes_keep_every_place_in_the_text():
    form = "☒ plaie ☐ diabète\n[x] HTA [ ] AOMI"
    read = without_unticked(form)
    assert len(read) == len(form)
    assert read.split() == ["☒", "plaie", "[x]", "HTA"]
    assert without_unticked("☐ plaie ☐ diabète") == "☐ plaie ☐ diabète"
