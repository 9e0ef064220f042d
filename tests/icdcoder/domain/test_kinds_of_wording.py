"""Kinds of sentences, each by more than one example: what was swallowed, shorthand, states, circumstances. All invented."""

from collections import Counter

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.wordings import read_table
from tests.icdcoder.domain.small_coder import coder_of

CODES = (
    "B956 N184 I509 S829 T391 T424 T426 T432 T509 T543 U82100 V0319 V1349 V2349 V031! V134! V234! X40! X4099 X41! X4199 "
    "X44! X4499 X49! X4999 X60! X6099 X61! X6199 X64! X6499 Z590 Z635 Z905 Z908 Z966 Z9158 N258 M8697 "
    "A410 A415 A419 B962 C787 C795 D62 D696 E875! E8750 E8758 I489 I634 I639 L891 L892 L899 S3700 T814 "
    "B86 G621 J189 K802 L299 P073 P271 P612 P77 S5250 T159 T16 T171 T175 T182 T741 W1499 X80! X8099 Z380 Z5968 Z598 Z635 Z730 "
    "D649 E139 E86 G620 G629 M8149 I10 N179 R05 R572 Y420 Y433 Y521 Y524 Z5913 Z633 Z634"
)


@pytest.fixture(scope="module")
def reader():
    return coder_of(CODES.split())


SENTENCES = [
    # a small thing and where it lies
    ("Limaille de fer dans l'œil droit.", "T159"),
    ("A mis une perle dans son oreille.", "T16"),
    ("Cacahuète restée dans la bronche souche.", "T175"),
    ("Pile bouton dans l'estomac.", "T182"),
    # who was beaten, and by whom
    ("Enfant battu.", "T741"),
    ("Nourrisson battu par ses parents.", "T741"),
    # born early is newborn, and nobody's pregnancy
    ("Entérocolite ulcéro-nécrosante chez le prématuré de 29 SA.", "P073 P77 Z380"),
    ("Prématuré de 29 SA. Anémie du prématuré.", "P073 P612 Z380"),
    ("Dysplasie bronchopulmonaire, enfant de 6 ans.", "P271"),
    # what the whole house has, the patient has
    ("Prurit nocturne familial avec sillons : gale.", "B86"),
    # money, home, couple, work
    ("N'a plus de quoi payer son loyer.", "Z5968"),
    ("Vient de se séparer de sa compagne.", "Z635"),
    ("Trophoblaste en cours d'expulsion.", ""),
    ("Burn-out.", "Z730"),
    # shorthand by its neighbours
    ("PNP LID.", "J189"),
    ("PNP alcoolique.", "G621"),
    ("LV à l'écho, Murphy neg.", "K802"),
    # from where somebody jumped
    ("Fracture fermée du poignet, s'est jetée du troisième étage.", "X8099"),
    # what was swallowed, with doses and other words between
    ("A avalé 20 cp d'alprazolam et 10 de zopiclone pour en finir.", "T424 T426 X6199"),
    ("Ingestion volontaire ce soir vers 22 h de Doliprane 1 g, environ 15 g.", "T391 X6099"),
    ("IMV : escitalopram 2 boîtes.", "T432 X6199"),
    ("Enfant de 2 ans, a ingéré par erreur du Doliprane de sa mère.", "T391 X4099"),
    ("A avalé tous ses comprimés dans un but suicidaire.", "T509 X6499"),
    ("Pas d'ingestion de paracétamol.", ""),
    ("Traitement : alprazolam 0,25 mg, Doliprane.", ""),
    ("A avalé son repas. Alprazolam le soir.", ""),
    # shorthand with a point does not end the sentence
    ("ins. rénale chronique stade 4", "N184"),
    ("Insuf. rénale chron. stade 4", "N184"),
    ("insuf. cardiaque", "I509"),
    # a hormone or a hip
    ("HPT II : PTH 780, Mimpara.", "N258"),
    ("Antécédents : PTH droite.", "Z966"),
    # organs removed long ago, or the word for who lost them
    ("Néphrectomie droite il y a 10 ans.", "Z905"),
    ("Néphrectomie en 2011.", "Z905"),
    ("Splénectomisée.", "Z908"),
    ("Néphrectomie ce jour sans incident.", ""),
    # who was on what when the car came
    ("À vélo le 2/02 vers 20 h, percuté par une voiture. Fracture de jambe.", "V1349"),
    ("Rentrait en scooter, renversé par une voiture. Fracture de jambe.", "V2349"),
    ("Traversait, percuté par une voiture. Fracture de jambe.", "V0319"),
    # the family's troubles are the patient's circumstances
    ("Parents en pleine séparation conflictuelle.", "Z635"),
    # feared, explained or never there
    ("Peu d'arguments pour une anémie.", ""),
    ("Traitement qui peut provoquer une anémie.", ""),
    ("N'a jamais eu d'HTA.", ""),
    # the drug stands in the words of what it did
    ("Neuropathie à l'oxaliplatine.", "G620 Y433"),
    ("Diabète cortico-induit.", "E139 Y420"),
    ("Ostéoporose cortisonique.", "M8149 Y420"),
    ("HTA sous amlodipine.", "I10"),
    # a germ and its resistance are one code
    ("Ostéite du pied à SARM.", "M8697 U82100 B956"),
    # organs listed behind the word for their metastases
    ("Récidive métastatique : os (rachis, bassin) et foie.", "C795 C787"),
    ("Pas de métastase : os, foie.", ""),
    # a germ names the sepsis that it stands near, no other
    ("Sepsis à point de départ urinaire, hémocultures à E. coli.", "A415 B962"),
    ("Sepsis." + " Rien de plus à dire aujourd'hui." * 5 + " Abcès de paroi à E. coli.", "A419 B962 T814"),
    # figures that name or class a state
    ("Hyperkaliémie à 7,1.", "E8750"),
    ("Hyperkaliémie à 5,9.", "E8758"),
    ("Plaquettes 61 000.", "D696"),
    ("Plaquettes 161 000.", ""),
    ("Saignement au bloc, Hb 7,1, deux culots.", "D62"),
    ("Hb 7,1.", ""),
    # the cause that stands elsewhere
    ("AVC ischémique. FA connue sous anticoagulants.", "I634 I489"),
    ("AVC ischémique.", "I639"),
    # an arrow from the drug to what it did; "#" for a fracture
    ("Ramipril -> toux.", "R05 Y524"),
    ("Toux. Ramipril.", "R05"),
    # a shock says more than the germ of its sepsis
    ("Choc septique à SAMS.", "R572 A410"),
    # a figure of K stands right behind it
    ("K sein, BRCA1.", ""),
    ("K 7,1.", "E8750"),
    # losses and absences of others are the patient's circumstances
    ("A perdu sa femme au printemps.", "Z634"),
    ("Conjoint incarcéré.", "Z633"),
    ("Hébergé chez des amis.", "Z5913"),
    # a cause that is a disease of its own is coded, too
    ("IRA sur déshydratation.", "N179 E86"),
    # a stage in figures before the words that could tell it
    ("Escarre du talon, derme à nu, pas de nécrose, stade 2.", "L891"),
    ("Escarre du talon nécrotique.", "L892"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "codes"), SENTENCES)
def test_a_sentence_gives_its_codes(reader, sentence, codes):
    found = {code for code in reader.codes_of(sentence) if code[0] != "S"}
    assert found == set(codes.split())


def test_a_substance_that_substitution_wrote_poisons_nobody(reader):
    text = "A avalé du Tranxène."
    at = text.index("Tranxène")
    assert reader.codes_of(text, [(at, at + 8)]) == {}
    assert "T424" in reader.codes_of(text)


def test_a_hash_before_a_word_is_a_fracture_and_before_a_number_none():
    known = Nomenclature(
        [CodeEntry("S721", "Essai", "", False, False), CodeEntry("S7210", "Essai", "", True, False)]
    )
    reader = DictionaryCoder(known)
    assert "S7210" in reader.codes_of("# pertrochantérienne G.")
    assert "S7210" in reader.codes_of("Chute.\n- # pertrochantérienne G, opérée.")
    assert "S7210" in reader.codes_of("Chute, # pertrochantérienne G")
    headings = (
        "Lit #2 pertrochantérienne.",
        "# Pertrochantérienne : RAS.",
        "Revu.\n# Région pertrochantérienne\nRAS.",
    )
    headings += ("Revu.\n## Pertrochantérienne", "Revu.\n - #Pertrochantérienne : RAS.")
    assert {text for text in headings if reader.codes_of(text)} == set()


def test_an_abbreviation_of_the_newborn_is_read_for_newborns_alone():
    codes = ("P520", "P523", "B24", "H351", "P073")
    reader = coder_of(codes)
    assert "H351" in reader.codes_of("Nouveau-né de 29 SA, ROP.")
    assert "P523" in reader.codes_of("Nouveau-né de 29 SA, HIV à l'ETF.")
    assert reader.codes_of("Homme de 40 ans, ROP. HIV.").keys() == {"B24"}


def test_an_abbreviation_has_one_row():
    """Of two the later one would hide the vetoes of the first."""
    terms = [row["term"].casefold() for row in read_table("abbreviations_fr.csv")]
    assert [term for term, count in Counter(terms).items() if count > 1] == []
