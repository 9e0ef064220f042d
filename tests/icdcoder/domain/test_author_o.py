"""Kinds that the notes of author `o` showed, each worded otherwise: what must be read, and what must not. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import coder_of

SAID = [
    # values with their threshold
    ("Homme de 80 ans. TA couchée 162/90, debout à 3 min 104/60.", "I951"),
    ("Bladder-scan : 620 ml.", "R33"),
    ("PaCO2 33, PaO2 52 en air.", "J9600"),
    ("L'INR, sous Previscan depuis dix ans, est revenu à 8,2.", "D683"),
    ("Ethanol 2,1 g/l.", "F1000"),
    ("La 25-OH vitamine D n'était que de 9 ng/ml.", "E559"),
    ("Insuffisance rénale chronique, débit de filtration à 22 ml/min.", "N184"),
    ("Température 33,2 °C.", "T68"),
    ("Lymphocytes à 380.", "D728"),
    # a value or a sign, and its cause
    ("Anémie à 9,2 rattachée à la maladie rénale.", "D638"),
    ("Hémoglobine 8,9 en rapport avec le myélome.", "D630"),
    ("Polype du transverse de 9 mm. Anatomopathologie : adénome tubuleux.", "D123"),
    ("Caecum : polype plan. Histologie : adénome.", "D120"),
    ("Hémocultures (4 flacons) et ECBU à Klebsiella pneumoniae.", "A415"),
    ("Diabète de type 2, traité par insuline, compliqué d'une néphropathie.", "E1120"),
    ("Le diabète, traité à domicile depuis 2011 par metformine.", "E1198"),
    ("Masse de 4 cm du lobe supérieur gauche, carcinome épidermoïde.", "C341"),
    ("Vésicule remplie de calculs, cholécystite aiguë.", "K800"),
    ("Deuxième épisode dépressif, d'intensité sévère.", "F332"),
    # drugs and devices
    ("Les comprimés de tramadol l'avaient constipé.", "K590 Y450"),
    ("Ototoxicité de la gentamicine.", "H910 Y405"),
    ("Neuropathie imputée au paclitaxel.", "Y432"),
    ("Endocardite sur prothèse.", "T826 I330 Y831"),
    ("TS : elle a pris 30 comprimés de bromazépam, geste volontaire.", "T424"),
    # what happened, and how one lives
    ("Retrouvé au pied de l'escalier, fracture du col du fémur.", "W1009"),
    ("Hypothermie, maison sans chauffage.", "X3109"),
    (
        "Fracture de la clavicule, cycliste renversé par une voiture en allant prendre son poste.",
        "V1342",
    ),
    ("Sa femme, à bout, ne dort plus.", "Z636"),
    ("Mari parkinsonien dont elle a la charge.", "Z636"),
    ("Reste dans le service jusqu'à ce qu'une place se libère.", "Z751"),
    ("Logé au 4e sans ascenseur, inadapté.", "Z5912"),
    ("La coarctation a été opérée à l'âge de trois ans.", "Z877"),
    ("Isolement contact levé.", "Z290"),
    ("Cure d'ABVD n°3 ce jour, maladie de Hodgkin.", "Z511"),
    ("Fracture du col du fémur, tombé de l'échelle.", "W1199"),
    ("N'a plus pris son Eliquis depuis un mois.", "Z911"),
    ("Son mari, au bout du rouleau.", "Z636"),
    ("Chute tensionnelle à l'orthostatisme.", "I951"),
    ("N'a pas uriné depuis 12 h, sondage.", "R33"),
    ("Fume un paquet par jour, dépendant, patch 21 mg.", "F1724"),
    # dementia: what it adds, and its degree
    (
        "Maladie d'Alzheimer débutée à 80 ans, sévère, avec des hallucinations chaque soir.",
        "F00122",
    ),
    ("Maladie d'Alzheimer débutée à 80 ans, de sévérité moyenne, sans hallucination.", "F00101"),
    # whom it concerns
    ("Accompagnée de son frère, porteuse d'une trisomie 21.", "Q909"),
]
NOT_SAID = [
    ("TA couchée 128/70, debout 122/68.", "I951"),
    ("Bladder-scan : 180 ml.", "R33"),
    ("PaO2 52, PaCO2 58.", "J9600"),
    ("Arythmie découverte ce jour, non permanente.", "I482"),
    ("Polype du transverse de 9 mm, hyperplasique.", "D123"),
    ("Hémocultures stériles, ECBU à Escherichia coli.", "A415"),
    ("Diabète cortico-induit sous metformine.", "E1198"),
    ("Diabète : glycémie normale.", "E149"),
    ("Albuminurie normale.", "R80"),
    ("Pneumothorax, choc à 40 km/h.", "R579"),
    ("Ne boit plus depuis 2 jours, langue rôtie.", "F10200"),
    ("Échec de VNI, intubation.", "T884"),
    ("E. coli résistant aux quinolones, non sécréteur de BLSE.", "U822+0"),
    ("Brûlures et décharges de l'hémicorps.", "T300"),
    ("Sa fille a perdu son propre mari.", "Z634"),
    ("Mari : travaille de nuit.", "Z563"),
    ("L'insuffisance cardiaque n'est pas apparue.", "I509"),
    ("Ancienne escarre cicatrisée.", "L899"),
    ("Cancer du côlon chez le père.", "C189"),
    ("En juin dernier, il avait avalé 40 comprimés.", "T509"),
    ("TS, geste volontaire. Mirtazapine pris le soir.", "T432"),
    ("Escarre du talon : réfection des pansements.", "Z480"),
    ("Sous curatelle.", "Z653"),
    ("TP 38 %, FV 41.", "I490"),
    ("Toxine du biceps et du FCS.", "O039"),
    ("Hypotension orthostatique sous fludrocortisone.", "Y540"),
    ("IRA aux AINS.", "N141"),
    ("Fume un paquet par jour, dépendant, patch 21 mg.", "F1722"),
    ("Aplasie à J9 de la cure de FEC n°2.", "Z511"),
    ("N'a pas pris son Eliquis ce matin.", "Z911"),
    ("Rupture de la coiffe droite.", "Z5970"),
    ("Crise d'épilepsie partielle secondairement généralisée.", "G403"),
]
KNOWN = (
    "F1724 F1722 W07! W11! G402 C819 M751 F102! F1020! U82! U822! B962 F0010! F0012! F00102 F00121 F00100 F00101 F00120 F00122 F001! G301 E11! E112! E119! E1190 W10! X31! V134! V1349 T68 T509 T424 N189 N185 "
    "N18! E149 C349 K802 K810 K635 D126 F339 F322 Q90! Q212 Q251 S4200 S720! S7200 I499 I489 J9609 J9601 J96! R42 E46 L89! L890 L892 T250 T259 G629 G620 "
    "R296 B962 B953 A419 A41! E139 Y420 F03 I10 X6499 X61! T43! T42! Z9158 Z9150 R410"
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
def test_it_is_not_read(reader, text, unwanted):
    assert unwanted not in found(reader, text)
