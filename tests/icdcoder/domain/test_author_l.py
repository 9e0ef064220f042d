"""Kinds that the notes of author `l` showed, each worded otherwise: what must be read, and what must not. All invented."""

import pytest

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.measures import measures
from tests.icdcoder.domain.small_coder import coder_of

SAID = [
    ("Homme de 48 ans, 44 kg pour 1m75.", "E43"),
    ("SpO2 82 % en air ambiant, polypnée.", "J9600"),
    ("MRC stade 5, PTH 640.", "N258"),
    ("Insuffisance rénale chronique, Ph 2,4.", "E833"),
    ("LDL 2,1 g/l.", "E780"),
    ("LDL 5,2 mmol/l.", "E780"),
    ("Polysomnographie : IAH 34/h.", "G473"),
    ("Dextro 1,9 mmol/l.", "E162"),
    ("Bicarbonates 11, déshydraté.", "E872"),
    ("Diabétique de type 1, cétonémie 5,4.", "E101"),
    ("Nouveau-né de 33 SA, PN 1 640 g.", "P071"),
    ("Hb 13,1 → 7,8 au décours.", "D62"),
    ("Hb 7,9 (12,4 avant).", "D62"),
    ("PNN 0,7 sous Rovalcyte.", "D70 Y415"),
    ("Crise généralisée de 2 min, température 39,4.", "R560"),
    ("Hyponatrémie 121, asymptomatique ; imputée au furosémide.", "E871 Y544"),
    ("Rash maculopapuleux : Rocéphine arrêtée.", "L270 Y401"),
    ("Cytolyse, hépatite iatrogène → STOP isoniazide.", "K716 Y411"),
    ("Allergie : arachide.", "Z910"),
    ("Allergie : urticaire à la ceftriaxone.", "Z881"),
    ("Rash sous Augmentin à 6 ans.", "Z880"),
    ("Tabac sevré en 2009.", "Z864"),
    ("Curage axillaire 3N+/12, cancer du sein gauche.", "C773"),
    ("Cancer du poumon, ganglions 2N+/9.", "C771"),
    ("Crohn iléal et colique.", "K508"),
    ("Tombée sur la hanche, fracture du col D, a trébuché sur un fil.", "S7200 W0199"),
    ("Ne vient plus à ses injections.", "Z911"),
    ("Boîtes de médicaments non entamées.", "Z911"),
    ("Harcelée dit-elle par sa hiérarchie.", "Z564"),
    ("Refus des parents de tout vaccin.", "Z281"),
    ("Amygdales obstructives, hypertrophie des végétations.", "J353"),
    ("Macrolithiase du méat urétéral, dilatation pyélocalicielle.", "N132"),
    ("Trois membres brûlés : avant-bras 2e profond.", "T222"),
    ("Née le 03/03/1949. Infarctus antérieur 2017.", "I252"),
    ("BPCO, OLD et VNI au domicile, acidose hypercapnique.", "J96100"),
    ("Diabétique II.", "E1198"),
]
NOT_SAID = [
    ("Une plaquette de Seresta 50.", "D696"),
    ("Deux plaquettes de Doliprane 500 avalées.", "D696"),
    ("Calcul expulsé spontanément.", "Z590"),
    ("IAO tri 3, motif : chute.", "I351"),
    ("Avant-bras droit et AVB gauche brûlés.", "O800"),
    ("Biopsies : inclusions, IHC CMV positif.", "K729"),
    ("Fracture du col du fémur. Texture hachée.", "W2799"),
    ("Fracture du col du fémur. Port de charge interdit trois mois.", "X5099"),
    ("Utérus : globe tonique.", "R33"),
    ("SpO2 88 % objectif.", "J9600"),
    ("CHC non vu au scanner.", "C220"),
    ("Insuffisance rénale aiguë : metformine arrêtée.", "Y423"),
    ("IAH résiduel 2/h.", "G473"),
    ("LDL 0,7 g/l.", "E780"),
]
KNOWN = (
    "E119! E1190 E109 N185 N189 C509 C349 C779 K509 K500 K501 J351 J352 N133 N201 N200 T300 I219 I21! J449 J9601 J9610 J9611 "
    "Z998 Z991+1 J9609 R568 R509 R21 L509 N179 M8199 W01! W19! S720! S099 F1720 F1724 E86 E46 J961! J9619 T220 P073 E139 E149 E169"
)


@pytest.fixture(scope="module")
def reader():
    codes = {code for _text, wanted in (*SAID, *NOT_SAID) for code in wanted.split()}
    return coder_of(sorted(codes | set(KNOWN.split())))


def found(reader, text):
    return {code.code for code in reader.predict([text])[0]}


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_it_is_read(reader, text, wanted):
    assert set(wanted.split()) <= found(reader, text)


@pytest.mark.parametrize(("text", "unwanted"), NOT_SAID)
def test_the_homonym_is_not(reader, text, unwanted):
    assert unwanted not in found(reader, text)


@pytest.mark.parametrize(
    ("text", "index"),
    [("49 kg pour 1m78", 15.5), ("121 kg, 1,76 m", 39.1), ("Poids 62 kg 1.60", 24.2)],
)
def test_weight_and_height_give_the_body_mass_index(text, index):
    [measure] = [m for m in measures(CutNote.of(text)) if m.name == "bmi"]
    assert round(measure.value, 1) == index


def test_a_written_index_prevails():
    assert [m.value for m in measures(CutNote.of("104 kg, 1,74 m (IMC 34)"))] == [34]
