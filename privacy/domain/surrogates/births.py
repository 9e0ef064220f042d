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
    """The birth of the file's patient as its texts now say it; None without a NIR, without a day, or with two (« née le 10/09/1941 à
    Pordic » → 1941-09-10, 22)."""
    subtypes = {m.subtype for m in file.mentions}
    if Subtype.SECU not in subtypes or BIRTH not in subtypes:
        return None
    known = [m for m in file.mentions if m.subtype == BIRTH and _is_read(rendered[m.index])]
    days = {rendered[m.index].day for m in known}
    if len(days) != 1:
        return None
    (day,) = days
    if day is None:
        return None
    towns = (_department(file, places, mention) for mention in known)
    department = next((code for code in towns if code), "")
    return KnownBirth(Birth(day, department), rendered[known[0].index].elements)


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
