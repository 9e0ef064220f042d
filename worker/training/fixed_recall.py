"""What a candidate leaves to correct where it masks as much as the engine in service: two engines at two recalls can't be
compared by the annotator's work alone, for masking more always costs some."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from annotation.domain.notes import Note as Gold
from worker.engine.detector import Detector
from worker.engine.hybrid import merged
from worker.engine.note import Note
from worker.training.bootstrap import Interval
from worker.training.encoder.assess import THRESHOLDS
from worker.training.evaluation import figure_of, word_row
from worker.training.judged import JudgedNote, judged_note
from worker.training.learn import Learnt

LOWER: Final = (
    0.02,
    0.05,
    0.1,
    0.2,
    0.3,
    0.4,
)  # a better candidate may mask as much far below the usual ones


@dataclass(frozen=True, slots=True)
class FixedRecall:
    """At the lowest `threshold` where it masks at least as many identifying words."""

    threshold: float
    redacted: Interval
    corrections: Interval

    def to_json(self) -> dict[str, Any]:
        return {
            "threshold": self.threshold,
            "redacted": self.redacted.to_json(),
            "corrections": self.corrections.to_json(),
        }


def at_recall_of(
    before: Sequence[JudgedNote],
    notes: Sequence[Gold],
    rules: Detector,
    learnt: Learnt,
    check: Callable[[], None] = lambda: None,
) -> FixedRecall | None:
    """`before`: the same notes as the engine in service read them. None if the candidate masks fewer at every threshold.
    A higher threshold masks no less, so few of them are tried."""
    read_at = cache(_Read(notes, rules, learnt, check).at)
    thresholds = (*LOWER, *THRESHOLDS)
    wanted = sum(note.redacted for note in before)
    place = bisect_left(thresholds, wanted, key=lambda t: sum(n.redacted for n in read_at(t)))
    if place == len(thresholds):
        return None
    rows = [word_row(note) for note in read_at(thresholds[place])]
    return FixedRecall(
        thresholds[place], figure_of(rows, "redacted"), figure_of(rows, "corrections")
    )


class _Read:
    """The notes with what rules and network say of them, read once; the threshold comes last."""

    def __init__(
        self, notes: Sequence[Gold], rules: Detector, learnt: Learnt, check: Callable[[], None]
    ) -> None:
        self._model, self._merge, self._check = learnt.detector(), learnt.settings.merge, check
        left_out = set(learnt.settings.left_out)
        self._notes = []
        for note in notes:
            check()
            [found] = rules.detect([note.text], [note.patient])
            kept = [span for span in found if span.source not in left_out]
            self._notes.append((note, kept, self._model.scored(note.text)))

    def at(self, threshold: float) -> list[JudgedNote]:
        found = []
        for note, kept, scored in self._notes:
            self._check()
            reading = self._model.decoded(scored, threshold)
            found.append(judged_note(note, merged(Note(note.text, kept), reading, self._merge)))
        return found
