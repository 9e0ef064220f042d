import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    "text", ["", "souvent", "le 12 mars", "depuis plusieurs mois", "3 fois 4 jours 5"]
)
def test_what_has_no_figure_is_not_guessed(text):
    assert parse_quantity(text) is None


def test_vague_expressions_are_recognised():
    assert is_vague("depuis plusieurs mois")
    assert is_vague("de longue date")
    assert not is_vague("depuis 3 mois")


@given(
    st.integers(1, 110),
    st.sampled_from(
        ["{} ans", "{} mois", "depuis {} jours", "il y a {} semaines", "{}ans", "Depuis {} ANS"]
    ),
)
def test_render_of_parse_is_the_identity(value, form):
    text = form.format(value)
    quantity = parse_quantity(text)
    if value > 1 or form == "{} mois":
        assert quantity is not None
        assert quantity.value == value
        assert quantity.render(value) == text
