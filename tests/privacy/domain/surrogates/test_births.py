"""The NIR says the surrogate birth again."""

from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.surrogates.identifiers import nir_key

POLICY = SubstitutionPolicy(Fraction(1), date(2024, 1, 31))
NIR = "1 58 11 21 231 118 clé 35"


@pytest.fixture
def shown(make_note, tables):
    def run(text, entities, policy=POLICY, seed=0):
        note = make_note(text, entities)
        key = StudyKey(bytes([seed]) * 32)
        done = substitute_patient_file([note], policy=policy, key=key, tables=tables).notes[0]
        return [done.text[one.start : one.end] for one in done.replacements], done.replacements

    return run


BORN = [
    ("02/11/1958", "DATE", "DATE_NAISSANCE"),
    ("Dijon", "LOC", "VILLE"),
    (NIR, "QID", "SECU"),
]


def test_the_nir_follows_the_new_birth_date_and_place(shown, tables):
    for seed in range(8):
        (born, town, nir), replacements = shown(
            f"Né le 02/11/1958 à Dijon, NIR {NIR}.", BORN, seed=seed
        )
        digits = nir.replace(" ", "").replace("clé", "")
        assert digits[0] == "1"
        assert digits[1:5] == born[8:] + born[3:5]
        places = {c.department[:2] for c in tables.atlas.communes if c.name.endswith(town)}
        assert digits[5:7] in places or any(not code.isdigit() for code in places)
        assert digits[10:13] == "000"
        assert int(digits[13:]) == nir_key(digits[:13])
        assert replacements[2].derived


@pytest.mark.parametrize(("said", "month"), [("1958", False), ("11/1958", True)])
def test_the_nir_follows_a_birth_of_which_the_year_alone_is_told(shown, said, month):
    entities = [(said, "DATE", "DATE_NAISSANCE"), BORN[2]]
    for seed in range(4):
        (born, nir), replacements = shown(f"Né en {said}, NIR {NIR}.", entities, seed=seed)
        assert nir[2:4] == born[-2:]
        assert not month or nir[5:7] == born[:2]
        assert replacements[1].derived


def test_who_is_born_abroad_has_99(shown):
    text = f"Né le 02/11/1958 (63 ans) à Oran (Algérie), NIR {NIR}."
    entities = [
        BORN[0],
        ("63 ans", "AGE", "AGE"),
        ("Oran", "LOC", "VILLE"),
        ("Algérie", "LOC", "PAYS"),
        BORN[2],
    ]
    (*_, nir), _ = shown(text, entities)
    assert nir.split()[3] == "99"


def test_two_birth_dates_or_none_tell_nothing(shown):
    two = [
        ("02/11/1958", "DATE", "DATE_NAISSANCE"),
        ("03/05/1987", "DATE", "DATE_NAISSANCE"),
        BORN[2],
    ]
    text = f"Né le 02/11/1958, son fils né le 03/05/1987, NIR {NIR}."
    tagged = SubstitutionPolicy(Fraction(1), date(2024, 1, 31), dates=DateMechanism.TAG)
    assert not shown(text, two)[1][2].derived
    assert not shown(f"Né le 02/11/1958, NIR {NIR}.", [BORN[0], BORN[2]], tagged)[1][1].derived
    assert not shown(f"NIR {NIR}.", [BORN[2]])[1][0].derived
