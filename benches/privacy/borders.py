"""Does the text rendered of a value tell it where its writing changes (9 and 10, 11 and 12, 31 and 32, 99 and 100)?

``python -m benches.privacy.borders [PART]``: each written form is rendered with every value at a border, all drawn with one
randomness and given the same noisy values, so that all texts must be one. Printed is each form with several, and which values
give which; a form that has a « / », say, may be a day for some values and a month for others: docs/written-forms.md lists those that
are read by their value, and the counters that stay.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final
from unittest.mock import patch

from benches.privacy.fuzz import AGES, LENGTHS, MORE
from privacy.domain.places.patient_places import Places
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import default_tables
from privacy.domain.time import timeline
from privacy.domain.time.numerals import to_words
from tests.privacy.domain.certificates.neighbour_pairs import POLICY, file
from tests.privacy.domain.certificates.test_coupled import COUNTS, Coupled, noisy_dates
from tests.privacy.domain.time.time_forms import ODD, RANGES, SINGLE, Shown

SEEDS: Final = (0, 1, 3)
DAYS: Final = (
    *(date(2019, month, day) for month in range(1, 13) for day in (1, 2, 9, 10, 11, 12, 21, 28)),
    date(2019, 12, 31), date(2018, 12, 31), date(2020, 2, 29), date(2009, 9, 9), date(2010, 10, 10), date(1999, 12, 31),
    date(2000, 1, 1), date(2001, 1, 31),
)  # fmt: skip
NUMBERS: Final = (
    1, 2, 3, 8, 9, 10, 11, 12, 13, 16, 17, 19, 20, 21, 22, 23, 24, 29, 30, 31, 32, 52, 53, 59, 60, 69, 70, 79, 80, 81, 90, 99, 100,
)  # fmt: skip
END: Final = Shown(date(2033, 3, 14))
_COLLECTIVE: Final = "{c}"

Values = Mapping[str, str]  # what stands in the form, by what is shown of it


def rendered(text: str, seed: int) -> tuple[object, ...]:
    """The text, what each replacement tells of itself, the kinds of elements."""
    communes = default_tables().atlas.communes

    def commune(places: Places, *_: object) -> object:
        return communes[(seed * 4999 + len(places._surrogates)) % len(communes)]

    with (
        patch.object(timeline, "draw_dates", noisy_dates(seed)),
        patch.object(timeline, "draw_quantities", _noisy_quantities(seed)),
        patch.object(Places, "_draw_one", commune),
    ):
        done = substitute_patient_file(
            file(text), policy=POLICY, key=Coupled(bytes([seed]) * 32), tables=default_tables()
        )
    told = [(len(r.element_ids), r.derived, r.warning) for r in done.notes[0].replacements]
    return (
        done.notes[0].text,
        tuple(told),
        tuple((e.element_class, e.granularity) for e in done.elements),
    )


def _noisy_quantities(seed: int) -> Callable[..., list[int]]:
    return lambda items, **_: [COUNTS[(seed + rank) % len(COUNTS)] for rank, _ in enumerate(items)]


def dates(template: str) -> Iterator[tuple[str, Values]]:
    """Each form and the marked texts of its days."""
    for form in (*SINGLE, *RANGES, *ODD, *MORE):
        # a month or a quarter that both have is one element: that is told
        days = [day for day in DAYS if "{b." not in form or day.month > 3]
        shown = [form.format(a=Shown(day), b=END) for day in days]
        yield form, {text: template.format(text) for text in shown}


def numbers(template: str, forms: Sequence[str]) -> Iterator[tuple[str, Values]]:
    """The same of numbers."""
    for form in forms:
        if _COLLECTIVE in form:
            continue
        shown = [
            form.format(n=n, w=to_words(n), W=to_words(n).upper(), p="s" if n > 1 else "")
            for n in NUMBERS
        ]
        yield form, {text: template.format(text) for text in shown}


PARTS: Final[dict[str, Callable[[], Iterator[tuple[str, Values]]]]] = {
    "dates": lambda: dates("Bilan {{{}|DATE|DATE}}, suites simples."),
    "years": lambda: dates("Opéré en {{{}|DATE|DATE}}, suites simples."),
    "births": lambda: dates("Né le {{{}|DATE|DATE_NAISSANCE}}."),
    "ages": lambda: numbers("Patient, {{{}|AGE|AGE}}, suivi.", AGES),
    "lengths": lambda: numbers("Suivi {{{}|DATE|DUREE}} en tout.", LENGTHS),
    "dated lengths": lambda: numbers("Suivi {{{}|DATE|DATE}} en tout.", LENGTHS),
}


def main(parts: Sequence[str]) -> None:
    for part in parts:
        told = count = 0
        for form, values in PARTS[part]():
            count += 1
            groups: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
            for shown, text in values.items():
                groups[tuple(rendered(text, seed) for seed in SEEDS)].append(shown)
            if len(groups) > 1:
                told += 1
                print(form)
                for texts, alike in sorted(groups.items(), key=lambda item: -len(item[1]))[:4]:
                    print(f"   {len(alike)}: {', '.join(alike[:8])}\n      {texts[0]}")
        print(f"{part}: {told} of {count} forms tell their value", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
