"""Sentences of an adversary that the dictionary coder read wrongly, each kind with a sibling and what must stay. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

from tests.icdcoder.domain.small_coder import coder_of, misread

DENIED_INSIDE = [
    ("BPCO stable, non décompensée.", "J449 -J441"),
    ("BPCO non exacerbée.", "J449 -J441"),
    ("BPCO, jamais décompensée.", "J449 -J441"),
    ("BPCO décompensée.", "J441"),
    ("Endocardite éliminée sur valve mécanique.", "-T826 -I330"),
    ("Endocardite sur valve mécanique.", "T826"),
    ("PICC : cultures négatives, hémocultures positives.", "-T827"),
    ("KT jugulaire, cultures stériles, ECBU positif.", "N390 -T827"),
    ("KT jugulaire, culture quantitative positive.", "T827"),
    ("DT2 jamais compliqué de rétinopathie.", "-E113 -H360"),
    ("DT2 sous metformine, non compliqué d'une artériopathie.", "-E115"),
    ("DT2 équilibré, pas encore responsable de neuropathie.", "E119 -E114 -G632"),
    ("DT2 non équilibré, compliqué d'une rétinopathie.", "E113"),
    ("Loge souple, pas d'aponévrotomie.", "-T796"),
    ("Cancer du sein. Adénopathies médiastinales non envahies.", "C509 -C771"),
    ("Vésicule sans calcul, ne contenant pas de calculs.", "-K802"),
    ("Vésicule contenant des calculs.", "K802"),
    ("Anémie due à la carence, pas au cancer.", "D649 -D630"),
    ("Hb 11, non imputable à l'insuffisance rénale.", "-D638"),
    ("Hb 9,4, imputable à l'insuffisance rénale.", "D638"),
    ("Rectorragies sans rapport, hors chute d'escarre.", "-T810"),
    ("Boit du vin le dimanche, travaille sans interruption.", "-F102"),
    ("Un verre de vin, marche sans interruption 2 km.", "-F102"),
    ("Vin et bière tous les jours sans interruption.", "F1025"),
    ("Alcool : occasionnel, dit qu'il ne peut s'arrêter de travailler.", "-F102"),
    ("Vin à table, ne peut s'arrêter de tousser.", "-F102"),
    ("Un litre de vin par jour, ne peut s'arrêter de boire.", "F102"),
]
PEOPLE_AND_FORMS = [  # poisoned, fallen, bearing, related, born; boxes before and behind their words
    ("Pas d'idée suicidaire. Il a pris son Doliprane hier soir.", "-T39 -X60"),
    ("Père suicidé en 2010. Ce matin il a pris son Kardegic.", "-T45 -X6"),
    ("Don volontaire de sang, a pris de l'aspirine.", "-T39 -X60"),
    ("Suicide de son frère. A pris rendez-vous, a pris 2 kg sous Seroplex.", "-T43 -X61"),
    ("78 ans, chute de sa hauteur, scanner : hématome intracérébral lobaire.", "I61 -S008"),
    ("À noter, mère diabétique et hypertendue.", "-E149 -E119 -I10"),
    ("À noter père décédé d'un infarctus.", "-I21"),
    ("Fils décédé en 2015 d'un cancer du pancréas.", "-C25"),
    ("Une fille opérée en 2018 d'un cancer du sein.", "-Z853 -C50"),
    ("Fille 2012 épileptique, fils 2015 asthmatique.", "-G40 -J45"),
    ("Homme de 22 ans, diabète depuis l'âge de 8 ans sous pompe.", "-E11"),
    ("☒ plaie du sacrum ☐ diabète ☐ fumeur", "-E149 -F17"),
    ("☐ Diabète\n☒ Hypertension artérielle\n☐ Fumeur actif", "-E149 -F17"),
    ("Tabac : ☐ fumeur actif ☒ jamais", "-F17"),
    ("TS : elle a pris 30 comprimés de bromazépam, geste volontaire.", "T424"),
    ("Geste suicidaire, a pris deux boîtes de Doliprane.", "T391"),
    ("M. Durand, interne. Accouchement voie basse 39 SA, G2P2, déchirure du périnée.", "O70"),
    ("Deux enfants de 3 et 5 ans. G3P3, accouchement ce jour, hémorragie de la délivrance.", "O72"),
    ("Don de rein à son frère en 2012, HTA traitée.", "I10"),
    ("Fumeur actif ☐ Diabète ☒ HTA ☐", "E149"),
    ("☐ Pneumopathie\n☐ Diabète de type 2\nOrdonnance faite ✔", "J18 E11"),
    ("Homme de 62 ans, diabète sous metformine.", "E11"),
]
URINE_GERMS = [
    ("Hémocultures prélevées, PNA à E. coli.", "N10 -A41"),
    ("Hémoc x2 faites, ECBU à E. coli.", "-A41"),
    ("Hémocultures en cours, ECBU à Klebsiella pneumoniae.", "-A41"),
    ("Hémocultures et ECBU à Escherichia coli.", "A415"),
    ("Hémocultures prélevées à l'entrée positives à E. coli.", "A415"),
]
FIGURES_OF_OTHERS = [
    ("CD8 70 %.", "-I251"),
    ("CD5 80 %.", "-I251"),
    ("Stérilet au CD 50 %.", "-I251"),
    ("Cx 60 % au Doppler des carotides.", "-I251"),
    ("CD 80 %.", "I251"),
    ("CD 2 90 %, IVA 70 %.", "I251"),
    ("LCR : lymphocytes 200.", "-D728"),
    ("Liquide pleural : 800 éléments, lymphocytes 600.", "-D728"),
    ("Lymphocytes 420.", "D728"),
    ("Fibrillation auriculaire, pacemaker permanent.", "I489 Z950 -I482"),
    ("FA récente, anticoagulant en permanence.", "-I482"),
    ("FA connue, permanente.", "I482"),
    ("PaO2 52 veineux.", "-J96"),
    ("PaO2 52.", "J9600"),
    ("Alcool 3,5 g par l de bière.", "-Y90 -F10"),
    ("Alcool 2,1 g par l.", "Y90"),
    ("HD lundi à l'hôpital de jour.", "-N185 -Z992"),
    ("HD mardi, à revoir.", "-Z992"),
    ("HD lundi mercredi vendredi.", "Z992"),
    ("RD stable.", "-E143 -H360"),
    ("RD non proliférante.", "H360"),
]
WHOLE_NOTE = [
    ("Fracture de L2 après chute d'une échelle, métastase du fémur.", "S320 W11 -M495"),
    ("Fracture de L1 en tombant de sa hauteur. Métastases osseuses connues.", "S320 -M495"),
    ("Fracture de L2 sans chute, métastases osseuses.", "M495 -S320"),
    ("Myélome, tassement de L2.", "C900 M495"),
    (
        "Séance de chimiothérapie. Hématémèse abondante, hémorragie aiguë, Hb 6, anémie aiguë.",
        "D62 -D630",
    ),
    ("Cure de chimiothérapie, méléna, Hb 5,9.", "-D630"),
    ("Lésions occipitales séquellaires. Cancer de la prostate stade IV.", "C61 -C793"),
    ("Nodules pariétaux et lésions frontales anciennes. Cancer du sein métastatique.", "-C793"),
    ("Trois lésions frontales. Cancer du sein stade IV.", "C793"),
]
OTHERS = [
    ("Diabète de la mère, traité par metformine.", "-E11"),
    ("Diabète chez son frère, sous metformine.", "-E11"),
    ("Diabète, traité par metformine.", "E11"),
    ("PaO2 54 chez son père, PaCO2 35.", "-J96"),
    ("PaO2 54, PaCO2 35.", "J9600"),
    ("Projection d'acide dans l'œil il y a 20 ans.", "-T269 -X49"),
    ("Projection d'acide dans l'œil ce matin.", "T26"),
    ("Né à 36 SA, homme de 52 ans.", "-Z876"),
    ("Né à 34 SA, nourrisson de 3 mois.", "Z876"),
    ("Tabac actif. Soins tous les jours.", "-F1725"),
    ("Tabac actif, fume tous les jours.", "Z720"),
    ("Porte des appareils lourds au travail, vu en ORL.", "-Z974 -H919"),
    ("Porte des appareils dentaires, avis ORL demandé.", "-Z974"),
    ("Porte des appareils, revoir l'audioprothésiste.", "Z974"),
]
TREATS = [
    ("Le furosémide lui a été prescrit pour hyponatrémie.", "E871 -Y544"),
    ("Le furosémide l'a bien soulagé, hyponatrémie chronique.", "E871 -Y544"),
    ("Le furosémide lui a donné une hyponatrémie.", "E871 Y544"),
    ("L'amiodarone lui a valu une hyperthyroïdie.", "Y522"),
]
NO_DENIALS = [
    ("Métastases hépatiques disparues sous chimiothérapie.", "C787"),
    ("Nodules pulmonaires, adénopathies médiastinales disparus sous corticoïdes.", "R59"),
    ("Hématurie disparue.", "-R31"),
    ("Sortie sans oxygène à domicile.", "-Z59"),
    ("Sort sans O2 à domicile.", "-Z59"),
    ("Sans domicile.", "Z590"),
    ("Toux, contact avec la nounou qui a la grippe.", "-J11"),
    ("La nourrice a la grippe.", "-J11"),
    ("Le père ne fume pas à la maison.", "-Z587"),
    ("Le père fume à la maison.", "Z587"),
]
LIGATURES = [
    ("Sa sœur est à bout.", "Z636"),
    ("Sa soeur est à bout.", "Z636"),
    ("Œdème de Quincke sous kétoprofène en 2012, AINS proscrits.", "Z886"),
    ("Projection de soude dans l'œil gauche.", "T26"),
    ("Le facteur est à bout.", "-Z636"),
]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *DENIED_INSIDE,
        *PEOPLE_AND_FORMS,
        *URINE_GERMS,
        *FIGURES_OF_OTHERS,
        *WHOLE_NOTE,
        *OTHERS,
        *TREATS,
        *NO_DENIALS,
        *LIGATURES,
    ],
)
def test_wording(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Démence Alzheimer légère. Sa fille est en dépression.", "F00900"),
        ("Démence Alzheimer légère, sa femme est dépressive.", "F00900"),
        ("Démence Alzheimer légère avec dépression.", "F00930"),
    ],
)
def test_what_a_relative_feels_is_no_sign_of_the_dementia(text, wanted):
    coder = coder_of(["F009!", "F00900", "F00930"])
    assert [found.code for found in coder.predict([text])[0]] == [wanted]
