"""What the leak scan looks for, what it finds, the names of the twenty forms and of the three levels."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    """The form in which an original was found; when several hold, the first one is reported."""

    EXACT = "exact"
    FOLDED = "folded"  # case and accents
    SPACING = "spacing"  # hyphens, blanks, apostrophes
    GLUED = "glued"  # « PaulDurand », « MmeDURAND »
    MAIL = "mail"  # « pdurand », as before the @ of an address
    DIGITS = (
        "digits"  # the same digits with other separators, prefixes or without their leading zeros
    )
    DATE = "date"  # the same day in another written form
    SPLIT = "split"  # over two lines
    LETTERS = "letters"  # « D U R A N D »
    INITIALS = "initials"  # « J.D. », « Mme D. »
    REVERSED = "reversed"
    FUZZY = "fuzzy"  # one letter more, less, other, or two swapped
    FRAGMENT = "fragment"  # the first or the last digits of a number
    WORDS = "words"  # a number or an age in words
    PARTIAL = "partial"  # a day without its year, the month or the year of birth
    PART = "part"  # of an organisation's name or of a reference
    SHORTENED = "shortened"  # « r. des Forges », « âge 78 », « 78 a. », « Mme Pré… »
    DIMINUTIVE = "diminutive"  # « Alex », « Jacquie »
    DEMONYM = "demonym"  # « dijonnaise »
    ENCODED = "encoded"  # « &eacute; », « %C3%A9 », base64


class Level(StrEnum):
    """How surely a finding is the patient's own value; the surest first."""

    SURE = "sure"
    LIKELY = "likely"  # approached, or only a part of it
    DOUBTFUL = "doubtful"  # a word or a number that is also something else: its neighbours tell


KINDS: Final = tuple(str(kind) for kind in Kind)
LEVELS: Final = tuple(str(level) for level in Level)
RANK: Final = {kind: rank for rank, kind in enumerate(KINDS)}


class SensitiveString(NamedTuple):
    """One original surface with its label. Stays in memory; its `repr` tells no surface."""

    label: str
    subtype: str
    surface: str

    def __repr__(self) -> str:
        return f"SensitiveString(label='{self.label}', subtype='{self.subtype}')"


@dataclass(frozen=True, slots=True)
class Finding:
    """`text[start:end]` of the outgoing note looks like an original of that label, in the form `kind`."""

    note_id: str
    start: int
    end: int
    kind: str
    label: str
    level: str = str(Level.SURE)
