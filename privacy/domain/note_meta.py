"""What leaves beside a note's text: its type, its noisy date, a pseudonym of its stay."""

from collections.abc import Collection
from datetime import date
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.patient_file import PatientFile
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.domain.text import fold_phrase

_TELLING: Final = frozenset({Label.PER, Label.LOC})
_SHORT: Final = 2  # letters of a word that names nobody


def public_meta(
    file: PatientFile, note: int, day: date | None, key: StudyKey, names: Collection[str]
) -> dict[str, str]:
    """The `meta` of an exported note; what is not known has no key.

    The type leaves as it is unless it holds a digit, a name or a place of the file (« Courrier du Dr Durand »). `day` is the
    surrogate of the note's date; the stay's pseudonym is that of its patient's stay under the study's key; `names`
    are `names_of` the file, asked for once.
    """
    meta = file.notes[note].meta
    found: dict[str, str] = {}
    kind, stay = meta.get("type", ""), meta.get("stay", "")
    if kind and not _tells(kind, names):
        found["type"] = kind
    if day is not None:
        found["date"] = day.isoformat()
    if stay:
        found["stay"] = pseudonym(key, "stay", f"{file.patient_id}\n{stay}")
    return found


def names_of(file: PatientFile) -> frozenset[str]:
    """Words of the names and places in the file and in the patient's structured data."""
    names = [m.surface for m in file.mentions if m.label in _TELLING]
    names += [*file.identity.last_name, *file.identity.first_name, file.identity.city]
    return frozenset(w for name in names for w in fold_phrase(name).split() if len(w) > _SHORT)


def _tells(kind: str, names: Collection[str]) -> bool:
    has_digit = any(sign.isdigit() for sign in kind)
    return has_digit or any(word in names for word in fold_phrase(kind).split())
