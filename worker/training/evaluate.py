"""What an engine masks on notes that nobody trained on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from annotation.domain import ner_metrics
from annotation.domain.ner_metrics import Annotated, NerReport
from annotation.domain.notes import Note
from worker.engine.detector import Detector
from worker.training.figures import Figures, LabelFigures
from worker.training.judged import JudgedNote, judged_note


@dataclass(frozen=True, slots=True)
class Judged:
    """The totals of an engine, and each note by itself in the order of the notes."""

    figures: Figures
    notes: tuple[JudgedNote, ...]


def evaluate(
    detector: Detector, notes: Sequence[Note], check: Callable[[], None] = lambda: None
) -> Judged:
    """`check` is called before each note and may raise. Metrics: annotation.domain.ner_metrics."""
    judged: list[JudgedNote] = []

    def annotated() -> Iterator[Annotated]:
        for note in notes:
            check()
            [found] = detector.detect([note.text], [note.patient])
            judged.append(judged_note(note, found))
            yield Annotated(note.text, note.entities, found)

    figures = _figures(detector.version, ner_metrics.evaluate(annotated()))
    return Judged(figures, tuple(judged))


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
        corrections=report.corrections,
    )
