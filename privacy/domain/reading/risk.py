"""How many identifying strings are expected to be left in a note of an export: a number to rank by, not a promise."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from annotation.domain.notes import Note
from privacy.domain.substitute import SubstitutedNote

# Rough chances, of the order that benches show: they rank notes, and no figure that leaves is made of them.
_BY_LEVEL: Final = {"sure": 0.9, "likely": 0.5, "doubtful": 0.1}
_MISSED_CHECKED: Final = (
    0.002  # a neighbour that nobody marked, for each entity of a note that a person has validated
)
_MISSED_UNCHECKED: Final = 0.02
_UNSURE: Final = 0.2  # of 1 - score, for each entity that no person has validated
_BY_WARNING: Final = 0.05
_BY_CHARACTER: Final = 0.00001


class Reason(StrEnum):
    """What makes a note risky."""

    LEAK = "leak"
    UNCHECKED = "unchecked"
    UNSURE = "unsure"
    WARNING = "warning"
    DENSE = "dense"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class NoteRisk:
    """`reasons`: the strongest first."""

    public_id: str
    risk: float
    reasons: tuple[Reason, ...]


def risk_of(
    note: Note, written: SubstitutedNote, levels: Iterable[str], *, is_checked: bool
) -> NoteRisk:
    """`levels`: how sure the leak scan is of each of its findings in the note; `is_checked`: a person validated it.

    Ten entities that a person validated and no finding: 0.02, because it is dense. One sure finding: 0.9 more.
    """
    entities = len(note.entities)
    unsure = 0.0 if is_checked else sum(1 - span.score for span in note.entities)
    parts = {
        Reason.LEAK: sum(_BY_LEVEL.get(level, _BY_LEVEL["sure"]) for level in levels),
        Reason.UNCHECKED: 0.0 if is_checked else _MISSED_UNCHECKED * (entities + 1),
        Reason.UNSURE: _UNSURE * unsure,
        Reason.WARNING: _BY_WARNING * sum(bool(one.warning) for one in written.replacements),
        Reason.DENSE: _MISSED_CHECKED * entities if is_checked else 0.0,
        Reason.LONG: _BY_CHARACTER * len(note.text),
    }
    reasons = sorted((reason for reason in parts if parts[reason]), key=lambda r: -parts[r])
    return NoteRisk(written.note_id, round(sum(parts.values()), 6), tuple(reasons[:3]))
