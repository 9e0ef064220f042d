"""What is compared, and what may be found wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from privacy.domain.budget import ElementKey
from privacy.domain.patient_file import Mention, PatientFile, Rendered


class Kind(StrEnum):
    """What is wrong."""

    ORDER = "order"  # two events whose order is turned round
    AGE = "age"  # an age that birth date and note date contradict
    NIR = "nir"  # a NIR that says another month or year of birth
    CODE = "code"  # a postal code beside a town that has another
    COUNTRY = "country"  # a country beside a town that lies elsewhere
    GENDER = "gender"  # a first name against the civility before it
    ELISION = (
        "elision"  # « d' » before a consonant, « de » before a vowel, « à Le Havre », « au Dijon »
    )
    COLLISION = "collision"  # two originals, one surrogate
    REAL = "real"  # a surrogate that is a real value of the patient


@dataclass(frozen=True, slots=True)
class Finding:
    """`places`: indices of the mentions concerned; `note`: rank of the note that shows it."""

    kind: Kind
    note: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One mention before and after. `before`: the text that precedes it; `is_fitted`: its end was fitted to the
    surrogate.

    `elements`: the values that it stands for when it spends; `is_derived`: it follows from others.
    """

    index: int
    note: int
    label: str
    subtype: str
    original: str = field(repr=False)
    surrogate: str = field(repr=False)
    before: str = field(default="", repr=False)
    elements: tuple[ElementKey, ...] = ()
    is_derived: bool = False
    is_fitted: bool = False


def pairs_of(file: PatientFile, rendered: Mapping[int, Rendered]) -> list[Pair]:
    """The mentions of a file with what replaces them."""
    return [_pair(file, mention, rendered[mention.index]) for mention in file.mentions]


def _pair(file: PatientFile, mention: Mention, shown: Rendered) -> Pair:
    return Pair(
        mention.index,
        mention.note,
        mention.label,
        mention.subtype,
        mention.surface,
        shown.text,
        file.before(mention),
        shown.elements,
        bool(shown.derived_from),
        shown.link is not None,
    )
