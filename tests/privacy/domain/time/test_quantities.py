import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy.domain.time.numerals import to_words
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.units import Unit

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
    ("2 ans et 3 mois", 27, Unit.MONTH, "1 an", "2 ans et 3 mois"),
    ("38 SA", 38, Unit.TERM, "1 SA", "27 SA"),
    ("38 SA + 2 j", 268, Unit.TERM_DAY, "1 SA + 0 j", "3 SA + 6 j"),
    ("octogénaire", 85, Unit.YEAR, "nouveau-né", "adulte"),
    ("un an et demi", 1, Unit.YEAR, "un an et demi", "vingt-sept ans et demi"),
    ("depuis hier soir", 1, Unit.DAY, "depuis hier soir", "depuis 27 jours"),
    ("DEPUIS AVANT HIER", 2, Unit.DAY, "DEPUIS HIER", "DEPUIS 27 JOURS"),
    ("depuis ce matin", 0, Unit.DAY, "depuis hier", "depuis 27 jours"),
    ("3 ans 1/2", 3, Unit.YEAR, "1 an 1/2", "27 ans 1/2"),
    ("depuis une huitaine de jours", 8, Unit.DAY, "depuis une dizaine de jours", "depuis une trentaine de jours"),
    ("depuis une petite dizaine de jours", 10, Unit.DAY, "depuis une petite dizaine de jours", "depuis une petite trentaine de jours"),
    ("dps 3 sem", 3, Unit.WEEK, "dps 1 sem", "dps 27 sem"),
    ("voilà 3S", 3, Unit.WEEK, "voilà 1S", "voilà 27S"),
    ("depuis à peu près 8 jours", 8, Unit.DAY, "depuis à peu près 1 jour", "depuis à peu près 27 jours"),
    ("45a", 45, Unit.YEAR, "1a", "27a"),
    ("47A", 47, Unit.YEAR, "1A", "27A"),
    ("15 m", 15, Unit.MONTH, "1 m", "27 m"),
    ("45\u00a0ans", 45, Unit.YEAR, "1\u00a0an", "27\u00a0ans"),
    ("45\nans", 45, Unit.YEAR, "1\nan", "27\nans"),
    ("2,5 ans", 2, Unit.YEAR, "1,5 an", "27,5 ans"),
    ("3 ans et demi", 3, Unit.YEAR, "1 an et demi", "27 ans et demi"),
    ("né à 38 SA", 38, Unit.TERM, "né à 1 SA", "né à 27 SA"),
    ("38+4 SA", 270, Unit.TERM_DAY, "1+0 SA", "3+6 SA"),
    ("38 SA + 4", 270, Unit.TERM_DAY, "1 SA + 0", "3 SA + 6"),
    ("38 SA et 4 jours", 270, Unit.TERM_DAY, "1 SA", "3 SA et 6 jours"),
    ("38 semaines d'aménorrhée", 38, Unit.WEEK, "1 semaine d'aménorrhée", "27 semaines d'aménorrhée"),
    ("1 an 2 mois 3 jours", 423, Unit.DAY, "1 an", "1 an"),
    ("depuis l'âge de 12 ans", 12, Unit.YEAR, "depuis l'âge de 1 an", "depuis l'âge de 27 ans"),
    ("voilà 2 mois", 2, Unit.MONTH, "voilà 1 mois", "voilà 27 mois"),
    ("cela fait 3 semaines", 3, Unit.WEEK, "cela fait 1 semaine", "cela fait 27 semaines"),
    ("x 3 ans", 3, Unit.YEAR, "x 1 an", "x 27 ans"),
    ("depuis 48h", 48, Unit.HOUR, "depuis 1h", "depuis 27h"),
    ("5a6m", 66, Unit.MONTH, "1a", "2a3m"),
    ("5A6M", 66, Unit.MONTH, "1A", "2A3M"),
    ("2a 11m", 35, Unit.MONTH, "1a", "2a 3m"),
    ("3e jour postopératoire", 3, Unit.DAY, "1er jour postopératoire", "27e jour postopératoire"),
    ("toutes les 3 semaines", 3, Unit.WEEK, "toutes les 1 semaine", "toutes les 27 semaines"),
    ("mois 3", 3, Unit.MONTH, "mois 1", "mois 27"),
    ("2 ans, 1 mois et 3 jours", 753, Unit.DAY, "1 an", "1 an"),
    ("moins d'un an", 1, Unit.YEAR, "moins d'un an", "moins de vingt-sept ans"),
    ("plus de trois mois", 3, Unit.MONTH, "plus d'un mois", "plus de vingt-sept mois"),
    ("depuis le 3e jour", 3, Unit.DAY, "depuis le 1er jour", "depuis le 27e jour"),
    ("3 semaines plus tôt", 3, Unit.WEEK, "1 semaine plus tôt", "27 semaines plus tôt"),
    ("septante-deux ans", 72, Unit.YEAR, "un an", "vingt-sept ans"),
    ("quatre-vingt-dix ans", 90, Unit.YEAR, "un an", "vingt-sept ans"),
    ("Depuis Trois Semaines", 3, Unit.WEEK, "Depuis Une Semaine", "Depuis Vingt-sept Semaines"),
    ("OCTOGÉNAIRE", 85, Unit.YEAR, "NOUVEAU-NÉ", "ADULTE"),
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


# text, both ends, unit, the same form for 1 and 27
INTERVALS = [
    ("3 à 4 jours", (3, 4), Unit.DAY, "1 à 27 jours"),
    ("4 à 3 ans", (4, 3), Unit.YEAR, "27 à 1 an"),
    ("9 à 9 ans", (9, 9), Unit.YEAR, "1 à 27 ans"),
    ("depuis 3 à 10 ans", (3, 10), Unit.YEAR, "depuis 1 à 27 ans"),
    ("il y a 1/2 semaines", (1, 2), Unit.WEEK, "il y a 1/27 semaines"),
    ("entre 3 et 4 semaines", (3, 4), Unit.WEEK, "entre 1 et 27 semaines"),
    ("2 mois à 3 mois", (2, 3), Unit.MONTH, "1 mois à 27 mois"),
    ("deux ou trois mois", (2, 3), Unit.MONTH, "un ou vingt-sept mois"),
]


@pytest.mark.parametrize(("text", "values", "unit", "other"), INTERVALS)
def test_both_ends_of_an_interval_are_values(text, values, unit, other):
    quantity = parse_quantity(text)
    assert (quantity.values, quantity.unit, quantity.is_interval) == (values, unit, True)
    assert quantity.render(*values) == text
    assert quantity.render(1, 27) == other
    assert quantity.render(27, 1) == other


# text, what is finer than the unit, in how many values, and the text of 27 with the first and the last of them
FINER = [
    ("41,75 ans", (75,), (100,), "27,00 ans", "27,99 ans"),
    ("2.5 ans", (5,), (10,), "27.0 ans", "27.9 ans"),
    ("3 ans et demi", (1,), (2,), "27 ans", "27 ans et demi"),
    ("trois semaines et demie", (1,), (2,), "vingt-sept semaines", "vingt-sept semaines et demie"),
    ("3 ans 1/2 environ", (1,), (2,), "27 ans environ", "27 ans 1/2 environ"),
    ("2 ½ ans", (1,), (2,), "27 ans", "27 ½ ans"),
    ("depuis 2 h 30", (30,), (60,), "depuis 27 h 00", "depuis 27 h 59"),
    ("12h05", (5,), (60,), "27h00", "27h59"),
]


@pytest.mark.parametrize(("text", "fine", "choices", "none", "most"), FINER)
def test_decimals_and_halves_are_set_apart_from_the_value(text, fine, choices, none, most):
    quantity = parse_quantity(text)
    assert (quantity.fine, quantity.choices) == (fine, choices)
    assert quantity.render(*quantity.values) == text
    assert quantity.render(27, fine=[0]) == none
    assert quantity.render(27, fine=[choices[0] - 1]) == most


@pytest.mark.parametrize(
    ("text", "fine", "shown"),
    [
        ("2,5 à 3 ans", [7], "4,0 à 4 ans"),
        ("2 à 3,5 ans", [7], "4 à 4,7 ans"),
        ("2,5 à 3,5 ans", [7, 2], "4,2 à 4,7 ans"),
        ("2,5 à 3,25 ans", [7, 20], "4,0 à 4,20 ans"),
        ("2 ans et demi à 3 ans", [1], "4 ans à 4 ans"),
        ("2 à 3 ans et demi", [1], "4 à 4 ans et demi"),
    ],
)
def test_an_interval_with_decimals_never_falls(text, fine, shown):
    assert parse_quantity(text).render(4, 4, fine=fine) == shown


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("990aine d'années", 990, "70aine d'années"),
        ("1000aine d'années", 1000, "70aine d'années"),
        ("une 9 aine d'années", 9, "une 70 aine d'années"),
        ("une 15zaine d'années", 15, "une 70aine d'années"),
        ("la 60taine", 60, "la 70aine"),
        ("une soixante-dizaine d'années", 70, "une soixante-dizaine d'années"),
        ("une quatre vingtaine d'années", 80, "une soixante-dizaine d'années"),
        ("une cinquantaine d'années", 50, "une soixante-dizaine d'années"),
        ("la quatre-vingt-dizaine", 90, "l'âge de 70 ans"),
    ],
)
def test_a_round_number_is_read_whatever_it_is_and_has_the_words_of_any(text, value, shown):
    quantity = parse_quantity(text, default=Unit.YEAR)
    assert (quantity.value, quantity.render(72)) == (value, shown)


# ages only: text, value, unit, the same form for 1, 27 and 72
AGES = [
    ("J10 de vie", 10, Unit.DAY, "J1 de vie", "J27 de vie", "J72 de vie"),
    ("J+10", 10, Unit.DAY, "J+1", "J+27", "J+72"),
    ("j10", 10, Unit.DAY, "j1", "j27", "j72"),
    ("M6", 6, Unit.MONTH, "M1", "M27", "M72"),
    ("à M18", 18, Unit.MONTH, "à M1", "à M27", "à M72"),
    ("S3", 3, Unit.WEEK, "S1", "S27", "S72"),
    ("H6 de vie", 6, Unit.HOUR, "H1 de vie", "H27 de vie", "H72 de vie"),
    ("la quarantaine", 40, Unit.YEAR, "l'âge de 10 ans", "la trentaine", "l'âge de 70 ans"),
    ("LA SOIXANTAINE", 60, Unit.YEAR, "L'ÂGE DE 10 ANS", "LA TRENTAINE", "L'ÂGE DE 70 ANS"),
    ("quarantaine", 40, Unit.YEAR, "vingtaine", "trentaine", "soixantaine"),
    ("la 60aine", 60, Unit.YEAR, "la 10aine", "la 30aine", "la 70aine"),
    (
        "une 50 aine d'années",
        50,
        Unit.YEAR,
        "une 10 aine d'années",
        "une 30 aine d'années",
        "une 70 aine d'années",
    ),
    ("nouveau-né", 1, Unit.YEAR, "nouveau-né", "adulte", "septuagénaire"),
    ("nourrisson", 2, Unit.YEAR, "nouveau-né", "adulte", "septuagénaire"),
    ("Enfants", 7, Unit.YEAR, "Nouveau-nés", "Adultes", "Septuagénaires"),
    ("adolescente", 15, Unit.YEAR, "nouveau-née", "adulte", "septuagénaire"),
    ("ADULTE", 40, Unit.YEAR, "NOUVEAU-NE", "ADULTE", "SEPTUAGENAIRE"),
    ("RETRAITE", 70, Unit.YEAR, "NOUVEAU-NE", "ADULTE", "SEPTUAGENAIRE"),
    ("personnes âgées", 80, Unit.YEAR, "nouveau-nés", "adultes", "septuagénaires"),
    ("jeunes adultes", 22, Unit.YEAR, "nouveau-nés", "adultes", "septuagénaires"),
    ("jeune\nadulte", 22, Unit.YEAR, "nouveau-né", "adulte", "septuagénaire"),
    (
        "en retraite à 62 ans",
        62,
        Unit.YEAR,
        "en retraite à 1 an",
        "en retraite à 27 ans",
        "en retraite à 72 ans",
    ),
    (
        "À LA RETRAITE À 62 ANS",
        62,
        Unit.YEAR,
        "À LA RETRAITE À 1 AN",
        "À LA RETRAITE À 27 ANS",
        "À LA RETRAITE À 72 ANS",
    ),
    (
        "à l'âge de retraite, 62 ans",
        62,
        Unit.YEAR,
        "à l'âge de retraite, 1 an",
        "à l'âge de retraite, 27 ans",
        "à l'âge de retraite, 72 ans",
    ),
]


@pytest.mark.parametrize(("text", "value", "unit", "one", "some", "many"), AGES)
def test_an_age_in_notes_shorthand_or_in_one_word(text, value, unit, one, some, many):
    quantity = parse_quantity(text, default=Unit.YEAR)
    assert (quantity.value, quantity.unit, quantity.mended) == (value, unit, False)
    assert [quantity.render(n) for n in (value, 1, 27, 72)] == [text, one, some, many]


@pytest.mark.parametrize(
    ("years", "word"), [(1, "nouveau-né"), (2, "nourrisson"), (3, "nourrisson"), (4, "enfant"), (11, "enfant"),
                        (12, "adolescent"), (17, "adolescent"), (18, "adulte"), (29, "adulte"), (30, "trentenaire"), (79, "septuagénaire"), (110, "centenaire")],
)  # fmt: skip
def test_each_age_has_its_word(years, word):
    assert parse_quantity("enfant", default=Unit.YEAR).render(years) == word


@pytest.mark.parametrize("text", ["M6", "nourrisson", "l'âge adulte", "J3 de Noël", "quarantaine"])
def test_what_only_an_age_says_is_no_duration(text):
    assert parse_quantity(text) is None


@pytest.mark.parametrize(("text", "mended"), [("2 ans et 0 mois", "2 ans")])
def test_what_another_value_would_not_show_is_not_written_again(text, mended):
    quantity = parse_quantity(text, default=Unit.YEAR)
    assert quantity.mended
    assert quantity.render(*quantity.values) == mended


@pytest.mark.parametrize(
    ("text", "before", "least"),
    [
        ("les 2 dernières semaines", "", 2),
        ("2 jours", "dans les ", 2),
        ("tous les deux mois", "", 2),
        ("les dernières 24 heures", "", 2),
        ("ses 18 ans", "", 2),
        ("2 semaines", "depuis ", 0),
        ("les 2 ans et 3 mois", "", 0),
    ],
)
def test_behind_les_there_are_two_at_least(text, before, least):
    assert parse_quantity(text).least(before) == least


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
        "lundi",
    ],
)
def test_what_has_no_figure_is_not_guessed(text):
    assert parse_quantity(text) is None


# the text, the length as any other is written, the same text of another value
NAMED_LENGTHS = [
    ("depuis un quart de siècle", "depuis 25 ans", "depuis 26 ans"),
    ("quart de siècle", "25 ans", "26 ans"),
    ("DEPUIS TROIS QUARTS DE SIÈCLE", "DEPUIS 75 ANS", "DEPUIS 76 ANS"),
    ("il y a un demi-siècle", "il y a 50 ans", "il y a 51 ans"),
    ("depuis deux décennies", "depuis 20 ans", "depuis 21 ans"),
    ("depuis un trimestre", "depuis 3 mois", "depuis 4 mois"),
    ("depuis 2 semestres", "depuis 12 mois", "depuis 13 mois"),
    ("il y a une quinzaine", "il y a 15 jours", "il y a 16 jours"),
    ("dans une huitaine,", "dans 8 jours,", "dans 9 jours,"),
    ("depuis une demi-douzaine d'années", "depuis 6 ans", "depuis 7 ans"),
    ("le dernier trimestre", "les 3 derniers mois", "les 4 derniers mois"),
    ("les 2 dernières décennies", "les 20 derniers ans", "les 21 derniers ans"),
    ("depuis 2 demi-journées", "depuis 2 demi-journées", "depuis 3 demi-journées"),
]


@pytest.mark.parametrize(("text", "plain", "other"), NAMED_LENGTHS)
def test_a_length_that_has_a_word_of_its_own_is_written_as_any_other(text, plain, other):
    quantity = parse_quantity(text)
    assert quantity is not None
    assert quantity.render(quantity.value) == plain
    assert quantity.render(quantity.value + 1) == other


@pytest.mark.parametrize(
    "text",
    ["le trimestre dernier", "le siècle dernier", "une décennie et demie", "une demi-journée"],
)
def test_no_length_is_read_from_a_word_alone(text):
    assert parse_quantity(text) is None


def test_the_word_of_a_length_whose_unit_follows_stays_a_word():
    """« une {quinzaine} de jours » is as many days as its surrogate's word says."""
    quantity = parse_quantity("quinzaine", default=Unit.DAY)
    assert [quantity.render(value) for value in (15, 21)] == ["quinzaine", "vingtaine"]


FIGURES = st.integers(1, 110)


@pytest.mark.parametrize(
    "form", ["J{n}", "j{n} de vie", "M{n}", "S+{n}", "H {n}", "à M{n}", "J{n}-J{m}", "M{n} à M{m}", "{n},{d} ans",
             "{n}.{d} mois", "{n}a{k}m", "{n} ans {k} mois", "{n} ans et demi", "entre {n} et {m} jours",
             "{n}-{m} semaines", "{n} à {m} ans et demi"],
)  # fmt: skip
@settings(max_examples=6)
@given(n=FIGURES, more=FIGURES, d=st.integers(0, 99), k=st.integers(1, 11))
def test_render_of_parse_is_the_identity(form, n, more, d, k):
    text = form.format(n=n + 1, m=n + 1 + more, d=f"{d:02d}", k=k)
    quantity = parse_quantity(text, default=Unit.YEAR)
    assert quantity is not None, text
    assert quantity.render(*quantity.values) == text
    assert not quantity.mended


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
