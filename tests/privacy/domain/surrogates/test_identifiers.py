import re

import pytest

from annotation.domain.control_keys import luhn_is_valid, nir_key
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.surrogates.identifiers import identifier, reference


def source(seed: int = 1):
    return StudyKey(bytes([seed]) * 32).stream(DrawContext("p", "QID", "", "uniform"))


def test_key_of_a_published_example():
    # 97 - 2551014108512 mod 97... worked by hand on a small one: 97 - (100 mod 97) = 94
    assert nir_key("0000000000100") == 94
    # Corsica: 2A reads 19
    assert nir_key("000000000012A") == 97 - 119 % 97 == 75


@pytest.mark.parametrize("seed", range(8))
def test_nir_keeps_its_layout_has_a_valid_key_and_can_not_exist(seed):
    drawn = identifier(source(seed), "2 50 05 21 231 012 34", "SECU")
    assert re.fullmatch(r"2 \d\d (0[1-9]|1[0-2]) \d\d \d{3} 000 \d\d", drawn)
    digits = drawn.replace(" ", "")
    assert int(digits[13:]) == 97 - int(digits[:13]) % 97


def test_a_nir_without_its_key_stays_without():
    assert re.fullmatch(r"2\d{9}000", identifier(source(), "2500521231012", "SECU"))


@pytest.mark.parametrize("original", ["12345678", "A1234567", "ab-12/XY 9"])
def test_identifiers_keep_length_and_alphabet(original):
    drawn = identifier(source(), original, "IPP")
    shape = lambda text: re.sub(r"\d", "0", re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", text)))  # noqa: E731
    assert shape(drawn) == shape(original)
    assert drawn != original


def test_a_draw_may_equal_the_original():
    """« C », one of 26: were it refused, it would be told by never showing."""
    assert {identifier(source(seed), "C", "IPP") for seed in range(250)} >= set("ABC")


def test_luhn_on_the_textbook_number():
    assert luhn_is_valid("79927398713")
    assert not luhn_is_valid("79927398714")


@pytest.mark.parametrize("seed", range(20))
def test_an_rpps_surrogate_fails_luhn(seed):
    assert not luhn_is_valid(identifier(source(seed), "10001234567", "RPPS"))


def test_references_keep_their_shape():
    assert re.fullmatch(r"[A-Z]{3}/[A-Z]{2}/\d{4}-\d{3}", reference(source(), "DUR/MM/2020-113"))


@pytest.mark.parametrize("original", ["½", "Ⅳ", "lot Ⅳ", "²"])
def test_signs_that_are_neither_digit_nor_letter_are_redrawn(original):
    """They used to be kept, and a text of nothing else drew for ever."""
    assert not set(identifier(source(), original, "AUTRE")) & set("½Ⅳ²")


@pytest.mark.parametrize(
    ("original", "subtype", "kept"),
    [
        ("1 58 11 99 352 118 clé 35", "SECU", " clé "),
        ("158119935211835 CLE 35", "SECU", " CLE "),
        ("n° 12 AB 34", "IPP", "n° "),
    ],
)
def test_words_of_the_layout_stay(original, subtype, kept):
    drawn = identifier(source(), original, subtype)
    assert kept in drawn
    assert drawn != original
    assert len(drawn) == len(original)


def test_a_number_written_with_its_key_in_words_stays_impossible_and_valid():
    drawn = identifier(source(), "1 58 11 99 352 118 clé 35", "SECU")
    digits = "".join(c for c in drawn if c.isdigit())
    assert digits[10:13] == "000"
    assert int(digits[13:]) == 97 - int(digits[:13]) % 97
