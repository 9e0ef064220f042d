import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy.domain.time.numerals import to_words
from privacy.domain.time.quantities import Unit, is_vague, parse_quantity

# text, value, unit, the same form for 1 and for 27
FORMS = [
    ("40 ans", 40, Unit.YEAR, "1 an", "27 ans"),
    ("40ans", 40, Unit.YEAR, "1an", "27ans"),
    ("quarante ans", 40, Unit.YEAR, "un an", "vingt-sept ans"),
    ("QUARANTE ANS", 40, Unit.YEAR, "UN AN", "VINGT-SEPT ANS"),
    ("un an", 1, Unit.YEAR, "un an", "vingt-sept ans"),
    ("une semaine", 1, Unit.WEEK, "une semaine", "vingt-sept semaines"),
    ("3 mois", 3, Unit.MONTH, "1 mois", "27 mois"),
    ("18 j", 18, Unit.DAY, "1 j", "27 j"),
    ("depuis 3 semaines", 3, Unit.WEEK, "depuis 1 semaine", "depuis 27 semaines"),
    ("il y a 10 ans", 10, Unit.YEAR, "il y a 1 an", "il y a 27 ans"),
    ("depuis une dizaine d'années", 10, Unit.YEAR, "depuis une dizaine d'années", "depuis une trentaine d'années"),
    ("depuis hier", 1, Unit.DAY, "depuis hier", "depuis 27 jours"),
    ("avant-hier", 2, Unit.DAY, "hier", "il y a 27 jours"),
    ("2 ans et 3 mois", 27, Unit.MONTH, "1 an et 0 mois", "2 ans et 3 mois"),
    ("3 à 4 jours", 3, Unit.DAY, "1 à 2 jours", "27 à 28 jours"),
    ("38 SA", 38, Unit.WEEK, "1 SA", "27 SA"),
    ("38 SA + 2 j", 268, Unit.DAY, "1 SA + 0 j", "3 SA + 6 j"),
    ("octogénaire", 80, Unit.YEAR, "trentenaire", "trentenaire"),
    ("un an et demi", 1, Unit.YEAR, "un an et demi", "vingt-sept ans et demi"),
    ("depuis hier soir", 1, Unit.DAY, "depuis hier soir", "depuis 27 jours"),
    ("DEPUIS AVANT HIER", 2, Unit.DAY, "DEPUIS HIER", "DEPUIS 27 JOURS"),
    ("depuis ce matin", 0, Unit.DAY, "depuis hier", "depuis 27 jours"),
    ("3 ans 1/2", 3, Unit.YEAR, "1 an 1/2", "27 ans 1/2"),
    ("depuis une huitaine de jours", 8, Unit.DAY, "depuis une dizaine de jours", "depuis une trentaine de jours"),
    ("dps 3 sem", 3, Unit.WEEK, "dps 1 sem", "dps 27 sem"),
    ("voilà 3S", 3, Unit.WEEK, "voilà 1S", "voilà 27S"),
    ("il y a 1/2 semaines", 1, Unit.WEEK, "il y a 1/2 semaines", "il y a 27/28 semaines"),
    ("depuis à peu près 8 jours", 8, Unit.DAY, "depuis à peu près 1 jour", "depuis à peu près 27 jours"),
    ("45a", 45, Unit.YEAR, "1a", "27a"),
    ("47A", 47, Unit.YEAR, "1A", "27A"),
    ("15 m", 15, Unit.MONTH, "1 m", "27 m"),
    ("45\u00a0ans", 45, Unit.YEAR, "1\u00a0an", "27\u00a0ans"),
    ("45\nans", 45, Unit.YEAR, "1\nan", "27\nans"),
    ("2,5 ans", 2, Unit.YEAR, "1,5 an", "27,5 ans"),
    ("3 ans et demi", 3, Unit.YEAR, "1 an et demi", "27 ans et demi"),
    ("né à 38 SA", 38, Unit.WEEK, "né à 1 SA", "né à 27 SA"),
    ("38+4 SA", 270, Unit.DAY, "1+0 SA", "3+6 SA"),
    ("38 SA + 4", 270, Unit.DAY, "1 SA + 0", "3 SA + 6"),
    ("38 SA et 4 jours", 270, Unit.DAY, "1 SA et 0 jour", "3 SA et 6 jours"),
    ("38 semaines d'aménorrhée", 38, Unit.WEEK, "1 semaine d'aménorrhée", "27 semaines d'aménorrhée"),
    ("1 an 2 mois 3 jours", 423, Unit.DAY, "1 an 0 mois 0 jour", "1 an 0 mois 0 jour"),
    ("depuis l'âge de 12 ans", 12, Unit.YEAR, "depuis l'âge de 1 an", "depuis l'âge de 27 ans"),
    ("voilà 2 mois", 2, Unit.MONTH, "voilà 1 mois", "voilà 27 mois"),
    ("cela fait 3 semaines", 3, Unit.WEEK, "cela fait 1 semaine", "cela fait 27 semaines"),
    ("x 3 ans", 3, Unit.YEAR, "x 1 an", "x 27 ans"),
    ("depuis 48h", 48, Unit.HOUR, "depuis 1h", "depuis 27h"),
    ("entre 3 et 4 semaines", 3, Unit.WEEK, "entre 1 et 2 semaines", "entre 27 et 28 semaines"),
    ("2 mois à 3 mois", 2, Unit.MONTH, "1 mois à 2 mois", "27 mois à 28 mois"),
    ("deux ou trois mois", 2, Unit.MONTH, "un ou deux mois", "vingt-sept ou vingt-huit mois"),
    ("moins d'un an", 1, Unit.YEAR, "moins d'un an", "moins de vingt-sept ans"),
    ("plus de trois mois", 3, Unit.MONTH, "plus d'un mois", "plus de vingt-sept mois"),
    ("depuis le 3e jour", 3, Unit.DAY, "depuis le 1er jour", "depuis le 27e jour"),
    ("3 semaines plus tôt", 3, Unit.WEEK, "1 semaine plus tôt", "27 semaines plus tôt"),
    ("septante-deux ans", 72, Unit.YEAR, "un an", "vingt-sept ans"),
    ("quatre-vingt-dix ans", 90, Unit.YEAR, "un an", "vingt-sept ans"),
    ("Depuis Trois Semaines", 3, Unit.WEEK, "Depuis Une Semaine", "Depuis Vingt-sept Semaines"),
    ("OCTOGÉNAIRE", 80, Unit.YEAR, "TRENTENAIRE", "TRENTENAIRE"),
    ("45 years old", 45, Unit.YEAR, "1 year old", "27 years old"),
    ("< 3 mois", 3, Unit.MONTH, "< 1 mois", "< 27 mois"),
    ("la veille", 1, Unit.DAY, "la veille", "27 jours plus tôt"),
    ("l'an dernier", 1, Unit.YEAR, "l'an dernier", "il y a 27 ans"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "unit", "one", "many"), FORMS, ids=[f[0] for f in FORMS])
def test_a_quantity_is_read_and_another_written_in_the_same_form(text, value, unit, one, many):
    quantity = parse_quantity(text)
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (value, unit)
    assert quantity.render(value) == text
    assert quantity.render(1) == one
    assert quantity.render(27) == many


def test_a_bare_number_needs_a_default_unit():
    assert parse_quantity("40") is None
    assert parse_quantity("40", default=Unit.YEAR).value == 40


@pytest.mark.parametrize(
    "text",
    [
        "",
        "souvent",
        "le 12 mars",
        "depuis plusieurs mois",
        "3 fois 4 jours 5",
        "1 an à 18 mois",
        "4 à 3 ans",
        "lundi",
    ],
)
def test_what_has_no_figure_is_not_guessed(text):
    assert parse_quantity(text) is None


def test_vague_expressions_are_recognised():
    assert is_vague("depuis plusieurs mois")
    assert is_vague("de longue date")
    assert is_vague("depuis de nombreuses années")
    assert not is_vague("depuis 3 mois")


QUANTITIES = [
    before + number + after
    for before in (
        "",
        "depuis ",
        "il y a ",
        "pendant ",
        "environ ",
        "Depuis plus de ",
        "à l'âge de ",
    )
    for number in ("{n} ", "{n}", "{words} ")
    for after in ("ans", "mois", "semaines", "jours", "ans et demi")
    if not (number == "{words} " and after == "semaines")
]


@pytest.mark.parametrize("form", QUANTITIES)
@settings(max_examples=5)
@given(value=st.integers(2, 110), other=st.integers(2, 110))
def test_another_number_is_written_in_the_same_form(form, value, other):
    text = form.format(n=value, words=to_words(value))
    quantity = parse_quantity(text)
    assert quantity is not None, text
    assert quantity.value == value
    assert quantity.render(value) == text
    assert quantity.render(other) == form.format(n=other, words=to_words(other))
