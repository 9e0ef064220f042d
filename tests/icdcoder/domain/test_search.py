"""What a coder types in the search, and the code that must stand first: Enter adds it."""

from pathlib import Path

import pytest

from benches.icd.heard import HEARD
from benches.icd.notes import FOLDER, read_notes
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature, load_nomenclature
from icdcoder.domain.phrase_network import read_network
from icdcoder.domain.search import CodeSearch
from icdcoder.domain.wordings import read_table

CIM10 = Path(__file__).resolve().parents[3] / "var" / "cim10" / "cim10.csv.gz"


@pytest.fixture(scope="module")
def search(full_nomenclature):
    return CodeSearch(full_nomenclature)


@pytest.fixture(scope="module")
def real():
    """Of the catalogue itself: how its labels lie beside one another no invented labels show."""
    return CodeSearch(load_nomenclature(CIM10))


@pytest.fixture(scope="module")
def shipped():
    """The search of the coding page, network and all."""
    return CodeSearch(load_nomenclature(CIM10), read_network())


class Guessing:
    """Guesses the same categories whatever is typed; remembers how likely they had to be."""

    def __init__(self, *categories: str) -> None:
        self.categories, self.asked = list(categories), list[float]()

    def guess(self, stems, least):
        self.asked.append(least)
        return self.categories


def of(*rows: tuple[str, str], guesses: Guessing | None = None) -> CodeSearch:
    entries = (CodeEntry(code, label, "", True, False) for code, label in rows)
    return CodeSearch(Nomenclature(entries), guesses)


def notes_heard():
    return read_notes([FOLDER / name for name in HEARD])


def codes(search: CodeSearch, query: str) -> list[str]:
    found = search.find(query)
    return [entry.code for entry in (*found.fitting, *found.alike)]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        *(("hta", "I10"), ("avc", "I64"), ("sep", "G35"), ("fa", "I48"), ("ep", "I26")),
        *(("idm", "I21"), ("infarctus", "I21"), ("infarctus du myocarde", "I21")),
        *(("pneumopathie", "J18"), ("dépression", "F32"), ("infection urinaire", "N390")),
        *(("tuberculose", "A16"), ("sepsis", "A41"), ("arthrose", "M19"), ("lymphome", "C85")),
        *(("œdème aigu du poumon", "I501"), ("fracture poignet", "S52"), ("césarienne", "O82")),
    ],
)
def test_what_the_coder_reads_in_the_words_comes_first(search, query, code):
    assert codes(search, query)[0].startswith(code)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("pneumonnie", "J18"),
        ("cirrose", "K74"),
        ("appendisite", "K37"),
        ("fracutre poignet", "S52"),
    ],
)
def test_one_letter_may_be_wrong(search, query, code):
    assert codes(search, query)[0].startswith(code)


def test_what_is_found_as_it_stands_is_not_corrected():
    search = of(("A01", "Toxe"), ("A02", "Toxi"))
    assert codes(search, "toxe") == ["A01"]
    assert codes(search, "toxu") == ["A01", "A02"]
    assert codes(search, "tox") == ["A01", "A02"]
    assert codes(search, "txo") == []  # of three letters each change is another word


def test_a_word_more_than_any_wording_has_leaves_the_rest(search):
    assert codes(search, "fracture poignet gauche")[0].startswith("S52")


def test_the_label_that_the_query_covers_best_is_first_not_the_shortest():
    search = of(
        ("A01", "Machinose vive du nez"),
        ("A02", "Machinose inhabituellement vive, sans précision"),
        ("A03", "Machinose inhabituellement vive du nez"),
    )
    assert codes(search, "machinose vive inh")[:2] == ["A02", "A03"]
    assert codes(of(("A01", "Truc, os, nez"), ("A02", "Truc inhabituellement")), "truc") == [
        "A02",
        "A01",
    ]


def test_what_needs_a_context_stands_behind():
    rows = [
        ("P29", "Machinose"),
        ("O10", "Machinose X"),
        ("W01", "Machinose Y"),
        ("I15", "Machinose de longue durée"),
    ]
    assert codes(of(*rows[1:]), "machinose")[0] == "I15"
    assert codes(of(*rows), "machinose")[:2] == ["P29", "I15"]  # the query is its whole label


# What a coder types, and the beginnings of the codes that are meant.
MEANT = [
    ("accouchement", "O80"),
    ("accouchement normal", "O80"),
    ("accouchement voie basse", "O80"),
    ("accouchement siège", "O801 O641 O321"),
    ("forceps", "O81"),
    ("ventouse", "O81"),
    ("césarienne en urgence", "O82"),
    ("prématuré", "P07"),
    ("prématurité", "P07"),
    ("nouveau-né prématuré", "P07"),
    ("grand prématuré", "P07"),
    ("menace accouchement prématuré", "O47 O60"),
    ("occlusion", "K56"),
    ("occlusion intestinale", "K56"),
    ("occlusion sur bride", "K565"),
    ("iléus", "K56"),
    ("volvulus", "K562"),
    ("pneumo franche lobaire aigue", "J181 J13"),
    ("pneumopathie franche lobaire aiguë", "J181 J13"),
    ("pneumo lobaire", "J181"),
    ("pneumo inhalation", "J690"),
    ("pneumothorax", "J93"),
    ("pleurésie", "J90"),
    ("épanchement pleural", "J90"),
    ("bronchite", "J20 J40"),
    ("bronchiolite", "J21"),
    ("asthme", "J45"),
    ("crise d'asthme", "J45 J46"),
    ("embolie pulmonaire", "I26"),
    ("phlébite", "I80"),
    ("thrombose veineuse profonde", "I80"),
    ("insuffisance cardiaque", "I50"),
    ("oap", "I50"),
    ("angor", "I20"),
    ("angine", "J03"),
    ("angine de poitrine", "I20"),
    ("flutter", "I48"),
    ("tachycardie", "R00 I47"),
    ("bloc auriculo ventriculaire", "I44"),
    ("rétrécissement aortique", "I35"),
    ("insuffisance mitrale", "I34"),
    ("hypertension", "I10"),
    ("hypotension", "I95"),
    ("syncope", "R55"),
    ("malaise", "R53 R55"),
    ("choc septique", "R572 A41"),
    ("septicémie", "A41"),
    ("pyélonéphrite", "N10"),
    ("cystite", "N30"),
    ("colique néphrétique", "N23 N20"),
    ("insuffisance rénale aiguë", "N17"),
    ("insuffisance rénale chronique", "N18"),
    ("insuffisance rénale", "N19 N17 N18"),
    ("rétention urine", "R33"),
    ("hématurie", "R31"),
    ("adénome prostate", "N40"),
    ("hypertrophie prostate", "N40"),
    ("cancer prostate", "C61"),
    ("cancer sein", "C50"),
    ("cancer colon", "C18"),
    ("cancer poumon", "C34"),
    ("métastase hépatique", "C787"),
    ("métastases osseuses", "C795"),
    ("mélanome", "C43"),
    ("myélome", "C90"),
    ("leucémie", "C95 C91 C92"),
    ("lymphome", "C85"),
    ("anémie", "D64 D50"),
    ("anémie ferriprive", "D50"),
    ("thrombopénie", "D69"),
    ("diabète", "E14 E11"),
    ("diabète type 1", "E10"),
    ("dénutrition", "E46 E43 E44"),
    ("obésité", "E66"),
    ("hypothyroïdie", "E03"),
    ("hyperthyroïdie", "E05"),
    ("déshydratation", "E86"),
    ("hyponatrémie", "E871"),
    ("hyperkaliémie", "E875"),
    ("hypokaliémie", "E876"),
    ("démence", "F03"),
    ("alzheimer", "G30 F00"),
    ("parkinson", "G20"),
    ("épilepsie", "G40"),
    ("crise convulsive", "R56 G40"),
    ("migraine", "G43"),
    ("céphalée", "R51"),
    ("vertige", "R42 H81"),
    ("sciatique", "M543 M544"),
    ("lombalgie", "M545"),
    ("hernie discale", "M51"),
    ("hernie inguinale", "K40"),
    ("éventration", "K43"),
    ("hémorroïdes", "K64 I84"),
    ("appendicite", "K35 K37"),
    ("péritonite", "K65"),
    ("diverticulite", "K57"),
    ("sigmoïdite", "K57"),
    ("cholécystite", "K81"),
    ("lithiase vésiculaire", "K80"),
    ("pancréatite", "K85"),
    ("cirrhose", "K74 K70"),
    ("hépatite", "K75 B1"),
    ("ascite", "R18"),
    ("ulcère gastrique", "K25"),
    ("reflux", "K21"),
    ("gastro entérite", "A09"),
    ("constipation", "K59"),
    ("rectorragie", "K625"),
    ("méléna", "K921"),
    ("escarre", "L89"),
    ("érysipèle", "A46"),
    ("eczéma", "L30 L20"),
    ("psoriasis", "L40"),
    ("zona", "B02"),
    ("grippe", "J10 J11"),
    ("covid", "U07"),
    ("tuberculose pulmonaire", "A15 A16"),
    ("vih", "B24 Z21 B20"),
    ("paludisme", "B54 B50"),
    ("goutte", "M10"),
    ("polyarthrite rhumatoïde", "M06 M05"),
    ("ostéoporose", "M81"),
    ("coxarthrose", "M16"),
    ("gonarthrose", "M17"),
    ("fracture col fémur", "S720"),
    ("fracture fémur", "S72"),
    ("fracture", "T14 S"),
    ("entorse cheville", "S934"),
    ("luxation épaule", "S430"),
    ("plaie main", "S61"),
    ("traumatisme crânien", "S09 S06"),
    ("commotion", "S060"),
    ("brûlure", "T30 T2"),
    ("intoxication médicamenteuse", "T50 T4"),
    ("tentative suicide", "X8 X6 T14 Z915 X7"),
    ("alcoolisme", "F10"),
    ("tabac", "F17 Z72"),
    ("dépression", "F32"),
    ("schizophrénie", "F20"),
    ("anxiété", "F41"),
    ("bipolaire", "F31"),
    ("autisme", "F84"),
    ("cataracte", "H25 H26"),
    ("glaucome", "H40"),
    ("otite", "H66"),
    ("surdité", "H91 H90"),
    ("sinusite", "J32 J01"),
    ("fausse couche", "O03"),
    ("grossesse extra utérine", "O00"),
    ("pré éclampsie", "O14"),
    ("hémorragie post partum", "O72"),
    ("ictère nouveau né", "P59"),
    ("trisomie 21", "Q90"),
    ("spina bifida", "Q05"),
    ("soins palliatifs", "Z515"),
    ("dialyse", "Z491 Z992"),
    ("stent", "Z955"),
    ("pacemaker", "Z950 Z45"),
    ("allergie pénicilline", "Z880"),
    ("chute", "W19 R296"),
    ("accident voiture", "V4 V8"),
    ("morsure chien", "W54"),
    ("avc", "I64"),
    ("avc hémorragique", "I61"),
    ("hémiplégie", "G81"),
    ("aphasie", "R470"),
    ("coma", "R40"),
    ("fièvre", "R50"),
    ("douleur abdominale", "R10"),
    ("douleur thoracique", "R07"),
    ("dyspnée", "R06"),
    ("toux", "R05"),
    ("œdème", "R60"),
    ("occlusion artère centrale rétine", "H34"),
    ("occlusion carotide", "I65"),
    ("ischémie membre inférieur", "I74 I70"),
    ("artérite", "I70 I73 I77"),
    ("varices", "I83"),
    ("anévrisme aorte abdominale", "I71"),
    ("endocardite", "I33 I38"),
    ("péricardite", "I30 I31"),
    ("myocardite", "I51 I40"),
    ("méningite", "G03 G00"),
    ("sclérose en plaques", "G35"),
    ("neuropathie", "G62 G6"),
    ("canal carpien", "G560"),
    ("lupus", "M32"),
]  # fmt: skip


@pytest.mark.cim10
@pytest.mark.parametrize(("query", "meant"), MEANT)
def test_what_a_coder_means_is_among_the_first_three_of_the_catalogue(real, query, meant):
    first = codes(real, query)[:3]
    assert any(code.startswith(tuple(meant.split())) for code in first), first


@pytest.mark.cim10
@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("accouchement", "O809"),  # not what is coded beside it, nor its kinds
        ("prématuré", "P073"),  # not the beats of a heart
        ("nouveau-né prématuré", "P073"),
        ("occlusion", "K566"),
        ("ictère nouveau né", "P599"),
        ("pneumo franche lobaire aigue", "J181"),
        ("pneumo lob", "J181"),
    ],
)
def test_the_plainest_of_the_catalogue_is_first(real, query, code):
    assert codes(real, query)[0] == code


def test_a_label_stands_before_what_only_a_wording_says():
    rows = [("N971", "Machinose"), ("K566", "Occlusion intestinale, autres et sans précision")]
    assert codes(of(*rows), "occlusion")[0] == "K566"  # N971 by our "occlusion tubaire"


def test_what_stands_in_parentheses_need_not_be_typed():
    rows = [("A01", "Machinose (très) (vive) aiguë"), ("A02", "Machinose du nez chronique")]
    assert codes(of(*rows), "machinose") == ["A01", "A02"]
    assert codes(of(*rows), "machinose vive")[0] == "A01"


def test_where_most_of_it_is_of_some_patients_they_come_first():
    rows = [("O81", "Machinose X"), ("O82", "Machinose Y"), ("I15", "Machinose longue durée")]
    assert codes(of(*rows), "machinose") == ["O81", "O82", "I15"]


def test_a_word_of_its_own_may_begin_another_one_where_nothing_else_is_found():
    rows = [("A01", "Machin"), ("A02", "Machinose vive du nez")]
    assert codes(of(*rows), "machin vive")[0] == "A02"
    assert codes(of(*rows), "machin") == ["A01", "A02"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("a chuté de son escabeau", "W11"),
        ("endormissement difficile depuis des mois", "G470"),
        ("ne mange plus rien", "R630"),
        ("se dit persécuté par ses voisins", "Z60"),
    ],
)
def test_a_note_s_own_words_show_what_shares_the_rarest_of_them(real, query, code):
    assert any(found.startswith(code) for found in codes(real, query)[:10])


def test_what_is_merely_alike_follows_what_knows_all_words_where_that_is_little():
    few = of(("A01", "Machinose vive"), ("A02", "Machinose du nez"), ("A03", "Truc rare du nez"))
    assert codes(few, "machinose nez") == ["A02", "A01", "A03"]
    many = of(
        *((f"A1{at}", f"Machinose vive {at}") for at in range(5)), ("A02", "Machinose du nez")
    )
    assert "A02" not in codes(many, "machinose vive")


def test_what_is_merely_alike_stands_apart():
    search = of(("A01", "Machinose vive"), ("A02", "Machinose du nez"), ("A03", "Truc rare du nez"))
    found = search.find("machinose nez")
    assert [entry.code for entry in found.fitting] == ["A02"]
    assert [entry.code for entry in found.alike] == ["A01", "A03"]
    assert search.find("machinose nez", 2).alike == found.alike[:1]


def test_what_notes_said_of_a_code_is_alike_and_never_fits():
    """Of `evidence_fr.csv`: "plaie du sacrum 4x3, … on voit la graisse"; neither label nor table says "graisse"."""
    found = of(("L892", "Machinose vive"), ("A01", "Truc du nez")).find("on voit de la graisse")
    assert found.fitting == []
    assert found.alike[0].code == "L892"


def test_the_table_of_what_notes_said_is_that_of_its_notes():
    rows = list(read_table("evidence_fr.csv"))
    assert len(rows) > 4_000
    said = {
        (code, " ".join(words.split()))
        for note in notes_heard()
        for code, words in note.codes.items()
    }
    assert [row for row in rows if (row["code"], row["words"]) not in said] == []


@pytest.mark.cim10
@pytest.mark.parametrize(
    "letterhead",
    [
        "CENTRE HOSPITALIER DE SAINT-AUBERT",
        "Service de cardiologie",
        "Dr Martin Dupuis, chef de service",
        "Chef de service : Pr Anne Rivière",
        "Hôpital Nord, 12 rue des Lilas, 44000 Nantes",
        "Secrétariat : 02 40 12 34 56",
        "Copie : Dr Petit, médecin traitant",
    ],
)
def test_nothing_fits_a_letterhead(real, letterhead):
    assert [entry.code for entry in real.find(letterhead).fitting] == []


@pytest.mark.cim10
@pytest.mark.parametrize(
    ("query", "code"),
    [("fracture poignet gauche", "S52"), ("pneumo lob", "J181"), ("e11.9", "E119")],
)
def test_what_says_most_of_it_fits(real, query, code):
    assert real.find(query).fitting[0].code.startswith(code)


def test_words_that_nothing_shares_find_nothing(real):
    assert codes(real, "qzxv wkjq") == []


@pytest.mark.cim10
@pytest.mark.parametrize(
    ("query", "code"),
    [("bronkiolite du nourisson", "J21"), ("atrial fibrillation", "I48"), ("mal au ventre", "R10")],
)
def test_what_the_network_guesses_stands_among_what_is_alike(shipped, real, query, code):
    assert any(found.startswith(code) for found in codes(shipped, query)[:10])


@pytest.mark.cim10
def test_no_guess_is_shown_for_what_means_nothing(shipped):
    assert codes(shipped, "qzxv wkjq") == []
    assert codes(shipped, "44000") == []


def test_a_guessed_category_stands_by_its_default_or_by_what_is_most_like_the_words():
    rows = [
        ("A01", "Machinose vive"),
        ("A020", "Truc du nez"),
        ("A029", "Truc du pied, sans précision"),
        ("A03", "Autre"),
    ]
    search = of(*rows, guesses=Guessing("A03", "A02"))
    assert codes(search, "machinose pied") == ["A029", "A03", "A01"]  # in both lists, first in one
    assert codes(of(*rows), "machinose pied") == ["A029", "A01"]


def test_guesses_come_behind_what_fits_and_only_where_that_is_little():
    guesses = Guessing("A03")
    few = of(("A01", "Machinose vive"), ("A03", "Truc"), guesses=guesses)
    assert codes(few, "machinose vive") == ["A01", "A03"]
    assert few.find("machinose vive").fitting == few.find("machinose vive").fitting[:1]
    many = of(
        *((f"A1{at}", f"Machinose vive {at}") for at in range(5)), ("A03", "Truc"), guesses=guesses
    )
    assert "A03" not in codes(many, "machinose vive")


def test_a_guess_has_to_be_likelier_where_no_word_is_known():
    guesses = Guessing()
    search = of(("A01", "Machinose vive"), ("A03", "Truc"), guesses=guesses)
    codes(search, "machinose qzxv")
    codes(search, "qzxv")
    assert guesses.asked[0] < guesses.asked[1]
