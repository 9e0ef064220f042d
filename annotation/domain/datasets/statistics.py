"""What a data set holds, counted in one pass."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from annotation.domain.notes import Note

# Upper limits, included, of the classes of length; the last class has none.
NOTE_LENGTHS: Final = (500, 1_000, 2_000, 4_000, 8_000, 16_000)  # characters
SPAN_LENGTHS: Final = (2, 5, 10, 20, 40, 80)  # characters


@dataclass(slots=True)
class Statistics:
    """Counts by part (``train``…), label, sub-type, document type and class of length."""

    notes: Counter[str] = field(default_factory=Counter)
    spans: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    subtypes: Counter[str] = field(default_factory=Counter)
    labels_by_part: Counter[tuple[str, str]] = field(default_factory=Counter)
    types_by_part: Counter[tuple[str, str]] = field(default_factory=Counter)
    note_lengths: Counter[int] = field(default_factory=Counter)
    span_lengths: Counter[int] = field(default_factory=Counter)
    characters: int = 0
    without_entities: int = 0
    overlapping: int = 0
    patients: dict[str, str] = field(default_factory=dict)

    def add(self, note: Note, part: str) -> None:
        self.notes[part] += 1
        self.spans[part] += len(note.entities)
        self.types_by_part[note.meta.get("type", ""), part] += 1
        self.characters += len(note.text)
        self.note_lengths[length_class(len(note.text), NOTE_LENGTHS)] += 1
        self.without_entities += not note.entities
        self.patients[note.patient.id or f"n:{note.id}"] = part
        last = 0
        for span in sorted(note.entities):
            self.labels[span.label] += 1
            self.subtypes[f"{span.label}/{span.subtype}"] += 1
            self.labels_by_part[span.label, part] += 1
            self.span_lengths[length_class(span.length, SPAN_LENGTHS)] += 1
            self.overlapping += span.start < last
            last = max(last, span.end)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers with text keys."""
        return {
            "notes": dict(self.notes),
            "spans": dict(self.spans),
            "patients": dict(Counter(self.patients.values())),
            "labels": dict(sorted(self.labels.items())),
            "subtypes": dict(sorted(self.subtypes.items())),
            "labels_by_part": _nested(self.labels_by_part),
            "types_by_part": _nested(self.types_by_part),
            "note_lengths": [self.note_lengths[i] for i in range(len(NOTE_LENGTHS) + 1)],
            "span_lengths": [self.span_lengths[i] for i in range(len(SPAN_LENGTHS) + 1)],
            "characters": self.characters,
            "without_entities": self.without_entities,
            "overlapping": self.overlapping,
        }


def length_class(length: int, limits: tuple[int, ...]) -> int:
    """Index of the first limit that `length` does not exceed."""
    return next((i for i, limit in enumerate(limits) if length <= limit), len(limits))


def _nested(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    rows: dict[str, dict[str, int]] = {}
    for (row, column), count in sorted(counts.items()):
        rows.setdefault(row, {})[column] = count
    return rows
