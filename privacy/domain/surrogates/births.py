"""The surrogate birth of one file, which its NIR says again: year, month, department.

Nothing of the NIR is looked at, not even whether it agreed: what follows is a function of the noisy birth date and of
the town that stands behind it.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from annotation.domain.labels import Subtype
from privacy.domain.budget import ElementKey
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.places.patient_places import Places
from privacy.domain.surrogates.identifiers import Birth
from privacy.domain.time.ranges import parse_dates

# « née le 14/03/1941 à Oran », « 02/11/1958 (63 ans) à Dijon »
_BORN_AT: Final = re.compile(r"\s*(?:\([^()\n]{0,12}\)\s*)?,?\s*à\s*:?\s*", re.IGNORECASE)
BIRTH: Final = Subtype.DATE_NAISSANCE


class KnownBirth(NamedTuple):
    """The birth, and the elements that it shows."""

    birth: Birth
    sources: tuple[ElementKey, ...]


def births(
    file: PatientFile, places: Places, rendered: Mapping[int, Rendered]
) -> KnownBirth | None:
    """The birth of the file's patient as its texts now say it; None without a NIR, without a year, or with two (« née le 10/09/1941 à
    Pordic » → 1941, 9, 22; « née en 1941 » → 1941)."""
    subtypes = {m.subtype for m in file.mentions}
    if Subtype.SECU not in subtypes or BIRTH not in subtypes:
        return None
    known = [m for m in file.mentions if m.subtype == BIRTH and _is_read(rendered[m.index])]
    whole = [m for m in known if rendered[m.index].day is not None]
    said = {_year_and_month(rendered[m.index]) for m in whole or known}
    if len(said) != 1:
        return None
    ((year, month),) = said
    if year is None:
        return None
    towns = (_department(file, places, mention) for mention in known)
    department = next((code for code in towns if code), "")
    return KnownBirth(Birth(year, month, department), rendered[(whole or known)[0].index].elements)


def _year_and_month(shown: Rendered) -> tuple[int | None, int | None]:
    if shown.day is not None:
        return shown.day.year, shown.day.month
    read = parse_dates(shown.text)
    return (None, None) if read is None else (read.fields[0].year, read.fields[0].month)


def _is_read(shown: Rendered) -> bool:
    """A date that nobody understood has any day, for the weekday before it."""
    return shown.warning is None


def _department(file: PatientFile, places: Places, birth: Mention) -> str:
    at = birth.index
    for other in file.mentions[at + 1 : at + 3]:  # an age may stand between
        if other.note == birth.note and other.subtype in (Subtype.VILLE, ""):
            gap = file.notes[birth.note].text[birth.end : other.start]
            if _BORN_AT.fullmatch(gap):
                return places.department_of_town(other)
    return ""
