"""Kinds that the notes of author `p` showed, each worded otherwise: what must be read, and what must not. All invented."""

import pytest

from icdcoder.domain.patient import Patient
from icdcoder.domain.tokens import fold_text
from tests.icdcoder.domain.small_coder import coder_of

SAID = [
    # figures
    ("PaO2 51 sous 4 L.", "J9600"),
    ("Femme de 80 ans, a perdu 6 % en 1 mois.", "E440"),
    ("Homme de 50 ans, - 17 % en 5 mois.", "E43"),
    ("Créat 231 µmol/L (habituelle 88).", "N179"),
    ("Créatinine 340 -> 102 après remplissage.", "N179"),
    (
        "Mme V., 29 ans, G2P1, accouchement à 33 SA, travail spontané, garçon vivant, Apgar 9.",
        "O601",
    ),
    ("Mme V., 29 ans, G2P1, césarienne à 32 SA hors travail, fille vivante, Apgar 9.", "O603"),
    ("pH au scalp 7,16.", "O683"),
    ("HyperK 6,9.", "E8750"),
    ("HypoNa 116.", "E8710"),
    ("PCO2 66, pH 7,26.", "J9601"),
    ("TA 65/35, marbrures.", "R579"),
    ("Dialysé, PTH 620.", "N258"),
    ("Femme de 84 ans, dénutrition, albu 27.", "E43"),
    # operations and devices: the circumstance
    ("Abcès de paroi après Hartmann.", "T814 Y833"),
    ("Colectomie droite, abcès de paroi à J8.", "T814 Y836"),
    ("Infection sur chambre implantable.", "T827 Y831"),
    ("Sepsis sur PICC.", "T827 Y848"),
    ("FAV thrombosée.", "T828 Y832"),
    ("Rejet du greffon rénal.", "T861 Y830"),
    ("Moignon nécrosé, reprise.", "T875 Y835"),
    ("Infection urinaire sur sonde.", "T835 N390"),
    ("IU à Klebsiella sur SAD.", "T835 N390"),
    ("Stimulateur : extériorisation du boîtier.", "T827 Y831"),
    ("Syndrome de résorption de glycine.", "T818 Y838"),
    ("Brèche diaphragmatique suturée.", "T812 Y600"),
    ("Grossesse arrêtée à 8 SA, perforation utérine pendant l'aspiration.", "O086 Y600"),
    # drugs
    ("Paresthésies des mains gr. 2 secondaires au docétaxel.", "G620 Y432"),
    ("Céphalées imputées aux immunoglobulines.", "G444 Y593"),
    ("Prednisone 5 mg depuis 8 ans.", "Z922"),
    # sites and neighbours
    ("Carcinome urothélial de vessie, tumeur de la paroi postérieure.", "C674"),
    ("Carcinome canalaire du sein gauche, QSI.", "C502"),
    ("Ganglions axillaires métastatiques.", "C773"),
    ("À 3 mois d'un AVC ischémique gauche, aphasie.", "I693 R4702"),
    ("Amygdales grade 4, végétations volumineuses.", "J353"),
    ("Péritonite localisée d'origine appendiculaire.", "K353"),
    ("Ménorragies, anémie ferriprive.", "D500"),
    ("GEU rompue, hémopéritoine de 2 L.", "O081"),
    ("Mme Z., 30 ans, accouchée. Drépanocytose, crise vaso-occlusive.", "D570 O990"),
    ("Mme Z., 30 ans, accouchée. Choc hémorragique.", "O751"),
    ("Sevrage alcoolique : sueurs. 6 à 8 verres/j.", "F1030"),
    ("TSH 4 : thyroïdite auto-immune, surveillance, anti-TG IgA négatifs.", "E063"),
    # what happened, social facts
    ("Tombé de la cage à poules à la récré, fracture du radius.", "W0921"),
    ("Passager d'une moto fauché par un VL, fracture du fémur.", "V234"),
    ("A tiré sur le bol de soupe, brûlure du bras.", "X1099"),
    ("Seule au 2e étage sans ascenseur.", "Z6020"),
    ("Non vaccinée, les parents y sont opposés.", "Z281"),
    ("Droits CPAM fermés.", "Z5970"),
    ("Ancienne fumeuse.", "Z864"),
    ("Oublie ses comprimés.", "Z911"),
    ("Abstinent depuis 3 ans, ancien alcoolique.", "F10202"),
]
NOT_SAID = [
    ("RTUV bipolaire sous rachianesthésie.", "F319"),
    ("Nuque souple.", "R291"),
    ("Vu par l'assistante sociale, passée ce matin.", "Z5970"),
    ("Fracture droite fermée.", "Z5970"),
    ("Bonne réception de ce courrier. Fracture du radius.", "X5099"),
    ("S'est coupé au bras.", "S400"),
    ("Carcinose, PCI 18.", "S0600"),
    ("Vancomycine (CMI 1).", "I255"),
    ("Céfuroxime IC, cataracte.", "I509"),
    ("M. T., 74 ans, miction correcte, RPM 40.", "O429"),
    ("Homme de 71 ans, rétention placentaire.", "O730"),
    ("Mme Z., 30 ans, accouchée. Naissance prématurée.", "P073"),
    ("Famille grippée.", "J111"),
    ("Papa seul à la maison.", "Z6020"),
    ("Tonton épileptique.", "G409"),
    ("Le deuil de la maternité est abordé.", "Z634"),
    ("Rhinopharyngite il y a trois semaines.", "J00"),
    ("Constipation évitée.", "K590"),
    ("Apnées du sommeil à dépister.", "G473"),
    ("On évoquait une phlébite.", "I802"),
    ("Amputation d'orteil le 6, suites simples.", "Z894"),
    ("Greffe de peau mince le 12.", "Z945"),
    ("G3P3 (dont une ventouse), 44 ans, myome.", "O814"),
    ("Stérilet retiré l'an passé.", "Z975"),
    ("pH au scalp non fait.", "O683"),
    ("Nirsévimab prévu au CMP.", "Z291"),
    ("Dossier AME en cours.", "Z5961"),
    ("Prise en charge : insuline. Pas d'idée suicidaire.", "T383"),
    ("Infection sur PTG, classée ISO.", "T814"),
    ("4 cures carbo-taxol, bonne réponse.", "Z511"),
    ("Cancer du sein, alopécie.", "L659"),
    ("Brûlures sur sonde.", "T300"),
    ("Mordu par le chien du voisin, plaie de la joue.", "W5099"),
    ("Cancer du rein, rotation vers la méthadone.", "F1122"),
    ("Tutelle.", "Z653"),
]
KNOWN = (
    "W09! S5250 S52! S525! S723! S7230 S7290 S729 T22! T220 C679 C672 C509 C779 F1024 F10241 D509 O000 O009 K661 O021 O029 D571 Z370 O800 O829 O820 "
    "Z288 R202 R51 N390 N920 R571 E875! E8758 E871! E8718 E46 S0140 S014! C64 W50! W54! W5499 N189 B961 F1020 R300 T845 T830 I639 R470 R4700 J350 J352 J351 K650 K659 W0929 W0999 I64 O730 Z933 V0312 X10! X1009 O040"
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


def test_a_high_risk_pregnancy_is_the_mother_s_file():
    patient = Patient(
        fold_text(
            "GROSSESSES À HAUT RISQUE - CRH mère. Mme L., 26 ans, jumeaux en couveuse, Apgar 9."
        )
    )
    assert "newborn" not in patient.conditions


def test_the_size_of_a_uterus_is_no_pregnancy():
    assert (
        "pregnant"
        not in Patient(fold_text("Mme D., 44 ans. Utérus globuleux 12 SA, myome.")).conditions
    )


def test_a_birth_at_term_is_not_early_for_a_threat_before_it():
    patient = Patient(
        fold_text("Mme V., 29 ans, G2P1. MAP à 28 SA. Accouchement à 39 SA, fille vivante.")
    )
    assert "preterm_labour" not in patient.conditions
