"""Kinds that the notes of an eighth author showed, each worded otherwise: a sentence a row. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

SAID = [
    # a sign beside its disease, parts that make one code
    ("Sécheresse oculaire bilatérale, kératite ponctuée.", "H041 -H16"),
    ("Gale, démangeaisons.", "B86 -L29"),
    ("Psoriasis en plaques, psoriasis ancien.", "L400 -L409"),
    ("Endométriose ovarienne, masse ovarienne de 5 cm.", "N801 -N839"),
    ("Rate fracturée avec hémopéritoine.", "S360 -K661"),
    ("Rectocolite hémorragique, selles glaireuses.", "K51 -R195"),
    ("Déficit en G6PD, anémie hémolytique aux fèves.", "D550 -D59"),
    ("Vessie neurologique, incontinence par impériosités.", "N31 -N39"),
    ("Cirrhose alcoolique, encéphalopathie avec astérixis.", "K704 -G934"),
    ("Syndrome hépatorénal, insuffisance rénale aiguë.", "K767 -N179"),
    ("Fracture de la diaphyse tibiale gauche, fracture du péroné.", "S822 -S824"),
    ("Stimulateur double chambre de 2019 pour BAV complet.", "Z950 -I44"),
    ("Trouble bipolaire. Épisode dépressif modéré.", "F313 -F32"),
    ("Trouble bipolaire. Épisode dépressif sévère.", "F314 -F32"),
    ("Drépanocytose homozygote, nécrose de la tête fémorale.", "M904 -M87"),
    ("Sepsis sur calcul urétéral obstructif.", "N136 -N20"),
    ("Ostéonécrose cortisonique de la hanche.", "M871"),
    ("Luxation de PTH.", "T840 Y831"),
    ("Emphysème. Nodule pulmonaire du lobe supérieur droit.", "J43 R91"),
    ("Adénocarcinome pulmonaire. Nodule pulmonaire.", "C34 -R91"),
    ("Rétrécissement aortique serré, dyspnée.", "I350 -R060"),
    ("Accès palustre à falciparum, céphalées.", "B50 -R51"),
    # drugs blamed in other words
    ("Le Téralithe est bien le coupable de cette hypothyroïdie.", "E032 Y495"),
    ("L'amiodarone a déclenché une hyperthyroïdie.", "Y522 E05"),
    ("La metformine n'est pas responsable de cette acidose lactique.", "-Y423"),
    ("Hyponatrémie à 122, asymptomatique, mise sur le compte de l'indapamide.", "E871 Y543"),
    ("Le Bactrim est à l'origine de cette toxidermie.", "L27 Y410"),
    ("Hypokaliémie à mettre sur le dos du furosémide.", "E876 Y544"),
    ("La corticothérapie a provoqué un syndrome confusionnel.", "Y420"),
    ("Insuffisance rénale aiguë que j'impute au diurétique, l'Aldactone.", "N17"),
    ("Hyponatrémie sous diurétique (Fludex 1,5 mg).", "E871 Y543"),
    ("Agranulocytose imputée à l'antibiotique (Bactrim).", "D70"),
    ("Les statines sont incriminées dans cette rhabdomyolyse.", "Y526"),
    ("Confusion due au tramadol.", "Y450"),
    ("Accès de goutte dû au diurétique, Esidrex introduit en mai.", "M102 Y543"),
    # denied in other words
    ("VRS +  grippe – covid –\nRx normale", "-J1 -U07"),
    ("Bandelette urinaire : leuco + nitrites -, grippe -", "-J11"),
    ("Streptocoque B –.", "-B951"),
    ("E. coli dans les urines, BLSE −.", "-U822"),
    ("VHB – VHC – VIH –", "-B1 -B2"),
    ("PCR grippe -, covid -, VRS +.", "-J11 -U07"),
    ("Rien qui évoque une maltraitance.", "-T74"),
    ("Rien en faveur d'une embolie pulmonaire.", "-I26"),
    ("Sous antibiotiques pour une cystite qui n'existait pas.", "-N30"),
    ("Ce n'est pas une sciatique.", "-M54"),
    ("Je ne crois pas à une phlébite.", "-I80"),
    ("Hémangiome de T9 sans signification.", "-D18"),
    ("Pas d'argument pour une méningite.", "-G0"),
    ("L'ostéoporose n'a pas été confirmée.", "-M81"),
    ("Epilepsie - traitement par Keppra", "G40"),
    ("Insuffisance cardiaque - \nTraitement", "I50"),
    ("AVC de l'enfance, ne garde rien.", "Z8670"),
]


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_wording(full_coder, text, wanted):
    got = [found.code for found in full_coder.predict([text])[0]]
    names = wanted.split()
    unwanted = tuple(name[1:] for name in names if name[0] == "-")
    missing = [n for n in names if n[0] != "-" and not any(code.startswith(n) for code in got)]
    assert not missing
    assert not unwanted or not any(code.startswith(unwanted) for code in got)
