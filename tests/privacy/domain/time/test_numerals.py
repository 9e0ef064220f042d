import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.time.numerals import from_words, to_words


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "zéro"), (1, "un"), (17, "dix-sept"), (21, "vingt et un"), (71, "soixante et onze"),
        (72, "soixante-douze"), (80, "quatre-vingts"), (81, "quatre-vingt-un"), (91, "quatre-vingt-onze"),
        (99, "quatre-vingt-dix-neuf"), (100, "cent"), (200, "deux cents"), (201, "deux cent un"),
        (1998, "mille neuf cent quatre-vingt-dix-huit"), (2018, "deux mille dix-huit"), (2080, "deux mille quatre-vingts"),
    ],
)  # fmt: skip
def test_numbers_are_spelled_as_in_french(n, text):
    assert to_words(n) == text
    assert from_words(text) == n


def test_feminine_one_agrees_but_eleven_does_not():
    assert to_words(21, feminine=True) == "vingt et une"
    assert to_words(11, feminine=True) == "onze"


@given(st.integers(0, 9999))
def test_every_number_comes_back(n):
    assert from_words(to_words(n)) == n


def test_other_words_are_no_number():
    assert from_words("douze singes") is None
