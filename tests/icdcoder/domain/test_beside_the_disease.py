"""Signs that go beside the disease that explains them, general codes beside precise ones, parts that make one code. All invented."""

import pytest

from icdcoder.domain.patient import FACTS
from icdcoder.domain.wordings import read_table
from tests.icdcoder.domain.small_coder import coder_of

CODES = (
    "A157 B373 B508 C833 D65 D695 D696 D860 D862 D868 D869 E101 E109 E43 F0632 F1000 F1001 F321 F322 F323 F329 F331 F332 F333 F339 "
    "F9800 G936 H200 H209 H221 H570 I214 I480 I489 I610 I614 I619 I634 I635 J181 J22 J440 J441 J449 K631 K668 K703 K800 K821 L929 "
    "M315 M316 M353 M459 M6259 M796 N136 N170 N179 N200 N201 N762 N771 N801 N941 N946 P030 P034 P072 P073 R074 R090 R11 R161 R179 "
    "C187 C509 C771 C772 C773 D570 D571 D649 E107 E112 E113 E114 E115 E117 E142 E143 E144 E145 F002 F0130 F0190 G300 G301 G308 G309 F000 F001 F009 G632 H360 I792 N083 "
    "F03 F050 G629 E119 E139 E871 E102 E103 E104 E105 Y420 F051 K123 N483 P704 R471 S360 S723 S822 S525 S0250 Y431 Y432 Y433 Y495 Z880 Z881 G620 I801 I802 I808 I828 T828 R296 "
    "J219 M8610 M8619 B974 C793 C795 E559 I610 J13 J210 M4956 M8614 M8617 N40 Q541 Q544 Y544 Y545 Z5962 Z740 Z968 Z992 Z491 E876 G819 "
    "M966 S720 Z966 Z950 Z932 R34 R51 R55 S018 S619 T58 T784 W2699 X7899 X4799 Z590 Z5913 Z880"
)


@pytest.fixture(scope="module")
def reader():
    return coder_of(CODES.split())


SENTENCES = [
    # signs of a known disease
    ("Oligoanurie : nécrose tubulaire aiguë.", "N170"),
    ("Anurie depuis hier.", "R34"),
    ("Accès palustre grave à P. falciparum, ictère franc.", "B508"),
    ("Cirrhose alcoolique, splénomégalie.", "K703"),
    ("Pneumopathie lobaire, douleur thoracique, hypoxie.", "J181"),
    ("NSTEMI. Douleur du bras gauche.", "I214"),
    ("Perforation du caecum, pneumopéritoine.", "K631"),
    ("Œdème cérébral, anisocorie.", "G936"),
    ("Acidocétose d'un diabète de type 1, énurésie depuis un mois.", "E101"),
    ("Endométriome. Dyspareunies et dysménorrhées.", "N801"),
    ("Dénutrition sévère avec sarcopénie.", "E43"),
    # what a code says already
    ("CIVD, plaquettes 41 000.", "D65"),
    ("Pyonéphrose sur calcul urétéral.", "N136"),
    ("Cholécystite aiguë lithiasique, hydrocholécyste.", "K800"),
    ("Hématome cérébral : hématome capsulo-lenticulaire.", "I610"),
    ("Trouble dépressif récurrent, épisode dépressif sévère.", "F332"),
    ("Dépression récurrente. Épisode dépressif modéré.", "F331"),
    ("Dépression post-AVC, dépression traitée par sertraline.", "F0632"),
    ("Nouveau-né de 27 SA, caféine jusqu'à 35 SA.", "P072"),
    # parts that make one code
    ("Maladie de Horton avec pseudopolyarthrite rhizomélique.", "M315"),
    ("Maladie de Horton.", "M316"),
    ("BPCO stade 3. Surinfection bronchique.", "J440"),
    ("Sarcoïdose pulmonaire, granulome épithélioïde, iritis.", "D860 H221"),
    ("Vulvite à candida albicans.", "B373 N771"),
    ("Occlusion de M1 sur FA.", "I634 I489"),
    ("Occlusion de M1.", "I635"),
    ("Ivresse aiguë, plaie du menton.", "F1001 S018"),
    ("Ivresse aiguë.", "F1000"),
    ("Adénocarcinome du sigmoïde, N2.", "C187 C772"),
    ("Cancer du sein N2.", "C509 C773"),
    ("Drépanocytose homozygote, crise vaso-occlusive.", "D570"),
    ("Thrombose veineuse fémorale sur cathéter.", "I801 T828"),
    # how far a dementia goes back, and what it mixes
    ("Alzheimer diagnostiqué à 71 ans.", "G301 F001"),
    ("Maladie d'Alzheimer débutée à 58 ans.", "G300 F000"),
    ("Démence mixte, Alzheimer et vasculaire.", "F002 G308"),
    # complications of a diabetes: one by one, or multiple
    ("DT2 : rétinopathie diabétique. Néphropathie diabétique.", "E112 N083 E113 H360"),
    ("DT2 multicompliqué : rétinopathie diabétique. Néphropathie diabétique.", "E117 N083 H360"),
    ("Diabète induit par la prednisone.", "E139 Y420"),
    # which drug, and whether it is blamed
    ("Mucite à la capécitabine.", "K123 Y431"),
    ("Neuropathie à l'Oncovin.", "G620 Y432"),
    ("Confusion sur démence, Risperdal 0,5.", "F051"),
    ("Éruption sous Rocéphine en 2022.", "Z881"),
    ("Urticaire à l'Augmentin dans l'enfance.", "Z880"),
    # what short notes leave out
    ("Accident : fémur G diaphysaire fermé, tibia D diaphysaire ouvert.", "S723 S822"),
    ("Rate grade IV.", "S360"),
    ("Pouteau-Colles non déplacé.", "S525"),
    ("12 fracturée au tiers incisal.", "S0250"),
    ("HbCO à 24 %.", "T58 X4799"),
    ("FA rapide à J2, spontanément réduite en 12 h.", "I480"),
    ("FA non réduite malgré l'amiodarone.", "I489"),
    ("Natrémie descendue à 119.", "E871"),
    ("Nouveau-né de 3 kg : glycémies H2 0,31 g/L, H4 0,38 g/L.", "P704"),
    ("Glycémie 0,95 g/L.", ""),
    ("Trois chutes en deux mois.", "R296"),
    ("25OH vitamine D à 8 ng/mL.", "E559"),
    ("Vit D 34 ng/mL.", ""),
    ("Ag pneumocoque urinaire + ce matin.", "J13"),
    ("Ag pneumocoque urinaire négatif.", ""),
    ("Adénome connu non suivi sous Xatral.", "N40"),
    ("Hypokaliémie sous diurétique de l'anse.", "E876 Y544"),
    # each answer has its own question
    ("Bronchiolite. VRS positif, grippe et Covid négatifs.", "J210"),
    ("Bronchiolite : VRS, grippe et Covid négatifs.", ""),
    # since when, and the next organ
    ("Métastases osseuses depuis 2021 et cérébrales depuis mars.", "C795 C793"),
    # the phalanx of which limb
    ("Pied droit noir. Ostéite aiguë de la phalange et du 1er méta.", "M8617"),
    ("Ostéite aiguë de la phalange du pouce.", "M8614"),
    ("Fracture du col fémoral, PTH posée le 12/03.", "S720"),
    # a device of before, and one of this stay
    ("Pacemaker (J 3 du séjour : contrôle normal).", "Z950"),
    ("Iléostomie connue, reprise du transit.", "Z932"),
    ("Pacemaker posé à J2.", ""),
    # no session, no benefit yet
    ("3 séances de dialyse par semaine.", ""),
    ("Demande d'AAH en cours.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "codes"), SENTENCES)
def test_what_is_coded_beside_its_disease(reader, sentence, codes):
    assert set(reader.codes_of(sentence)) == set(codes.split())


def test_every_rule_says_what_it_does_in_the_columns_that_are_read():
    """« near » in the column of added codes was read by nobody."""
    for row in read_table("rules/rules.csv"):
        told = row["codes"], row["given"]
        assert (row["action"] in {"drop", "diabetes"}) == (not row["adds"]), told
        facts = set(FACTS) if row["action"] == "pair" else set()
        facts |= {f"not {fact}" for fact in FACTS} if row["action"] == "become" else set()
        assert row["condition"] in {"", "near", "poisoning", "apart"} | facts, told
        assert row["action"] in {"drop", "become", "pair", "first", "diabetes"}, told


BOLD = [
    ("Goutte connue. Arthrite goutteuse du genou.", "M1096"),
    ("Enceinte de 34 SA. TA 145/90, protéinurie 0.", "Z33"),
    ("Enceinte de 34 SA. TA 162/90, taux de prothrombine 95 %.", "Z33"),
    ("Le cardiologue a arrêté les anticoagulants.", ""),
    ("Hémocultures 3/3 : stériles.", ""),
    ("Hémocultures 1/4 : staphylocoque epidermidis, contaminant.", ""),
    ("OH 0, tabac : dépendance forte.", "F1724"),
    ("Alcool 2 verres, dépendance GIR 4.", ""),
    ("Bicarbonate 8,4 % 100 ml.", ""),
    ("Poids 80 kg, 1,25 mg de bisoprolol.", ""),
    ("Sonde vésicale : bouchon de caillots, lavage.", ""),
    ("Recherche de résistance à la rifampicine : négative.", ""),
    ("Échec de greffe rénale, retour en hémodialyse.", "T861 Y830 N185 Z992+0"),
]


@pytest.mark.parametrize(("text", "wanted"), BOLD)
def test_a_bold_wording_keeps_to_what_it_means(full_coder, text, wanted):
    assert {found.code for found in full_coder.predict([text])[0]} == set(wanted.split())
