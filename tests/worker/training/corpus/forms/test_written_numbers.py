from datetime import date
from random import Random

import pytest

from annotation.domain.control_keys import luhn_is_valid, nir_is_valid
from worker.training.corpus.forms import identifiers, phones
from worker.training.corpus.forms.base import FormSet


def _written(forms: FormSet, name: str, value: object) -> list[tuple[str, str]]:
    form = next(form for form in forms.forms if form.name == name)
    return [(piece.text, piece.subtype) for piece in form.render(value, Random(0))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("01 23 45 67 89", "03 53 01 20 11"),
        ("01.23.45.67.89", "03.53.01.20.11"),
        ("0123456789", "0353012011"),
        ("+33 1 23 45 67 89", "+33 3 53 01 20 11"),
        ("+33 (0)1 23 45 67 89", "+33 (0)3 53 01 20 11"),
        ("0033123456789", "0033353012011"),
        ("(01) 23 45 67 89", "(03) 53 01 20 11"),
        ("0123 45 67 89", "0353 01 20 11"),
        ("0 123 456 789", "0 353 012 011"),
        ("chiffres espacés", "0 3 5 3 0 1 2 0 1 1"),
    ],
)
def test_a_telephone_in_each_form(name: str, text: str) -> None:
    assert _written(phones.PHONES, name, "0353012011") == [(text, "TEL")]


def test_lists_are_one_mark_a_number() -> None:
    first, _, second = _written(phones.PHONES, "numéro et fin du suivant", "0353012099")
    assert first == ("03 53 01 20 99", "TEL")
    assert second == ("00", "TEL")
    parts = _written(phones.PHONES, "numéro et poste", "0353012011")
    assert [subtype for _, subtype in parts][:3] == ["TEL", "", "TEL"]


def test_most_numbers_lie_in_the_ranges_kept_for_fiction() -> None:
    rng = Random(3)
    drawn = [phones.any_phone(rng) for _ in range(1000)]
    kept = sum(n[:6] in {"019900", "026191", "035301", "046571", "053649"} for n in drawn)
    assert 650 < kept < 800
    assert all(len(number) == 10 and number[0] == "0" for number in drawn)


def test_extensions_of_five_digits_may_be_cut() -> None:
    assert _written(phones.EXTENSIONS, "poste 12 345", "45312") == [("45 312", "TEL")]
    assert _written(phones.EXTENSIONS, "poste 12 34", "7044") == [("70 44", "TEL")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("1 58 11 99 352 118 35", "1 58 11 99 352 118 35"),
        ("158119935211835", "158119935211835"),
        ("1581199352118 (13)", "1581199352118"),
        ("1 58 11 99 352 118 clé 35", "1 58 11 99 352 118 clé 35"),
        ("1.58.11.99.352.118.35", "1.58.11.99.352.118.35"),
    ],
)
def test_a_security_number_in_each_form(name: str, text: str) -> None:
    assert _written(identifiers.NIRS, name, "158119935211835") == [(text, "SECU")]


def test_a_security_number_tells_sex_birth_and_has_its_key() -> None:
    number = identifiers.nir(Random(1), date(1958, 11, 2), female=False)
    assert number[:5] == "15811"
    assert nir_is_valid(number)
    assert identifiers.nir(Random(1), date(1990, 1, 2), female=True)[:5] == "29001"


def test_professionals_and_houses_have_luhn_keys() -> None:
    rng = Random(4)
    assert all(luhn_is_valid(identifiers.any_rpps(rng)) for _ in range(20))
    assert all(luhn_is_valid(identifiers.any_nine(rng)) for _ in range(20))


def test_a_filled_pattern_keeps_its_shape() -> None:
    assert identifiers.fill("S/N", Random(0)) == "S/N"
    text = identifiers.fill("@@/~~-##", Random(0))
    assert text[:2].isupper()
    assert text[2] == "/"
    assert text[3:5].islower()
    assert text[6:].isdigit()
