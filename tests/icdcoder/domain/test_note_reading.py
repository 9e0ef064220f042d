"""French sentences, what they say of the patient, and the codes that PMSI lets a coder give. All invented."""

import pytest

from icdcoder.domain.context import Status
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.mention import Mention
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.rules import _stands_near
from icdcoder.domain.search import CodeSearch, Found
from icdcoder.domain.sections import Section
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import expand, macros, wordings
from tests.growth import MOST, growth

# A category that may not be coded ends with "!"; labels are in our own words.
CODES = """
A41! A410 A415 A419 B24+9 B956 B962 C50! C509 C61 C787 C795 D50! D509 D62 D649 D695 D696 E10! E109 E14! E143 E149 E11! E112! E1120 E1128
E113! E1130 E1138 E114! E1140 E1148 E119! E1190 E1198 E16! E160 E162 E43 E440 E46 E66! E669! E6694 E6696 E6699 E87! E871!
E8710 E8718 E875! E8750 E8758 F051 F03 F050 F00! F009 F001 F00101 G30! G301 G309 G632 H360 I10 I21! I219! I2190 I2198 I252 I26!
I269 I50! I500! I5000 I5001 I5002 I5009 I509 I63! I639 I64 I80! I802 J18! J189 J44! J440 J441 J449 J93! J939 K22! K703
K746 L270 L89! L891 L893 L899 M16! M169 N083 N17! N179 N18! N183 N184 N189 N40 O99! O990 P07! P073 P59! P590 P599 P70! P704
R05 R33 S27! S270! S2700 S42! S420! S4200 S4201 S72! S720! S7200 S7201 S82! S820! S8200 T42! T424 U82! U822! U822+0
U822+1 W01! W0109 W0149 W0119 W19! W1909 X41! X4199 X61! X6199 X6109 Y410 Y45! Y450 Y493 Z59! Z590 Z602! Z6020 Z853 Z867!
Z8670 Z8671 Z880 Z921 Z966 R11 Z90! Z904
"""


@pytest.fixture(scope="module")
def known():
    return Nomenclature(
        CodeEntry(
            code=name.rstrip("!"),
            label=f"Essai {name}" + (", sans précision" if name.endswith("9") else ""),
            short="",
            is_codable=not name.endswith("!"),
            is_retired=False,
        )
        for name in CODES.split()
    )


@pytest.fixture(scope="module")
def reader(known):
    return DictionaryCoder(known)


SENTENCES = [
    # what may not be coded gives way to a descendant
    ("Diabète de type 2 équilibré.", {"E1198"}),
    ("DT2 sous Lantus.", {"E1190"}),
    ("Fracture de la clavicule.", {"S4200"}),
    ("Fracture ouverte de la clavicule, Cauchoix II.", {"S4201"}),
    # figures with their units
    ("Insuffisance cardiaque globale, FEVG 35 %.", {"I5002"}),
    ("Insuffisance cardiaque globale, FEVG à 55 %.", {"I5000"}),
    ("Hyponatrémie à Na 117 mmol/l.", {"E8710"}),
    ("Na 124 ce matin.", {"E8718"}),
    ("Na 138, K 4,2.", set()),
    ("Hyperkaliémie, kaliémie 7,1.", {"E8750"}),
    ("Obésité, IMC 42.", {"E6696"}),
    ("Maladie rénale chronique, DFG 24.", {"N184"}),
    ("Escarre du sacrum st. II.", {"L891"}),
    ("Dénutrition : albumine 24, sévère.", {"E43"}),
    # what an answer denies
    ("EP : angioscanner neg.", set()),
    ("Phlébite ? doppler neg.", set()),
    ("Non fumeur. BPCO non.", set()),
    ("HTA - jamais de BPCO.", {"I10"}),
    ("VIH- ce jour.", set()),
    ("N'est pas diabétique.", set()),
    ("Si fièvre ou toux, reconsulter.", set()),
    # the past and the family
    ("ATCD : AVC ischémique, phlébite.", {"Z8670", "Z8671"}),
    ("Infarctus du myocarde en 2012, revu en 2024.", {"I252"}),
    ("Antécédent de cancer du sein.", {"Z853"}),
    ("Père : cancer de la prostate.", set()),
    ("Antécédents : cancer de la prostate en surveillance active.", {"C61"}),
    # the sense of an abbreviation
    ("PTH 2016 à gauche.", {"Z966"}),
    ("PTH 780, calcium normal.", set()),
    # rules
    ("BPCO exacerbée, BPCO connue.", {"J441"}),
    ("Sepsis, hémocultures à E. coli.", {"A415", "B962"}),
    ("Confusion aiguë. Démence connue.", {"F051", "F03"}),
    ("Toux. Pneumonie.", {"J189"}),
    ("Pneumothorax, fracture de la clavicule.", {"S2700", "S4200"}),
    ("DT2 avec rétinopathie diabétique.", {"E1138", "H360"}),
    ("Maladie d'Alzheimer à début tardif, démence modérée.", {"G301", "F00101"}),
    # circumstances
    ("Fracture de la clavicule : trébuche sur un pavé dans la rue.", {"S4200", "W0149"}),
    ("Chute hier, aucune lésion.", set()),
    ("Intoxication volontaire aux benzodiazépines chez elle.", {"T424", "X6109"}),
    ("Vomissements sous Contramal.", {"R11", "Y450"}),
    ("HTA sous amlodipine.", {"I10"}),
    # social facts
    ("Vit seule à domicile.", {"Z6020"}),
    ("Sans domicile fixe.", {"Z590"}),
    ("Tombe dans la rue.", set()),
    ("Allergie à l'amoxicilline.", {"Z880"}),
    # newborn and mother
    ("Nouveau-né à 34 SA, ictère, hypoglycémie.", {"P073", "P590", "P704"}),
    ("Parturiente G2P2, 29 ans, post-partum : anémie.", {"O990", "D649"}),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[s[0][:50] for s in SENTENCES])
def test_a_sentence_gives_the_codes_that_may_be_coded(reader, text, expected):
    assert {prediction.code for prediction in reader.predict([text])[0]} == expected


def test_what_may_not_be_coded_is_never_proposed(reader, known):
    text = "\n".join(sentence for sentence, _codes in SENTENCES)
    assert all(known.is_codable(found.code) for found in reader.predict([text], top=99)[0])


# the second and third ask many mentions for what stands near them, or for an operation in the whole note
@pytest.mark.parametrize(
    "unit",
    ["HTA diabète AVC EP pas ? : non ", "sepsis. E. coli. ", "absence de rate, splénectomie. "],
)
def test_a_long_note_takes_time_in_proportion(reader, unit):
    assert growth(lambda text: reader.predict([text]), unit, 30_000) < MOST


@pytest.mark.parametrize(
    ("starts", "is_near"),
    [([894], False), ([895], True), ([1000], True), ([1105], True), ([1106], False), ([10, 900, 2000], True), ([10, 2000], False)],
)  # fmt: skip
def test_a_germ_counts_within_a_hundred_characters_before_or_after(starts, is_near):
    def mention(code, start):
        return Mention(
            code, start, start + 5, Status.PRESENT, Section.OTHER, TermKind.LABEL, 1, 1.0
        )

    groups = {"A419": [mention("A419", 1000)], "B962": [mention("B962", at) for at in starts]}
    assert _stands_near("A419", ("B962",), groups) is is_near


def test_every_macro_and_every_term_can_be_written_out():
    assert sum(1 for _ in wordings()) > 10_000
    assert list(expand("{foie} (gras/)", {"foie": ("foie",)})) == ["foie gras", "foie"]
    assert list(expand("({foie}/rein) gras", {"foie": ("foie", "hépatique")})) == [
        "foie gras",
        "hépatique gras",
        "rein gras",
    ]
    assert "cancer" in macros()["cancer"]
    assert not [own for own in wordings() if "{" in own.phrase]


def test_codes_are_found_by_code_wording_and_the_beginning_of_a_word(known):
    search = CodeSearch(known)
    assert [entry.code for entry in search.find("s72.0").fitting] == ["S7200", "S7201", "S720"]
    assert "Z590" in [entry.code for entry in search.find("SDF").fitting]
    assert "S4200" not in [entry.code for entry in search.find("clavicule luxation").fitting]
    assert search.find("fracture clavic").fitting[0].code == "S420"
    assert search.find("  ") == Found([], [])
    assert search.find("zzz") == Found([], [])
