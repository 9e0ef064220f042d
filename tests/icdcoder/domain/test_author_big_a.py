"""Kinds that the notes of author A showed, each worded otherwise: a sentence a row. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from icdcoder.domain.patient import Patient
from tests.icdcoder.domain.small_coder import coder_of, misread

SENSES = [
    ("Venue ce matin pour cure de prolapsus.", "-Z511"),
    ("Bronchiolite, PNP VRS +.", "-G629"),
    ("Nouveau-né geignard, BSA 5 à H2.", "-I455"),
    ("Réunion de chirurgie HBP, cholécystite.", "-N40"),
    ("Cirrhose. Ponction : PNN 80/mm3, pas d'ILA.", "-D70"),
    ("Adénome de prostate, énucléation au laser proposée.", "-Z900"),
    ("Avis infectieux joint. Pneumopathie.", "-F12"),
    ("Endophtalmie, courrier du CHU joint.", "-F12"),
    ("Saignement, dosage du facteur Willebrand demandé.", "-D680"),
    ("Amygdalectomie, bilan Willebrand prélevé : normal.", "-D680"),
    ("HTA : non connue. Bronchite.", "-I10"),
    ("Dépression. TS en 2017 par phlébotomie.", "-X78"),
    ("Dépression. S'était scarifiée au collège.", "-X78"),
    ("Brûlure transmurale après mucosectomie.", "-T30"),
    ("Angiocholite, anxieux ce soir.", "-F419"),
    ("Drépanocytose, échange transfusionnel en réanimation.", "-Z513"),
    ("Échange transfusionnel mensuel.", "Z513"),
    ("Anxiété invalidante.", "F419"),
]
ASSERTIONS = [
    ("On craint une ostéite du talon.", "-M86"),
    ("Ostéoporose supposée, densitométrie à faire.", "-M81"),
    ("Ostéoporose soupçonnée.", "-M81"),
    ("Le radiologue suspecte une sarcoïdose.", "-D86"),
    ("Ostéite du talon.", "M86"),
    ("Ostéoporose.", "M81"),
    ("Sarcoïdose.", "D86"),
]
BESIDE = [
    ("Polytraumatisé : fracture du bassin.", "S32 -T07"),
    ("Grippe A, bronchite sans foyer.", "J10 -J20"),
    ("Splénectomisé en 2010, asplénie.", "Z908 -D73"),
    ("Crâne : hématome sous-dural aigu. Contusion temporale.", "S065 -S000"),
]
VALUES = [
    ("Diabète de type 2, hypo 0,42 sur insuline, resucré.", "E160 Y423 -E162"),
    ("Nouveau-né. Glycémies : une hypo à 1,7 mmol/l H2, corrigée.", "P704"),
    ("Pancréatite imputée à l'azathioprine.", "K853 -K859"),
    ("Choc anaphylactique au curare, intervention annulée.", "Z530 -Z538"),
]
AFTER = [
    ("Algodystrophie de la main, suites d'une fracture du radius.", "T921 -S52"),
    ("Algodystrophie du pied après fracture de la malléole.", "T932 -S82"),
    ("Fracture supracondylienne de l'humérus, atteinte du médian.", "S541 -G56"),
    ("Fracture du coude. Paralysie du nerf ulnaire.", "S540 -G56"),
    ("Fracture de l'humérus, paralysie radiale.", "S442 -G56"),
]
WORDINGS = [
    ("Gros caillou de 3 cm dans la vessie.", "N210"),
    ("Échographie : calcul de la vésicule, pas de caillou.", "-N21"),
    ("Carcinome du sinus piriforme droit, adénopathies sous-digastriques droites N2b.", "C12 C770"),
    ("Adénopathies cervicales inflammatoires.", "-C77"),
    ("Adénocarcinome caudal.", "C252"),
    ("Bipolaire euthymique sous lithium.", "F317"),
    ("Réaction dépressive prolongée.", "F4321"),
    ("Sevrage de cannabis, agité.", "F1230"),
    ("Compagne partie il y a deux mois.", "Z635"),
    ("Son mari est parti en voyage.", "-Z635"),
    ("Main prise dans la presse, amputation de D3, fragment broyé.", "S681"),
    ("Amputation de D2 pour gangrène du pied.", "-S68"),
    ("Bactériémie à deux germes.", "A418"),
    ("Thorax : K5 à K8 droites, sans volet.", "S224"),
    ("Infection tardive de la prothèse pariétale.", "T857 Y831 -T846"),
    ("Infection du site sur matériel, vis en place.", "T846 -T827"),
    ("Prélèvement : pyo.", "B965"),
    ("Colon gauche : orifices diverticulaires.", "K573"),
    ("Syndrome de coagulation transmurale après mucosectomie.", "K918"),
    ("Phlébite du bras gauche.", "I808"),
    ("Détresse respiratoire post-opératoire, réintubé.", "J952"),
    ("Arthrite pso, méthotrexate.", "L405"),
    ("Optiflow 48 h, FiO2 50 %, pneumopathie.", "J9600"),
]
HEADINGS = [
    ("Antécédents personnels et familiaux : HTA, goutte.\nMotif : toux.", "I10 M10"),
    ("Antécédents familiaux : HTA, goutte.\nMotif : toux.", "-I10 -M10"),
    ("Hypercholestérolémie familiale\nHTA", "E780 I10"),
    ("Terrain familial\nHTA, goutte", "-I10 -M10"),
]
COLLEAGUES = [
    ("Patiente enceinte, rupture à 35 SA sans mise en travail.", "-Z56"),
    ("Césarienne programmée sans travail.", "-Z56"),
    ("Sans travail depuis un an.", "Z56"),
    ("Sein rouge et chaud à J10 du post-partum : mastite. Patiente 31 ans.", "O91 -N61"),
    ("Rectum : polype de 7 mm.", "K621"),
    ("Transverse : polype de 5 mm.", "K635"),
    ("Gastro à rota.", "A080"),
    ("Cholécystectomie pour lithiase symptomatique.", "K802"),
    ("Ulcère perforé, suture.", "K275"),
    ("Femme 85 ans, Alzheimer évolué, aidant épuisé.", "F00 Z636"),
    ("Hématome de paroi post-op évacué.", "T810"),
    ("AVB ventouse, hémorragie, Nalador.", "O721 -R58"),
    ("Kyste ovarien gauche tordu.", "N835"),
    ("Tendinite de la coiffe.", "M751 -M779"),
    ("Rupture du LCA du genou.", "S835 -S836"),
    ("Chirurgie : hystérectomie pour utérus polymyomateux.", "D25 -Z90"),
]


@pytest.mark.parametrize(
    ("text", "wanted"),
    SENSES + ASSERTIONS + BESIDE + VALUES + AFTER + WORDINGS + HEADINGS + COLLEAGUES,
)
def test_kinds(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


@pytest.mark.parametrize(
    ("text", "is_pregnant"),
    [
        ("nora, 14 ans. ancienne prema 27 sa. pancreatite.", False),
        ("lea, 12 ans, nee a 28 sa, asthme.", False),
        ("lea, 32 ans, 28 sa, asthme.", True),
    ],
)
def test_a_term_of_birth_is_no_pregnancy(text, is_pregnant):
    assert ("pregnant" in Patient(text).conditions) is is_pregnant


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Intoxication au CO, brasero allumé dans le salon.", "X47209"),
        ("Intoxication au CO, chaudière à gaz défectueuse au domicile.", "X47109"),
        ("Intoxication au CO, moteur du groupe électrogène dans son garage.", "X47009"),
        ("Intoxication au CO.", "X47499"),
    ],
)
def test_a_gas_is_told_by_what_gave_it(text, wanted):
    coder = coder_of(["T58", "X47!", "X47009", "X47109", "X47209", "X47499", "X4709", "X4799"])
    assert misread(coder, text, f"{wanted} -X4709 -X4799") == ([], [])
