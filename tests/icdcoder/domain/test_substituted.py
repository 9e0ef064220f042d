"""What substitution wrote decides no code: no word, no figure. How old and when may still be read. All invented."""

import re

import pytest

from icdcoder.domain.substituted import silenced
from tests.icdcoder.domain.small_coder import coder_of

CODES = (
    "E6696 E6699 E8710 D649 I10 I64 Z8670 E43 E46 E119! E1190 E1198 P073 P229 Z380 O990 B24 I269 W1949! W19! F009 G309 I500 I509 "
    "D696 E660 E669 P071 P0730"
)


@pytest.fixture(scope="module")
def coder():
    return coder_of(CODES.split())


def read(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its braces, and where the braces stood: "IMC {42}"."""
    text, hidden = "", []
    for piece in re.split(r"(\{[^}]*\})", marked):
        own = piece.strip("{}")
        if piece.startswith("{"):
            hidden.append((len(text), len(text) + len(own)))
        text += own
    return text, hidden


def codes(coder, marked: str) -> list[str]:
    text, hidden = read(marked)
    return sorted(coder.codes_of(text, hidden))


FIGURES = [
    "IMC {42}.",
    "IMC à {41,5} kg/m2",
    "IMC {42 ans}",
    "Na {118}",
    "Natrémie {118} mmol/l",
    "Poids {120 kg} pour 1m70",
    "Poids 120 kg pour {1m70}",
    "Plaquettes {40} G/L",
]


@pytest.mark.parametrize("marked", FIGURES)
def test_a_figure_that_substitution_wrote_names_no_state(coder, marked):
    assert coder.codes_of(read(marked)[0]), "the clinician's own figure does"
    assert codes(coder, marked) == []


@pytest.mark.parametrize(
    ("marked", "plain", "expected"),
    [
        ("Adressé par {Sévère} pour dénutrition.", "E43", "E46"),
        ("Suivi à {Insuline} pour un diabète de type 2.", "E1190", "E1198"),
        ("Obésité, IMC {42}.", "E6696", "E6699"),
    ],
)
def test_a_word_that_substitution_wrote_makes_no_code_more_precise(coder, marked, plain, expected):
    assert plain in coder.codes_of(read(marked)[0])
    assert codes(coder, marked) == [expected]


@pytest.mark.parametrize("name", ["Pas-de-Calais", "Sans Souci", "Clinique Éliminer", "chez Pères"])
def test_a_name_that_substitution_wrote_denies_nothing(coder, name):
    assert codes(coder, f"Venue de {{{name}}} avec anémie") == ["D649"]


@pytest.mark.parametrize("address", ["http://avis.example/?q=1", "note ?"])
def test_a_question_mark_that_substitution_wrote_asks_nothing(coder, address):
    text, hidden = read(f"Anémie {{{address}}} suite")
    assert coder.codes_of(text, hidden)["D649"][0].status.name == "PRESENT"


def test_ages_terms_and_dates_stay_readable(coder):
    assert codes(coder, "AVC en {2017}.") == ["Z8670"]
    assert codes(coder, "AVC le {12/03/2017}, séquelles") == codes(
        coder, "AVC le 12/03/2017, séquelles"
    )
    assert codes(coder, "Nouveau-né à {34 SA}.") == codes(coder, "Nouveau-né à 34 SA.")
    assert "P073" in "".join(codes(coder, "Nouveau-né à {34 SA}."))


def test_no_evidence_lies_in_an_age_that_decides(coder):
    text, hidden = read("Nouveau-né à {34 SA}.")
    for found in coder.predict([text], hidden=[hidden])[0]:
        for own in found.evidence:
            assert all(own.end <= start or end <= own.start for start, end in hidden)


@pytest.mark.parametrize(
    ("text", "hidden", "expected"),
    [
        ("Dr Lupus, 42 ans", [(3, 8), (10, 16)], "Dr Zzzzz, 42 ans"),
        ("vu à 42 depuis trois semaines", [(5, 7), (8, 29)], "vu à ZZ depuis trois semaines"),
        ("le 3 mars, Mars et Venus", [(3, 9), (11, 24)], "le 3 mars, Zzzz zz Zzzzz"),
        ("# ☒ ?\nB", [(0, 7)], "Z Z Z\nZ"),
        ("Le Mans Nord", [(0, 7), (3, 12)], "Zz Zzzz Zzzz"),
        ("né en 1950 à 78 a", [(6, 10), (13, 17)], "né en 1950 à 78 a"),
        ("rien", [], "rien"),
    ],
)
def test_only_times_are_left_of_what_substitution_wrote(text, hidden, expected):
    assert silenced(text, hidden) == expected
    assert len(expected) == len(text)
