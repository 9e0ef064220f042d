"""Dates and lengths that are marked part by part: « {31}/{12}/{2019} », « {1} {jour} »."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.text import apply_case, case_of
from privacy.domain.time.units import read_unit

_SIGNS: Final = frozenset(("/", "."))  # between two numbers they make a date of them
_OTHERS: Final = frozenset(
    ("-", " ", "|", " | ", " / ", " - ", ". ", "\t")
)  # between three, one of them a year
_LONGEST: Final = 4  # digits of a part
_LAST: Final = re.compile(r"(?<![\d.,])(\d+)\W*\Z")
_TIMES: Final = frozenset((Label.DATE, Label.AGE))


def is_cut(file: PatientFile, mention: Mention) -> bool:
    """Whether a number marked alone is a part of a date in figures: read by itself, the 12 of « {31}/{12} » would be a day, and as equal to another
    as it happens. « {3}-{5} mars » are two days.

    >>> is_cut(file, file.mentions[0])  # « {31}/{12}/{2019} »
    True
    """
    if not _is_number(mention):
        return False
    row = [*_row(file, mention, -1), *_row(file, mention, 1)]
    has_year = any(len(number.surface) == _LONGEST for number in (mention, *(n for _, n in row)))
    return any(sign in _SIGNS for sign, _ in row) or (len(row) > 1 and has_year)


def agreed_unit(file: PatientFile, mention: Mention, shown: Mapping[int, Rendered]) -> str | None:
    """A unit marked alone right behind its number, as the surrogate of that one asks: « {1} {jour} » → « {3} {jours} ». None of anything else."""
    before = file.mentions[mention.index - 1] if mention.index else None
    unit = read_unit(mention.surface) if mention.surface.isalpha() else None
    if unit is None or before is None or before.note != mention.note or before.label not in _TIMES:
        return None
    between = file.notes[mention.note].text[before.end : mention.start]
    if between.strip() or len(between) > 2 or before.index not in shown:
        return None
    last = _LAST.search(shown[before.index].text)
    is_one = last is not None and int(last[1]) == 1
    return apply_case(unit.singular if is_one else unit.plural, case_of(mention.surface))


def _is_number(mention: Mention) -> bool:
    is_date = mention.label is Label.DATE and mention.subtype != Subtype.DUREE
    return is_date and mention.surface.isdecimal() and len(mention.surface) <= _LONGEST


def _row(file: PatientFile, mention: Mention, step: int) -> Iterator[tuple[str, Mention]]:
    """The numbers in a row with this one, on one side, two at most, each behind what stands before it."""
    reach = range(mention.index, mention.index + 3 * step, step)
    row = [file.mentions[at] for at in reach if 0 <= at < len(file.mentions)]
    for one, other in pairwise(row):
        left, right = (one, other) if step > 0 else (other, one)
        between = file.notes[mention.note].text[left.end : right.start]
        known = between in _SIGNS or between in _OTHERS
        if not (known and one.note == other.note and _is_number(other)):
            return
        yield between, other
