"""What is left bare, form by form; all people, numbers and addresses are invented."""

from __future__ import annotations

import re

import pytest

from annotation.domain.notes import PatientIdentity
from annotation.domain.residual import Finding, Kind, foreign, residual
from tests.growth import MOST, growth

PAUL = PatientIdentity(
    id="p1",
    last_name=("Durand-Morel",),
    first_name=("Jean-Paul",),
    birth_date="1950-03-02",
    nir="150032123400148",
    ipp="8003456123",
    phone=("06 39 98 12 34",),
    mail=("jp.durand@exemple.fr",),
    address="7 bis rue du Prélot",
    zip="21000",
    city="Dijon",
)


def shown(text: str, *covered: str, identity: PatientIdentity = PAUL) -> list[tuple[str, str]]:
    """(surface, kind or field), with the first occurrence of each `covered` labelled."""
    spans = [(text.index(c), text.index(c) + len(c)) for c in covered]
    return [
        (text[f.start : f.end], f.detail or f.kind.value) for f in residual(text, spans, identity)
    ]


NOBODY = PatientIdentity()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dossier 1234567 reçu", ["1234567"]),
        ("dossier 123456 reçu", []),
        ("tél 03 80 12 34 56", ["03 80 12 34 56"]),
        ("tél 03.80.12.34.56", ["03.80.12.34.56"]),
        ("tél 03-80-12-34-56", ["03-80-12-34-56"]),
        ("tél 03\u202f80\u00a012 34 56", ["03\u202f80\u00a012 34 56"]),
        ("1 2 3 4 5 6 7", ["1 2 3 4 5 6 7"]),
        ("TA 12,8 FC 75", []),
        ("le 12/02/2020 à 10h30", []),
        ("12.02.2020", ["12.02.2020"]),
    ],
)
def test_numbers_of_seven_digits(text, expected):
    assert shown(text, identity=NOBODY) == [(surface, "digits") for surface in expected]


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        ("ADELI : 21 1 07845 3", "21 1 07845 3", "code"),
        ("n° ADELI 2A1078453", "2A1078453", "code"),
        ("FINESS 2B0000123", "2B0000123", "code"),
        ("finess géographique 21 001 234 5", "21 001 234 5", "code"),
        ("RPPS: 10001234567", "10001234567", "code"),
        ("établissement 2A0000123 fermé", "2A0000123", "digits"),
        ("établissement 2A 0000123 fermé", "2A 0000123", "digits"),
        ("dossier AB1234567X clos", "AB1234567X", "digits"),
        ("IPP 8123", "8123", "code"),
        ("pacemaker n° PX4512, posé", "PX4512", "code"),
        ("immatriculé AB-123-CD", "AB-123-CD", "code"),
        ("une Clio AB-123-CD grise", "AB-123-CD", "code"),
        ("examen n° 22-41977", "22-41977", "code"),
        ("IBAN FR76 3000 6000 0112 3456 7890 189", "FR76 3000 6000 0112 3456 7890 189", "code"),
        ("passeport 09AP12345.", "09AP12345", "code"),
        ("S/N 4471-B2 dans la boîte", "4471-B2", "code"),
    ],
)
def test_codes_and_the_letters_that_belong_to_them(text, code, kind):
    assert shown(text, identity=NOBODY) == [(code, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "chambre n° 12",
        "lit n° 1234",
        "l'ipp n'est pas connu",
        "IPP au long cours",
        "matricule inconnu",
        "vertèbres C5 C6, L4-L5",
        "FINESS : 21",
        "TA 128 mmHg",
        "n° de téléphone",
    ],
)
def test_what_is_no_code(text):
    assert shown(text, identity=NOBODY) == []


def test_a_labelled_code_is_settled_and_a_half_labelled_one_is_not():
    assert shown("FINESS 2B0000123", "2B0000123", identity=NOBODY) == []
    assert shown("ADELI 211078453, FINESS 2B0000123", "211078453", identity=NOBODY) == [
        ("2B0000123", "code")
    ]


def test_a_number_that_is_half_labelled_is_judged_by_its_rest():
    assert shown("n° 12345671234567", "1234567", identity=NOBODY) == [("1234567", "digits")]
    assert shown("n° 1234567123456", "1234567", identity=NOBODY) == []


# 97 − (1500321234001 mod 97) = 48
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("NIR 150032123400148", "nir"),
        ("NIR 1 50 03 21 234 001 48", "nir"),
        ("NIR 1 50 03 21 234 001 47", "digits"),
        ("NIR 1500321234001 48", "nir"),
    ],
)
def test_a_nir_by_its_key(text, kind):
    assert shown(text, identity=NOBODY) == [(text.removeprefix("NIR "), kind)]


def test_a_corsican_nir_is_read():
    body = "150032A234001"
    number = int(body.replace("2A", "19"))
    text = f"{body}{97 - number % 97:02d}"
    assert shown(text, identity=NOBODY) == [(text, "nir")]


def test_an_at_sign_shows_the_whole_address():
    assert shown("écrire à x.y@exemple.fr, ou @bob", identity=NOBODY) == [
        ("x.y@exemple.fr,", "at"),
        ("@bob", "at"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vu par M. Morel ce jour", ["Morel"]),
        ("vu par M.MOREL ce jour", ["MOREL"]),
        ("Mme de La Tour est venue", ["La Tour"]),
        ("Mme d’Arcy", ["Arcy"]),
        ("Dr Claire Morel, cardiologue", ["Claire Morel"]),
        ("Pr. Éluard.", ["Éluard"]),
        ("Mme Petit. Lot posé", ["Petit"]),
        ("Mr Ch. Petit Jean. Il", ["Ch. Petit Jean"]),
        ("le docteur P. Morel-Petit", ["P. Morel-Petit"]),
        ("madame va bien vue par Dr Morel", ["Morel"]),
        ("Madame est sortie. Monsieur aussi.", []),
        ("M. tuberculosis ; Dr", []),
        ("Madame. Elle va bien", []),
        ("IRM Normale", []),
    ],
)
def test_a_capital_after_a_civility(text, expected):
    assert shown(text, identity=NOBODY) == [(surface, "title") for surface in expected]


def test_a_labelled_name_after_a_civility_is_settled():
    assert shown("M. Morel et Mme Petit", "Morel", identity=NOBODY) == [("Petit", "title")]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Durand-Morel", "last_name"),
        ("DURAND MOREL", "last_name"),
        ("durand‑morel", "last_name"),
        ("Durand-\nMorel", "last_name"),
        ("D U R A N D M O R E L", "last_name"),
        ("Du\u00adrand", "last_name"),
        ("Morel", "last_name"),
        ("Je\u0301an Paul", "first_name"),
        ("Jean Paul", "first_name"),
        ("JEANPAUL", "first_name"),
        ("JeanPaulDurandMorel", "last_name"),
        ("jdurandmorel", "last_name"),
        ("MmeDurandMorel", "last_name"),
        ("DrDurandMorel", "last_name"),
        ("J.-P. D.", "initials"),
        ("D. J. P.", "initials"),
        ("02/03/1950", "birth_date"),
        ("2 mars 1950", "birth_date"),
        ("02.03.50", "birth_date"),
        ("1950-03-02", "birth_date"),
        ("8003456123", "ipp"),
        ("80 03 45 61 23", "ipp"),
        ("+33 6 39 98 12 34", "phone"),
        ("0639981234", "phone"),
        ("JP.Durand@Exemple.fr", "mail"),
        ("rue du Prelot", "address"),
        ("7 bis, rue du PRÉLOT", "address"),
        ("21000", "zip"),
        ("DIJON", "city"),
    ],
)
def test_the_patients_own_identity_in_every_form(text, field):
    found = shown(f"x {text} y")
    assert found == [(text.strip("+."), field)]


def test_a_valid_nir_of_the_patient_is_a_nir_first():
    assert shown("x 1 50 03 21 234 001 48 y") == [("1 50 03 21 234 001 48", "nir")]


def test_only_what_no_span_covers_is_shown():
    text = "Jean-Paul Durand-Morel, né le 02/03/1950"
    assert shown(text, "Jean-Paul", "Durand-Morel", "02/03/1950") == []
    assert shown(text, "Jean-Paul", "Durand", "02/03/1950") == [("Morel", "last_name")]


def test_a_civility_before_a_labelled_name_is_no_part_of_it():
    anne = PatientIdentity(last_name=("Durand",))
    assert shown("Mme Durand", "Durand", identity=anne) == []
    assert shown("MmeDurand", "Durand", identity=anne) == [("Mme", "last_name")]


def test_short_names_need_a_capital():
    short = PatientIdentity(last_name=("Le",))
    assert shown("le patient Le va bien", identity=short) == [("Le", "last_name")]


def test_nothing_is_found_in_ordinary_prose():
    text = "HTA traitée, BPCO. TA 12/8, FC 75. Pas de diabète. IRM du rachis le 3 mai."
    assert shown(text) == []


def test_offsets_are_code_points():
    text = "👩\u200d⚕️ M. Morel"
    assert residual(text, []) == [Finding(text.index("Morel"), len(text), Kind.TITLE)]


OTHER = {"martinlea": "name", "lea martin": "name", "9001112223": "ipp", "leamartin": "name"}


def belongs(asked):
    return {core: OTHER[core] for core in asked if core in OTHER}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("compte rendu de MARTIN Léa, IPP 9001112223", ["MARTIN Léa", "9001112223"]),
        ("compte rendu de Léa Martin", ["Léa Martin"]),
        ("adressée par le Dr Léa Martin", []),
        ("la martin léa", []),
    ],
)
def test_another_patients_identity(text, expected):
    found = foreign(text, PAUL, belongs)
    assert [text[f.start : f.end] for f in found] == expected
    assert {f.kind for f in found} <= {Kind.FOREIGN}


def belongs_to_family(asked):
    return {core: "phone" for core in asked if core == "0639981234"}


def test_what_is_the_patients_own_too_is_no_alert():
    family = PatientIdentity(phone=("0639981234",))
    assert foreign("tél 06 39 98 12 34", family, belongs_to_family) == []


# Each held the database's write lock for seconds, or would have: no blank where a pattern looked for one.
@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "é",
        "A1-",
        "N° A1-",
        "O'",
        "Saint-",
        "a.",
        "@",
        "a@",
        "1",
        "1.",
        "J.-",
        "12/",
        "Mme A-",
        "(",
        " ",
        "M. Paul a 75 ans, vu le 12/02/2020 pour HTA. ",
        "nir 1 50 03 ",
        "IPP 8",
    ],
)
def test_the_time_of_the_check_grows_with_the_text_and_no_faster(unit):
    assert growth(lambda text: residual(text, [(3, 7)], PAUL), unit, 12_000) < MOST


@pytest.mark.parametrize("text", ["a@b@c", "<a@b>", "@@", "a @b", "@", "x@\ue000y@z", "a@b c@d"])
def test_what_is_glued_to_an_at_sign(text):
    glued = re.compile(r"[^\s@<>\ue000]*@[^\s@<>\ue000]*")  # quadratic where no @ follows
    found = [(f.start, f.end) for f in residual(text, [])]
    assert found == [match.span() for match in glued.finditer(text)]


PETIT = PatientIdentity(id="p2", last_name=("Petit",), first_name=("Rose",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("un petit nodule, un petit épanchement, urines rose clair", []),
        ("Mme petit va bien", ["petit"]),
        ("née petit le", ["petit"]),
        ("Nom : petit", ["petit"]),
        ("Petit nodule", []),
        ("Mme va mieux. Petit épanchement.\nPetit appétit. Petit rash.", []),
        ("Au scanner : Petit nodule. - Petit œdème", []),
        ("Petit va mieux. Petit dort", ["Petit", "Petit"]),  # the name is the subject
        ("Petit, nodule du sein", ["Petit"]),
        ("Petit Nodule", ["Petit"]),
        ("PETIT nodule", ["PETIT"]),
        ("le Petit nodule", ["Petit"]),  # no sentence begins there
        ("A. Petit nodule", ["Petit"]),  # an initial ends no sentence
        ("M. Petit nodule", ["Petit"]),
        ("Mme. Petit nodule", ["Petit"]),
        ("Nom : Petit nodule", ["Petit"]),
        ("Petit-nodule", ["Petit"]),
        ("Avis-Petit nodule", ["Petit"]),
        ("PETIT DÉJEUNER", ["PETIT"]),
        ("rose petit", ["rose petit"]),
        ("le fils petit", ["petit"]),
    ],
)
def test_a_name_that_is_an_ordinary_word_is_shown_where_it_may_be_a_name(text, expected):
    assert shown(text, identity=PETIT) == [(one, "last_name") for one in expected]


def test_a_first_name_before_a_noun_stays_a_name():
    """As a list of patients has it."""
    assert shown("Rose polype du côlon", identity=PETIT) == [("Rose", "first_name")]


def test_an_ordinary_word_after_a_labelled_name_is_shown():
    assert shown("vue avec Anne petit", "Anne", identity=PETIT) == [("petit", "last_name")]
    assert shown("Vue : Anne.\nPetit nodule", "Anne.", identity=PETIT) == [("Petit", "last_name")]


def test_a_name_that_is_no_ordinary_word_is_shown_in_small_letters_too():
    assert shown("revoir durand-morel demain") == [("durand-morel", "last_name")]


def test_a_small_letter_beside_a_labelled_name_is_no_initial():
    anne = PatientIdentity(id="p3", last_name=("Petit",), first_name=("Anne",))
    assert shown("Mme Petit a dormi", "Petit", identity=anne) == []
    assert shown("Mme Petit A. dort", "Petit", identity=anne) == [("A", "last_name")]
