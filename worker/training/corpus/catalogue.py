"""Every written form that the generator knows, and what a corpus holds.

The forms here are those that draw the notes, so that a table of recall per form says what the
model reads.
"""

from collections import Counter
from dataclasses import dataclass

from worker.training.corpus.forms import (
    addresses,
    contacts,
    dates,
    durations,
    identifiers,
    odd_days,
    odd_numbers,
    odd_people,
    odd_places,
    organisations,
    people,
    phones,
    places,
)
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.generator import default_library, generate
from worker.training.corpus.library import SPLITS, Split

_SETS: tuple[FormSet, ...] = (
    people.NAMES,
    people.SURNAMES,
    people.BIRTH_NAMES,
    people.GIVEN,
    people.GIVEN_LISTS,
    people.INITIALS,
    places.TOWNS,
    places.ZIPS,
    places.DEPARTMENTS,
    places.REGIONS,
    places.COUNTRIES,
    addresses.ADDRESSES,
    addresses.EXTRAS,
    *organisations.HOSPITALS.values(),
    organisations.SERVICES,
    *organisations.BODIES.values(),
    dates.DAYS,
    dates.MONTHS,
    dates.YEARS,
    dates.TIMED,
    dates.BIRTHS,
    durations.DURATIONS,
    durations.AGES,
    durations.TERMS,
    phones.PHONES,
    phones.EXTENSIONS,
    phones.FAXES,
    contacts.MAILS,
    contacts.URLS,
    identifiers.NIRS,
    identifiers.IPPS,
    identifiers.NDAS,
    identifiers.RPPS,
    identifiers.ADELI,
    identifiers.FINESS,
    identifiers.OTHERS,
    identifiers.REFERENCES,
    identifiers.DICTATIONS,
    *odd_days.ODD_DAYS.values(),
    *odd_numbers.ODD_NUMBERS.values(),
    odd_numbers.CELL_AGES,
    *odd_people.ODD_NAMES.values(),
    *odd_places.ODD_ADDRESSES.values(),
    odd_places.SMALL_TOWNS,
    odd_places.WITHIN,
)


def forms() -> list[Form]:
    """The catalogue; a form's `alone` writes it for a value of its own."""
    return [form for known in _SETS for form in known.forms]


@dataclass(frozen=True, slots=True)
class Description:
    """`families`: per split and document type; `mentions` and `forms`: drawn per sub-type."""

    families: dict[Split, Counter[str]]
    notes: int
    clean: int
    mentions: Counter[str]
    forms: dict[str, Counter[str]]
    departures: Counter[str]


def describe(seed: int = 0, count: int = 1000, split: Split = "train") -> Description:
    """What the library holds, and what `count` notes of `split` drew. Raises TemplateError."""
    families = {
        side: Counter(family.document_type for family in default_library().by_split[side])
        for side in SPLITS
    }
    mentions: Counter[str] = Counter()
    drawn: dict[str, Counter[str]] = {}
    departures: Counter[str] = Counter()
    clean = 0
    for made in generate(seed, count, split):
        clean += not made.style
        departures.update(made.style.split(" + ") if made.style else ())
        for span, form in zip(made.note.entities, made.forms, strict=True):
            mentions[span.subtype] += 1
            drawn.setdefault(span.subtype, Counter())[form] += 1
    return Description(families, count, clean, mentions, drawn, departures)
