"""What a surrogate date looks like does not depend on the date that it replaces."""

from datetime import date, timedelta

import pytest

from privacy.domain.text import strip_accents
from privacy.domain.time.dates import parse_date
from privacy.domain.time.forms import DateFields, fields_of
from privacy.domain.time.lexicon import MONTHS, WEEKDAYS
from privacy.domain.time.neutral import leans_on_figures, neutral, neutral_quantity
from privacy.domain.time.numerals import DECADES, to_words
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.relative import RELATIVE
from privacy.domain.time.units import Unit

WORDS_OF_AGE = [
    "nouveau-né", "nouveau né", "nouveau-nee", "bébé", "nourrisson", "enfant", "fillette", "garçonnet", "adolescente",
    "adolescent", "adulte", "vieillard", "quinquagenaire",
]  # fmt: skip

YEAR = [date(2019, 1, 1) + timedelta(days=n) for n in range(365)]
# As people abbreviate: "mai", "juin" never; "juil." and "juill." are both seen.
SHORT = (
    "janv.",
    "févr.",
    "mars",
    "avr.",
    "mai",
    "juin",
    "juil.",
    "août",
    "sept.",
    "oct.",
    "nov.",
    "déc.",
)
TIGHT = ("jan", "fév", "mar", "avr", "mai", "jun", "jul", "aoû", "sep", "oct", "nov", "déc")
# A writer: how he writes any day.
WRITERS = {
    "9/3/2019": lambda d: f"{d.day}/{d.month}/{d.year}",
    "09/03/2019": lambda d: f"{d:%d/%m/%Y}",
    "9.3.19": lambda d: f"{d.day}.{d.month}.{d:%y}",
    "09.03": lambda d: f"{d:%d.%m}",
    "9/3": lambda d: f"{d.day}/{d.month}",
    "2019-03-09": lambda d: f"{d:%Y-%m-%d}",
    "9 mars 2019": lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    "09 mars 2019": lambda d: f"{d:%d} {MONTHS[d.month - 1]} {d.year}",
    "1er mars 2019": lambda d: f"{'1er' if d.day == 1 else d.day} {MONTHS[d.month - 1]} {d.year}",
    "9 avr. 2019": lambda d: f"{d.day} {SHORT[d.month - 1]} {d.year}",
    "9 avr.": lambda d: f"{d.day} {SHORT[d.month - 1]}",
    "9 Mars 2019": lambda d: f"{d.day} {MONTHS[d.month - 1].title()} {d.year}",
    "9 FEVRIER 2019": lambda d: f"{d.day} {strip_accents(MONTHS[d.month - 1]).upper()} {d.year}",
    "avr-19": lambda d: f"{TIGHT[d.month - 1]}-{d:%y}",
    "3/2019": lambda d: f"{d.month}/{d.year}",
    "mars 2019": lambda d: f"{MONTHS[d.month - 1]} {d.year}",
    "lundi 4 mars": lambda d: f"{WEEKDAYS[d.weekday()]} {d.day} {MONTHS[d.month - 1]}",
    "lun. 4 mars 2019": lambda d: f"{WEEKDAYS[d.weekday()][:3]}. {d.day} {MONTHS[d.month - 1]} {d.year}",
    "9": lambda d: str(d.day),
    "09": lambda d: f"{d:%d}",
    "lundi 4": lambda d: f"{WEEKDAYS[d.weekday()]} {d.day}",
}  # fmt: skip


def forms(writer, accents=True):
    """What the writer's 365 texts become, each showing the same two days."""
    shown = set()
    for day in YEAR:
        parsed = parse_dates(writer(day))
        if parsed is not None and len(parsed.parts) == 1:
            form = neutral(parsed.parts[0].form, accents=accents)
            shown.add(
                tuple(form.render(fields_of(d)) for d in (date(2021, 2, 1), date(2021, 12, 3)))
            )
    return shown


@pytest.mark.parametrize("name", WRITERS)
def test_every_day_of_the_year_gives_one_form(name):
    assert len(forms(WRITERS[name])) == 1, name


def test_writers_whom_one_day_does_not_tell_apart_share_their_form():
    """« 12/11/2019 » is written so with and without zeros, « 12 mai 2019 » with and without abbreviations."""
    assert forms(WRITERS["9/3/2019"]) == forms(WRITERS["09/03/2019"])
    assert forms(WRITERS["9 mars 2019"]) == forms(WRITERS["9 avr. 2019"])
    assert forms(WRITERS["9 mars 2019"]) == forms(WRITERS["09 mars 2019"])
    assert forms(WRITERS["9 mars 2019"]) == forms(WRITERS["1er mars 2019"])
    assert forms(WRITERS["9"]) == forms(WRITERS["09"])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("9/3/19", "01/02/21"),
        ("12 févr. 2020", "1er février 2021"),
        ("nov-19", "fév-21"),
        ("12/02/2020", "01/02/2021"),
        ("12 MARS 2020", "1ER FEVRIER 2021"),
        ("T3 2020", "T1 2021"),
        ("semaine 03", "semaine 5"),
    ],
)
def test_what_any_value_would_share_stays(text, shown):
    form = parse_date(text)
    assert form is not None
    assert neutral(form, accents=True).render(fields_of(date(2021, 2, 1))) == shown


def test_a_writer_without_accents_gets_none():
    form = parse_date("12 mars 2020")
    assert form is not None
    fields = DateFields(2021, 8, 3)
    assert neutral(form, accents=False).render(fields) == "3 aout 2021"
    assert neutral(form, accents=True).render(fields) == "3 août 2021"


DAYS_AGO = {1: "hier", 2: "avant-hier"}
# A writer of ages and durations: how he writes any number.
COUNTERS = {
    "7 ans": lambda n: f"{n} ans" if n > 1 else "1 an",
    "07 ans": lambda n: f"{n:02d} ans" if n > 1 else "01 an",
    "soixante-dix ans": lambda n: f"{to_words(n)} ans" if n > 1 else "un an",
    "septante ans": lambda n: f"{to_words(n, northern=True)} ans" if n > 1 else "un an",
    "vingt-et-un ans": lambda n: f"{to_words(n)} ans".replace(" et ", "-et-") if n > 1 else "un an",
    "quarante deux ans": lambda n: f"{to_words(n)} ans".replace("-", " ") if n > 1 else "un an",
    "depuis le 3e jour": lambda n: f"depuis le {n}{'er' if n == 1 else 'ème'} jour",
    "hier, il y a 3 jours": lambda n: DAYS_AGO.get(n, f"il y a {n} jours"),
    "depuis hier, depuis 3 jours": lambda n: f"depuis {DAYS_AGO.get(n, f'{n} jours')}",
}


@pytest.mark.parametrize("name", COUNTERS)
def test_a_quantity_of_one_writer_has_one_form_whatever_its_value(name):
    """« 24 mois » stays in months and « 2 ans » in years; zeros, hyphens and words said of few values tell nothing."""
    shown = set()
    for n in range(1, 100):
        quantity = neutral_quantity(
            parse_quantity(COUNTERS[name](n), default=Unit.YEAR), accents=True
        )
        assert quantity.value == n
        shown.add(tuple(quantity.render(other) for other in (1, 2, 9, 12, 71, 80)))
    assert len(shown) == 1


def test_words_of_age_have_their_accents_whatever_the_original_s():
    for accents in (True, False):
        shown = {
            neutral_quantity(parse_quantity(name, default=Unit.YEAR), accents=accents).render(80)
            for name in (*DECADES, *WORDS_OF_AGE)
        }
        assert shown == {"octogénaire" if accents else "octogenaire"}


def test_words_of_age_stand_on_one_ladder_whatever_the_original_s():
    """A fillette may become an octogénaire and an octogénaire an enfant; nothing of the word stays."""
    ladders = {
        tuple(
            quantity.render(years)
            for years in (0, 1, 3, 7, 15, 20, 33, 47, 59, 68, 71, 85, 99, 104)
        )
        for word in (*DECADES, *WORDS_OF_AGE)
        for quantity in [neutral_quantity(parse_quantity(word, default=Unit.YEAR), accents=True)]
    }
    assert len(ladders) == 1


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("Fillettes", "Octogénaires"),
        ("NOUVEAU-NÉ", "OCTOGENAIRE"),
        ("une fillette", "une octogénaire"),
    ],
)
def test_a_word_of_age_keeps_its_case_and_its_number(word, shown):
    assert (
        neutral_quantity(parse_quantity(word, default=Unit.YEAR), accents=True).render(85) == shown
    )


@pytest.mark.parametrize("words", RELATIVE)
def test_words_of_a_short_time_are_written_as_any_length_is(words):
    value, unit = RELATIVE[words]
    quantity = neutral_quantity(parse_quantity(words), accents=True)
    assert (quantity.values, quantity.unit) == ((value,), unit)
    assert quantity.render(5).startswith(("il y a 5 ", "dans 5 ", "5 "))
    bare = neutral_quantity(parse_quantity(words), accents=True, since=True)
    assert bare.render(5).startswith("5 ")


@pytest.mark.parametrize("text", ["24 mois", "2 ans", "3 semaines", "21 jours", "38 SA", "48 h"])
def test_the_unit_stays(text):
    quantity = neutral_quantity(parse_quantity(text), accents=True)
    words = {"".join(c for c in quantity.render(n) if not c.isdigit()) for n in range(2, 900)}
    assert len(words) == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3-9/05/2020", "01"),
        ("3 et 9/05", "01"),
        ("3 au 9 mai 2020", "1er"),
        ("3, 4 et 9 mai", "1er"),
    ],
)
def test_a_lone_day_has_its_zero_where_the_month_is_in_figures(text, shown):
    forms = [part.form for part in parse_dates(text).parts]
    first = neutral(forms[0], accents=True, figures=leans_on_figures(forms))
    assert first.render(fields_of(date(2020, 5, 1))) == shown
