"""The figures by which two engines are compared; plain numbers, stored with a model version."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """Strict entity scores of one label (same bounds, same label)."""

    precision: float
    recall: float
    f1: float
    gold: int
    predicted: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of words (tokens) and the shares that follow from them.

    `identifying` gold words, of which `redacted` are masked whatever the label; `false_alarms`
    words are masked though gold says nothing; `notes_fully_redacted` have no word left;
    `corrections` are the spans that an annotator would add, remove or change (None in figures of
    before 2026-11-23).
    """

    engine: str
    notes: int
    tokens: int
    identifying: int
    redacted: int
    notes_fully_redacted: int
    false_alarms: int
    entity_f1: float
    labels: dict[str, LabelFigures]
    corrections: int | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Figures":
        """The inverse of `to_json`. Raises KeyError or TypeError on anything else."""
        labels = {name: LabelFigures(**row) for name, row in data["labels"].items()}
        return cls(**{**data, "labels": labels})

    @property
    def redacted_share(self) -> float:
        return self.redacted / self.identifying if self.identifying else 1.0

    @property
    def fully_redacted_share(self) -> float:
        return self.notes_fully_redacted / self.notes if self.notes else 1.0

    @property
    def false_alarms_per_1000(self) -> float:
        return 1000 * self.false_alarms / self.tokens if self.tokens else 0.0

    @property
    def corrections_a_note(self) -> float | None:
        if self.corrections is None:
            return None
        return self.corrections / self.notes if self.notes else 0.0
