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


def test_mails_move_to_a_reserved_domain():
    drawn = mail(source(), "jeanne.durand@chu-dijon.fr")
    assert re.fullmatch(r"[a-z]{6}\.[a-z]{6}@example\.(org|net|com)", drawn)
    assert "durand" not in drawn


def test_urls_keep_their_scheme_only():
    drawn = url(source(), "https://www.chu-dijon.fr/rdv/12")
    assert re.fullmatch(r"https://www\.[a-z]{8}\.example\.(org|net|com)/[a-z]{3}/\d\d", drawn)
