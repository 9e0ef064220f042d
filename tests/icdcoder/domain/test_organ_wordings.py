"""What clinicians write for diseases of organs, of pregnancy and of the newborn: a sentence a row. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import coder_of

SAID = [
    # heart and vessels
    ("FA parox anticoagulée.", {"I480"}),
    ("Passage en TACFA.", {"I489"}),
    ("BBD + HBAG à l'ECG.", {"I452"}),
    ("EP bilatérale avec dilatation du VD.", {"I260"}),
    ("EP segmentaire sans dilatation du VD.", {"I269"}),
    ("Fait de la tension depuis dix ans.", {"I10"}),
    ("HTA rénovasculaire.", {"I150"}),
    ("IM 2/4 à l'ETT.", {"I340"}),
    ("Thrombose du sinus sagittal.", {"I636"}),
    ("HSD chronique opéré.", {"I620"}),
    ("Cardiomyopathie de stress.", {"I428"}),
    ("Claudication d'une AOMI stade II.", {"I7020"}),
    ("Trouble du rythme : FA permanente.", {"I482"}),
    ("A fait un infarctus il y a 10 ans.", {"I252"}),
    ("Rétréc. aortique serré.", {"I350"}),
    # lungs and throat
    ("Sinusite.", {"J019"}),
    ("Angines à répétition.", {"J350"}),
    ("Foyer de condensation.", {"J189"}),
    ("Pneumopathie à bacille Gram négatif.", {"J156"}),
    ("Inhalation bronchique, foyer du LID.", {"J690"}),
    ("PNO suffocant exsufflé.", {"J930"}),
    ("Paralysie phrénique.", {"J9860"}),
    ("Décompensation respiratoire aiguë.", {"J9609"}),
    ("EABPCO infectieuse.", {"J440"}),
    # digestive tract
    ("Dentition délabrée.", {"K029"}),
    ("Absence de selles depuis 5 jours.", {"K590"}),
    ("Pas de selle depuis 6 jours, fécalome.", {"K564"}),
    ("Vomit du sang depuis ce matin.", {"K920"}),
    ("Selles goudronneuses.", {"K921"}),
    ("HI étranglée.", {"K403"}),
    ("Angiocholite sur prothèse biliaire.", {"K830"}),
    ("Angiocholite, calcul du cholédoque.", {"K803"}),
    ("Ulcère duodénal perforé.", {"K265"}),
    ("Coulées de nécrose drainées.", {"K868"}),
    ("Dernière selle il y a 6 jours.", {"K590"}),
    ("Dentition en mauvais état.", {"K029"}),
    ("Pierres dans la vésicule.", {"K802"}),
    ("Vomissements marc de café.", {"K920"}),
    # skin
    ("Rougeurs talonnières.", {"L890"}),
    ("Plaie de pression.", {"L899"}),
    ("Kyste sacrococcygien surinfecté.", {"L050"}),
    ("Lésions de grattage.", {"L299"}),
    # bones, joints, muscles
    ("Genou gauche très inflammatoire.", {"M139"}),
    ("Gonarthrose sur genu varum.", {"M179"}),
    ("Fonte des quadriceps.", {"M625"}),
    ("Tour de reins.", {"M545"}),
    ("Fracture sous PTH.", {"M966"}),
    ("Hématome spontané du psoas.", {"M6288"}),
    ("Tassement de L1, myélome.", {"C900"}),
    # kidneys, urinary and genital organs
    ("UHN bilatérale.", {"N133"}),
    ("Fuites à l'effort.", {"N393"}),
    ("Grosse prostate.", {"N40"}),
    ("Infarctus rénal.", {"N280"}),
    ("Boule dans le sein.", {"N63"}),
    ("Endométriose du torus.", {"N804"}),
    ("Descente d'organes.", {"N819"}),
    # pregnancy and birth
    ("Patiente de 31 ans, enceinte de 30 SA. Diminution des MAF.", {"O368"}),
    ("Patiente de 31 ans, enceinte de 30 SA. Position transverse.", {"O322"}),
    ("Patiente de 31 ans, enceinte de 30 SA. Col court à 15 mm.", {"O343"}),
    ("Patiente de 29 ans, accouchement. Périnée complet suturé.", {"O702"}),
    ("Patiente de 29 ans, accouchement. Fièvre pendant le travail.", {"O752"}),
    ("Patiente de 29 ans, accouchement. Déchirure vaginale.", {"O714"}),
    ("Patiente de 29 ans, enceinte de 36 SA. Poche rompue depuis 30 h.", {"O421"}),
    # the newborn
    ("Nouveau-né, J2 de vie. Œil collé.", {"P391"}),
    ("Nouveau-né, J2 de vie. Mère fumeuse.", {"P042"}),
    ("Nouveau-né, J2 de vie. Sepsis à SGB.", {"P3600"}),
    ("Nouveau-né, J2 de vie. Tète mal.", {"P922"}),
    ("Nouveau-né, J2 de vie. Geignement, retard de résorption.", {"P221"}),
    ("Homme de 40 ans. Conjonctivite.", {"H109"}),
    # malformations
    ("Nourrisson opéré d'une CIA ostium secundum.", {"Q211"}),
    ("Ehlers-Danlos.", {"Q796"}),
    ("Séquence de Pierre Robin.", {"Q870"}),
    ("Malformation d'Arnold Chiari.", {"Q070"}),
    ("Dolichosigmoïde.", {"Q438"}),
    ("Kyste du tractus thyréoglosse.", {"Q892"}),
    ("Pectus excavatum.", {"Q676"}),
]
SILENT = (
    "K805 M211 M485 M869"  # codes that a rule of these rows asks for, and that none of them keeps
)
UNSAID = [
    ("Embolie pulmonaire, dilatation des cavités droites.", "N133"),
    ("Cirrhose virale C, alcool nié.", "K703"),
    ("Injection IM de 1 g de ceftriaxone 2 fois par jour.", "I340"),
    ("Rhinopharyngite, prophylaxie de la MVTE par Lovenox.", "I269"),
    ("Pas de lésion de l'IVA à la coronarographie.", "I251"),
    ("Bronchite. Vaccin HIB à jour.", "K402"),
    ("NET du pancréas suivie en oncologie.", "L512"),
    ("Genou non inflammatoire.", "M139"),
    ("Pas de dilatation des cavités rénales.", "N133"),
]


@pytest.fixture(scope="module")
def reader():
    codes = {code for _text, wanted in SAID for code in wanted} | {code for _text, code in UNSAID}
    codes |= set(SILENT.split())
    return coder_of(sorted(codes))


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_wording(reader, text, wanted):
    assert {found.code for found in reader.predict([text])[0]} == wanted


@pytest.mark.parametrize(("text", "unwanted"), UNSAID)
def test_trap(reader, text, unwanted):
    assert unwanted not in {found.code for found in reader.predict([text])[0]}
