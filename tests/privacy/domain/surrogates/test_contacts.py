import re

import pytest

from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.surrogates.contacts import mail, phone, url

FICTION = re.compile(r"0199 ?00|01 ?99 ?00|02 ?61 ?91|03 ?53 ?01|04 ?65 ?71|05 ?36 ?49|06 ?39 ?98")


def source(seed: int = 1):
    return StudyKey(bytes([seed]) * 32).stream(DrawContext("p", "TEL", "", "uniform"))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "original",
    ["03 80 29 30 31", "0380293031", "03.80.29.30.31", "06-12-34-56-78", "(03) 80 29 30 31"],
)
def test_phones_fall_in_the_ranges_reserved_for_fiction_in_the_same_layout(original, seed):
    drawn = phone(source(seed), original)
    digits = "".join(c for c in drawn if c.isdigit())
    assert FICTION.match(digits)
    assert re.sub(r"\d", "0", drawn) == re.sub(r"\d", "0", original)
    assert drawn != original


def test_mobiles_stay_mobile():
    assert "".join(phone(source(), "07 12 34 56 78").split()).startswith("063998")


def test_international_prefix_is_kept():
    drawn = phone(source(), "+33 (0)3 80 11 22 33")
    assert drawn.startswith("+33 (0)")
    assert FICTION.match("0" + "".join(c for c in drawn[7:] if c.isdigit()))


def test_an_extension_gets_as_many_other_digits():
    drawn = phone(source(), "5 1234")
    assert re.fullmatch(r"\d \d{4}", drawn)
    assert drawn != "5 1234"


@pytest.mark.parametrize(
    ("original", "shape"),
    [
        ("03 80 29 30 31 poste 3421", r"(\d\d ){5}poste \d{4}"),
        ("03 80 29 30 31 (poste 3421)", r"(\d\d ){5}\(poste \d{4}\)"),
        ("poste 3421", r"poste \d{4}"),
        ("DECT 6 54 32", r"DECT \d \d\d \d\d"),
    ],
)
def test_the_word_before_an_extension_stays_and_both_numbers_change(original, shape):
    drawn = phone(source(), original)
    assert re.fullmatch(shape, drawn)
    assert "3421" not in drawn
    if original.startswith("03"):
        assert FICTION.match(drawn)


def test_words_inside_a_phone_do_not_survive():
    assert "Durand" not in phone(source(), "Durand 03 80 29 30 31")
    assert "Durand" not in phone(source(), "Durand +33 3 80 29 30 31")
    assert FICTION.match(phone(source(), "Durand 03 80 29 30 31"))


def test_a_phone_in_words_is_a_fictitious_one_in_words():
    """Not letter by letter: the lengths of the words would tell the number."""
    for original in ("zéro trois quatre-vingts vingt-neuf trente trente et un", "ZÉRO UN DEUX"):
        drawn = phone(source(), original)
        assert drawn.isupper() == original.isupper()
        pairs = drawn.lower().replace("zéro ", "0 ").split(" ")
        assert pairs[0] == "0"
    shown = [phone(source(seed), "zéro trois quatre-vingts vingt-neuf trente") for seed in range(9)]
    assert len({len(text) for text in shown}) > 3


def test_a_draw_may_equal_the_original():
    """« 15 », one of a hundred: were it refused, it would be told by never showing."""
    assert "15" in {phone(source(seed), "15") for seed in range(250)}


def test_mails_move_to_a_reserved_domain():
    drawn = mail(source(), "jeanne.durand@chu-dijon.fr")
    assert re.fullmatch(r"[a-z]\.[a-z]{5,9}@example\.(org|net|com)", drawn)
    lengths = [
        {len(mail(source(seed), text)) for seed in range(99)}
        for text in ("a@b.fr", "jeanne.durand@chu-dijon.fr")
    ]
    assert lengths[0] == lengths[1]


def test_urls_keep_their_scheme_only():
    drawn = url(source(), "https://www.chu-dijon.fr/rdv/12")
    assert re.fullmatch(r"https://www\.[a-z]{8}\.example\.(org|net|com)/[a-z]{4,9}", drawn)
