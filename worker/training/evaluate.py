"""What an engine masks on notes that nobody trained on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from annotation.domain import ner_metrics
from annotation.domain.ner_metrics import Annotated, NerReport
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.training.figures import Figures, LabelFigures
from worker.training.judged import JudgedNote, judged_note
from worker.training.reliability import Reliability


@dataclass(frozen=True, slots=True)
class Judged:
    """The totals of an engine, and each note by itself in the order of the notes; `reliability` of its network, None
    where it has none."""

    figures: Figures
    notes: tuple[JudgedNote, ...]
    reliability: Reliability | None = None


def evaluate(
    detector: Detector, notes: Sequence[Note], check: Callable[[], None] = lambda: None
) -> Judged:
    """`check` is called before each note and may raise. Metrics: annotation.domain.ner_metrics."""
    judged: list[JudgedNote] = []
    reliability: Reliability | None = None

    def annotated() -> Iterator[Annotated]:
        nonlocal reliability
        for note in notes:
            check()
            found, reading = _read(detector, note)
            if reading is not None:
                reliability = reliability or Reliability()
                reliability.add(reading, note.entities)
            judged.append(judged_note(note, found))
            yield Annotated(note.text, note.entities, found)

    figures = _figures(detector.version, ner_metrics.evaluate(annotated()))
    return Judged(figures, tuple(judged), reliability)


def _read(detector: Detector, note: Note) -> tuple[list[Span], Reading | None]:
    if isinstance(detector, HybridDetector):
        return detector.read_closely(note.text, note.patient)
    [found] = detector.detect([note.text], [note.patient])
    return found, None


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
