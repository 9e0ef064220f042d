"""What clinicians write for the chapters of infections, tumours, blood, hormones, mind, nerves, eye and ear. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import coder_of

INFECTIONS = [
    ("Coproculture positive à Salmonella.", "A020"),
    ("Hémocs + à SAMS.", "A410"),
    ("Hémocultures positives (2 flacons).", "A419"),
    ("Hémocultures stériles.", ""),
    ("Méningite à Neisseria meningitidis.", "A390"),
    ("Jambe rouge fébrile.", "A46"),
    ("Antigénurie légionelle positive.", "A481"),
    ("Condylomes de la marge anale.", "A6300"),
    ("Langue mycosique.", "B370"),
    ("Mycose des plis.", "B372"),
    ("Infection urinaire à levures.", "B374"),
    ("Accès palustre à vivax.", "B519"),
    ("Retour du Mali, palu.", "B54"),
    ("Patient vu pour palu à falciparum.", "B509"),
    ("Séquelles de BK.", "B909"),
    ("Syndrome infectieux sans point d'appel.", "B99+1"),
    ("Syndrome infectieux, syndrome grippal : virose.", "B349"),
    ("COVID +, pneumopathie.", "U0710"),
    ("COVID de découverte fortuite.", "U0712"),
    ("TDR COVID positif.", "U0714"),
    ("E. coli BLSE dans l'ECBU.", "B962 U822+0"),
    ("Portage de BHRe.", "U83701"),
    ("Portage nasal de SARM.", "U82101"),
    ("Ni BMR ni BHRe au dépistage.", ""),
    ("Toxoplasmose non immune. Rubéole immune.", ""),
]
TUMOURS_AND_BLOOD = [
    ("Carcinome basocellulaire palpébral.", "C441"),
    ("CBC de l'aile du nez.", "C443"),
    ("ADK de la jonction œsogastrique.", "C160"),
    ("Métastases rachidiennes d'un cancer du sein.", "C795 C509"),
    ("ADP axillaires métastatiques.", "C773"),
    ("Myome FIGO 2.", "D250"),
    ("Polype adénomateux du sigmoïde.", "D125"),
    ("Tumeur ovarienne borderline.", "D391"),
    ("Sarcoïdose sans atteinte pulmonaire.", "D869"),
    ("Perte de 3 points d'Hb.", "D62"),
    ("INR à 9.", "D683"),
    ("INR à 2,5.", ""),
    ("Hématome sous AVK.", "D683 Y442"),
    ("Anti-GBM négatifs.", ""),
    ("PNN 0,2 G/L.", "D70"),
    ("Plaquettes à 45000.", "D696"),
    ("Plaquettes à 245000.", ""),
    ("Angio-œdème bradykinique héréditaire.", "D841"),
]
HORMONES_AND_MIND = [
    ("Cétoacidose diabétique chez un DT1.", "E101"),
    ("DT2 compliqué de rétinopathie.", "E1138 H360"),
    ("Diabète sous metformine.", "E1198"),
    ("Orbitopathie basedowienne.", "E050"),
    ("Inflation hydrosodée.", "E877"),
    ("Syndrome de lyse.", "E883"),
    ("Déficit en vitamine B9.", "E538"),
    ("DPE modérée.", "E440"),
    ("TNC majeur au stade sévère.", "F03+02"),
    ("Confusion post-opératoire chez un dément.", "F051"),
    ("Confusion entre deux traitements.", ""),
    ("Intoxication éthylique chronique.", "F1024"),
    ("OH : 6 bières/jour.", "F1024"),
    ("Alcool 100 g/j.", "F1024"),
    ("Hydratation 2 litres par jour.", ""),
    ("Pré-DT.", "F1040"),
    ("Toxicomanie substituée par méthadone.", "F1122"),
    ("Hypogammaglobulinémie substituée.", ""),
    ("Tabac stoppé en 2005.", "Z864"),
    ("Tabac sevré depuis 12 ans.", "Z864"),
    ("Tabac sevré depuis trois mois.", "Z864"),
    ("Ancien fumeur.", "Z864"),
    ("Ne fume pas.", ""),
    ("Psychose hallucinatoire chronique.", "F220"),
    ("Crise de panique.", "F410"),
    ("Déficit moteur fonctionnel.", "F444"),
    ("Déficit intellectuel.", "F799"),
    ("Famille anxieuse.", ""),
]
NERVES_EYES_AND_EARS = [
    ("Maladie démyélinisante.", "G378"),
    ("Syndrome parkinsonien.", "G20"),
    ("Syndrome parkinsonien vasculaire.", "G214"),
    ("Comitialité séquellaire.", "G402"),
    ("État de mal non convulsif.", "G412"),
    ("Neurolyse du nerf médian au poignet.", "G560"),
    ("Atteinte du nerf ulnaire au coude.", "G562"),
    ("Paralysie du SPE, pied tombant.", "G573"),
    ("Déficit moteur du membre inférieur droit.", "G831"),
    ("Inversion du cycle veille-sommeil.", "G472"),
    ("Déviation de la ligne médiane.", "G935"),
    ("Ligne médiane en place.", ""),
    ("Céphalées post-PL.", "G971"),
    ("BAV brutale OD.", "H539"),
    ("BAV avec hyphéma.", "H210 I443"),
    ("Trou rétinien.", "H333"),
    ("Stase papillaire bilatérale.", "H471"),
    ("Œil gauche non voyant.", "H544"),
    ("Une goutte dans chaque œil.", ""),
    ("Pose d'ATT.", "H653"),
    ("Tympan perforé.", "H729"),
    ("Vertige périphérique.", "H813"),
    ("Hypoacousie appareillée.", "H919 Z974"),
    ("Syndrome vestibulaire sur névrite vestibulaire.", "H812"),
]
LAY_WORDS = [
    ("Boit beaucoup.", "F1024"),
    ("Boit beaucoup d'eau.", ""),
    ("N'entend pas bien.", "H919"),
    ("Ne voit presque plus.", "H549"),
    ("Ne voit pas l'intérêt du traitement.", ""),
    ("Paralysé du côté droit.", "G819"),
]
DEGREES = [
    ("Épisode délirant aigu.", "F239"),
    ("État confuso-onirique.", "F050"),
    ("Dépendance aux somnifères.", "F1324"),
    ("Lymphome à grandes cellules.", "C833"),
    ("Compression du nerf sciatique poplité externe.", "G573"),
    ("Porte des appareils auditifs.", "Z974 H919"),
    ("Démence vasculaire modérée.", "F01901"),
    ("Démence sévère.", "F03+02"),
    ("Démence, dénutrition sévère.", "F03 E43"),
    ("DT1, rétinopathie laserisée.", "E103 H360"),
    ("Saignement au bloc, 3 CGR.", "D62"),
    ("Anémie de 3 mois, pas de CGR.", "D649"),
    ("Hémoc 4/4 et ECBU : Proteus.", "A415 B964"),
    ("OAP de surcharge chez un dialysé.", "E877"),
]
SHORTHAND = [
    ("K pulm.", "C349"),
    ("HVC génotype 3.", "B182"),
    ("dénutr. sévère", "E43"),
    ("hypo K, hyper Na", "E8768 E8708"),
    ("Encéphalop. métabolique.", "G934"),
    ("HPN dérivée.", "G912"),
    ("20 cig/j.", "F1724"),
    ("Ex fumeur 30 PA.", "Z864"),
    ("Alz évolué.", "G309"),
    ("Ferritine 8.", "E611"),
    ("Ferritine 180.", ""),
    ("Carence en vit D.", "E559"),
    ("Vitamine D 1 ampoule par mois.", ""),
    ("Essai en double aveugle.", ""),
    ("GAO sous collyre.", "H401"),
    ("Cancer colique métastatique hépatique.", "C189 C787"),
]
SENTENCES = [
    *DEGREES,
    *SHORTHAND,
    *INFECTIONS,
    *TUMOURS_AND_BLOOD,
    *HORMONES_AND_MIND,
    *NERVES_EYES_AND_EARS,
]
BESIDE = "H540 E143 F0190 H350 H369 I501 E46 K802 G211 G318 G409 G419 G819 H819 M109 R42 R51 E109 E119! E112! E113! E114! E115! E1158 E149 E86 F058 F050 F1000 F1030 F1120 F1124 F1724 F29 F419 R298 C56 C719 D259 D469 D649 D860 T783 A021 A169 B069 B379 B956 B49 B589 U83700 U83710 U82100 U822! U8370! U8371! J189 Z223"


@pytest.fixture(scope="module")
def reader():
    named = {code for _text, codes in SENTENCES for code in codes.split()} | set(BESIDE.split())
    return coder_of(sorted(named))


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[s[0][:50] for s in SENTENCES])
def test_a_sentence_gives_its_codes(reader, text, expected):
    [found] = reader.predict([text])

    assert {prediction.code for prediction in found} == set(expected.split())
