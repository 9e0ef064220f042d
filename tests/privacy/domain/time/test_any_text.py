"""Whatever the text: reading ends, raises nothing, and what is read comes back."""

from datetime import date

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from privacy.domain.surrogates.shapes import draw_source
from privacy.domain.time.forms import fields_of
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.relative import left_alone
from privacy.domain.time.units import Unit
from privacy.domain.time.unread import random_like

_WORDS = st.sampled_from(
    [
        "du",
        "au",
        "le",
        "la",
        "et",
        "de",
        "d'",
        "l'",
        "à",
        "mars",
        "avril",
        "sept",
        "sept.",
        "oct",
        "3",
        "12",
        "31",
        "2020",
        "20",
        "/",
        "-",
        ".",
        ",",
        "deux",
        "vingt",
        "et",
        "un",
        "premier",
        "1er",
        "lundi",
        "mar.",
        "depuis",
        "il",
        "y",
        "a",
        "ans",
        "mois",
        "SA",
        "+",
        "J",
        "T1",
        "trimestre",
        "O",
        "l",
        "S",
        "été",
        "hiver",
        "14h30",
        ":",
        "½",
        "Ⅳ",
        "²",
        "é",
        "années",
        "h",
        "T",
        "début",
    ]
)
texts = st.one_of(
    st.text(max_size=30),
    st.lists(_WORDS, max_size=8).map(" ".join),
    st.lists(_WORDS, max_size=6).map("".join),
)
AUGUST = fields_of(date(2019, 8, 1))


@settings(max_examples=400)
@given(text=texts)
@example(text="Mars 9")  # written again as « Mars 09 »
def test_dates(text):
    read = parse_dates(text, pivot=2024)
    if read is None:
        return
    if not read.mended:
        assert read.render(read.fields) == text
    assert read.render([AUGUST] * len(read.parts))


@settings(max_examples=400)
@given(text=texts, value=st.integers(1, 130))
def test_quantities(text, value):
    quantity = parse_quantity(text, default=Unit.YEAR)
    if quantity is None:
        return
    if not quantity.mended:
        assert quantity.render(*quantity.values) == text
    assert quantity.render(*(value + n for n in range(len(quantity.values))))


@settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=texts)
def test_random_values(key, text):
    shown = {random_like(draw_source(key, f"p{n}", "DATE/forme", text), text) for n in range(30)}
    assert len(shown) > 1 or shown == {None} or not any(c.isnumeric() for c in text)
    assert left_alone(text) in (True, False)
