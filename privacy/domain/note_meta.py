"""What leaves beside a note's text: its type, its noisy date, a pseudonym of its stay."""

import re
from datetime import date
from functools import cache, lru_cache
from typing import Final

from privacy.domain.patient_file import PatientFile
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from privacy.domain.text import fold_phrase, words
from privacy.domain.word_lists import note_words

_LONGEST: Final = 60  # characters, as a note's type is kept
# words of types that no list of words has, or that are names, too (« Courrier », « Compte »)
_OF_TYPES: Final = frozenset(
    words(
        "a au aux d de du des en et l la le les cr crc crr crop cs smr tep acp eeg efr smur ucsa concertation paramedical paramedicale courrier fiche compte rendu garde conseil doppler"
    )
)
# types with a word that is a name by itself
_WHOLE: Final = frozenset({"sage femme", "salle de reveil", "carnet de sante", "texte libre"})
_BETWEEN: Final = re.compile(r"[ '’()/&,.:+_-]+")


def public_meta(file: PatientFile, note: int, day: date | None, key: StudyKey) -> dict[str, str]:
    """The `meta` of an exported note; what is not known has no key.

    The type leaves where all its words are words of notes and none is a name (« CR opératoire », not « Courrier du Dr Durand »): what
    the file names is not looked at, since a type that went with it would tell. `day` is the surrogate of the note's date; the stay's
    pseudonym is that of its patient's stay under the study's key.
    """
    meta = file.notes[note].meta
    found: dict[str, str] = {}
    kind, stay = meta.get("type", ""), meta.get("stay", "")
    if kind and says_kind(kind):
        found["type"] = kind
    if day is not None:
        found["date"] = day.isoformat()
    if stay:
        found["stay"] = pseudonym(key, "stay", f"{file.patient_id}\n{stay}")
    return found


@lru_cache(maxsize=1024)
def says_kind(kind: str) -> bool:
    """Whether a note's type has words of types alone: no name, no digit.

    >>> says_kind("Lettre de sortie"), says_kind("Lettre Durand"), says_kind("CRH 12/02")
    (True, False, False)
    """
    found = [word for word in _BETWEEN.split(fold_phrase(kind)) if word]
    known = _words_of_types()
    is_known = bool(found) and all(word in known for word in found)
    return len(kind) <= _LONGEST and (is_known or " ".join(found) in _WHOLE)


@cache
def _words_of_types() -> frozenset[str]:
    """Words of notes that the public tables have as no name, and those of `_OF_TYPES`."""
    tables = default_tables()
    names = {
        *map(fold_phrase, tables.last_names.names),
        *tables.genders,
        *(fold_phrase(commune.name) for commune in tables.atlas.communes),
    }
    return (note_words() - names) | _OF_TYPES
