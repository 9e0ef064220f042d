"""Kinds that the notes of author k showed, each worded otherwise: a sentence a row. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import coder_of

SAID = [
    ("Tension bien contrôlée par irbésartan.", "I10"),
    ("Un comprimé pour le cœur et un pour la tension.", "I10"),
    ("Prend une statine pour son cholestérol.", "E780"),
    ("LDL-c à 2,1 g/L.", "E780"),
    ("LDL 4,9 mmol/L.", "E780"),
    ("LDL 0,7 g/L sous statine.", ""),
    ("Traitement habituel : L-thyroxine 100, Kardégic 75.", "E039"),
    ("Allergies : pénicilline (œdème de Quincke).", "Z880"),
    ("Allergie connue : Bactrim.", "Z882"),
    ("Allergies : aucune connue.", ""),
    ("Intolérance : tramadol.", "Z885"),
    ("Aspirine -> bronchospasme.", "Z886"),
    ("Veuve depuis novembre.", "Z634"),
    ("Veuve depuis 1998.", ""),
    ("Prises irrégulières de l'Hydréa.", "Z911"),
    ("A stoppé les anticoagulants pendant les vacances.", "Z911"),
    ("Prend son traitement un jour sur deux.", "Z911"),
    ("Vit isolé dans une caravane.", "Z6020"),
    ("Peur panique du dentiste.", "F402"),
    ("Chambre à pression négative.", "Z290"),
    ("Otoscopie : bouchon à droite.", "H612"),
    ("Bouchon muqueux évacué en fibroscopie.", ""),
    ("Foie : lacération du segment VI.", "S3610"),
    ("K5 à K9 gauches fracturées.", "S2240"),
    ("Thorax D : côtes 3 à 7.", "S2240"),
    ("Contusion LID.", "S2730"),
    ("Fémur D : diaphyse, fermée.", "S7230"),
    ("Klebsiella R cipro.", "B961 U832+0"),
    ("M. tuberculosis résistant à l'isoniazide.", "U843"),
    ("Stérilet enclavé dans le myomètre.", "T833 Y831"),
    ("Stérilet cuivre en place.", "Z975"),
    ("Stent biliaire obstrué.", "T8558 Y831"),
    ("Cathéter jugulaire compliqué de thrombose.", "T828"),
    ("Hb 9,8 sous Mircera, insuffisance rénale chronique.", "N189 D638"),
    ("Rituximab ce jour, 3e cycle.", "Z512"),
    ("Unité de dialyse – fiche de séance.", "Z491"),
    ("Choc anaphylactique deux minutes après injection de rocuronium.", "T886 Y551"),
    ("Angine. 5 min après 1er cp d'Augmentin : urticaire. Choc anaphylactique.", "J039 T886 Y400"),
    ("Après 10 jours de Rocéphine, fièvre. Colite à Clostridium difficile.", "A047 Y401"),
    ("Pemphigoïde bulleuse, gliptine incriminée.", "L120 Y423"),
    ("Hépatite cytolytique : arrêt de l'isoniazide, normalisation des transaminases.", "K716 Y411"),
    ("Hyponatrémie, arrêt de la perfusion.", "E8718"),
    ("Iléus paralytique post-opératoire.", "K560"),
    ("Mg 0,38.", "E834"),
    ("Mg 2 g IV.", ""),
    ("Kaliémie descendue à 2,3.", "E8760"),
    ("Pouls 36/min.", "R001"),
    ("Pouls 66/min.", ""),
    ("Éosinophiles 3 200/mm3.", "D721"),
    ("Enceinte de 33 SA, TA 165/110, protéinurie 3 g.", "O141"),
    ("Enceinte de 33 SA, TA 148/95, protéinurie ++.", "O140"),
    ("TA 165/110, albumine 38.", ""),
    ("Nouveau-né, PN 1 240 g, 29 SA.", "P073 P071"),
    ("Diabète non insulino-dépendant ancien.", "E1198"),
    ("Antécédents : goutte sous allopurinol.", "M1099"),
    ("Antécédent de crise de goutte.", ""),
    ("Dernières règles il y a 5 mois.", "N911"),
    ("Règles 9-10 jours tous les 28 j.", "N920"),
    ("38 48 enclavées.", "K011"),
    ("À bicyclette, percuté par une automobile, plaie du cuir chevelu.", "V1349 S010"),
    ("Vélo d'appartement, voiture vendue.", ""),
    (
        "Conductrice d'une voiture, choc frontal contre une camionnette, plaie du front.",
        "V4359 S018",
    ),
    ("Négligence gauche.", "R418"),
    ("Le couteau a glissé, plaie de la pulpe de l'index.", "W26099 S610"),
    ("Alcool : vin 2 à 3 L/j.", "F1024"),
    ("Mode de vie : autonome.", ""),
    ("Ordonnance jointe.", ""),
    ("MNA 19.", ""),
    ("Il craignait un cancer du côlon, la coloscopie est normale.", ""),
    ("PAPs 62 mmHg.", "I272"),
    ("IVA : sténose 70 %.", "I251"),
    ("INR 6,4 !! sans saignement.", "R798 Y442"),
    ("Plis sous-mammaires macérés : mycose.", "B372"),
    ("Orthophonie : rééducation de l'aphasie.", "Z505 R4702"),
    ("Réaction aiguë à un stress, sévère.", "F4302"),
    ("Créatinine 340, oligurie à 10 mL/h.", "N179"),
    ("Infection du liquide d'ascite.", "K650"),
    ("Crise convulsive généralisée d'une épilepsie, morsure de la langue, confus 20 min.", "G403"),
    ("Gougerot-Sjögren, bouche sèche.", "M350"),
    ("SCA ST+ inférieur, SMUR, thrombo-aspiration.", "I21100"),
    ("Alzheimer diag à 82 ans.", "G301 F001"),
    (
        "USLD. Pas de plainte au coucher, traitement pris, calme, température normale, tension normale, selles normales, pansement propre, hydratation proposée deux fois. Trouvée par terre au pied du lit, bosse frontale.",
        "W0619 S000",
    ),
    ("ATCD fam : cancer du poumon.", ""),
]
KNOWN = "Z851 E1190 W01! W0199 K117 R682 K759 S015 S005 C349 C34! G409 F050 A04! A410 B37! B379 B49 B96! C189 D509 D63! D649 D683 D72! E03! E11! E119! E78! E785 E83! E87! E871! E876! F00! F009 F03 F10! F101 F102 F121 F1724 F40! F43! F430 G30! G309 G40! H61! I21! I211! I2110 I2118 I219 I25! I27! J03! J189 K01! K56! K567 K65! K658 K659 K71! K760 L12! L309 M10! M109 M109! M35! N17! N18! N91! N92! O14! P07! R00! R05 R058 R11 R31 R33 R34 R398 R41! R458 R47! R470! R471 R51 R53+0 R53+1 R609 R730 R740 R79! R80 S00! S01! S22! S224! S27! S273 S36! S361 S61! S72! S723! S730 T782 T784 T82! T83! T85! T855! T88! U83! U832! U832+! U84! V13! V134 V43! V435 V892 W06! W061 W19! W1999 W26! W260 W2609 Y40! Y41! Y42! Y44! Y55! Y83! Z29! Z49! Z50! Z51! Z60! Z602! Z6038 Z63! Z728 Z80! Z8670 Z88! Z91! Z921 Z930 Z97! Z992! Z992+0"


@pytest.fixture(scope="module")
def reader():
    codes = {code for _text, wanted in SAID for code in wanted.split()} | set(KNOWN.split())
    return coder_of(sorted(codes))


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_wording(reader, text, wanted):
    assert {found.code for found in reader.predict([text])[0]} == set(wanted.split())
