"""What the leak scan looks for, what it finds, and the names of the twelve forms."""

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
    DIGITS = "digits"  # the same digits with other separators or prefixes
    DATE = "date"  # the same day in another written form
    SPLIT = "split"  # over two lines
    LETTERS = "letters"  # « D U R A N D »
    INITIALS = "initials"
    REVERSED = "reversed"
    FUZZY = "fuzzy"  # one letter more, less, other, or two swapped


KINDS: Final = tuple(str(kind) for kind in Kind)
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
