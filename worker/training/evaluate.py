"""What an engine masks on notes that nobody trained on: the figures of the models' page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotation.domain import ner_metrics
from annotation.domain.ner_metrics import Annotated, NerReport
from annotation.domain.notes import Note
from worker.engine.detector import Detector


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
    words are masked though gold says nothing; `notes_fully_redacted` have no word left.
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


def evaluate(
    detector: Detector, notes: Sequence[Note], check: Callable[[], None] = lambda: None
) -> Figures:
    """`check` is called before each note and may raise. Metrics: annotation.domain.ner_metrics."""

    def judged() -> Iterator[Annotated]:
        for note in notes:
            check()
            [found] = detector.detect([note.text], [note.patient])
            yield Annotated(note.text, note.entities, found)

    return _figures(detector.version, ner_metrics.evaluate(judged()))


def _figures(engine: str, report: NerReport) -> Figures:
    masked = report.redaction
    total = report.strict.get(ner_metrics.TOTAL, ner_metrics.Score())
    labels = {
        name: LabelFigures(
            precision=round(score.precision, 4),
            recall=round(score.recall, 4),
            f1=round(score.f1, 4),
            gold=score.gold,
            predicted=score.predicted,
        )
        for name, score in sorted(report.strict.items())
        if name != ner_metrics.TOTAL
    }
    return Figures(
        engine=engine,
        notes=report.notes,
        tokens=report.tokens,
        identifying=masked.gold,
        redacted=masked.matched_gold,
        notes_fully_redacted=report.fully_redacted_notes,
        false_alarms=masked.predicted - masked.matched_predicted,
        entity_f1=round(total.f1, 4),
        labels=labels,
    )
