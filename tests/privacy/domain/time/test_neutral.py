"""What a surrogate date looks like does not depend on the date that it replaces."""

from datetime import date, timedelta

import pytest

from privacy.domain.text import strip_accents
from privacy.domain.time.dates import parse_date
from privacy.domain.time.forms import DateFields, fields_of
from privacy.domain.time.lexicon import MONTHS, WEEKDAYS
from privacy.domain.time.neutral import neutral
from privacy.domain.time.ranges import parse_dates

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
