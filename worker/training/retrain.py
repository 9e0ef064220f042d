"""From gold notes to a candidate and its comparison: split, train, calibrate, judge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotation.domain.notes import Note
from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.engine.tagger.tagger import LinearTagger, Weights
from worker.training.calibrate import FOLDS, calibrated
from worker.training.evaluate import evaluate
from worker.training.figures import Figures
from worker.training.loop import EPOCHS, SEED, EpochReport, TrainingCancelled, train
from worker.training.splitting import split_by_patient


class Stage(StrEnum):
    LEARN = "learn"
    CALIBRATE = "calibrate"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Step:
    """`done` of `total` steps; `accuracy` on the training words while learning."""

    stage: Stage
    done: int
    total: int
    accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class Retrained:
    """`rules`, `before` and `after` were judged on the same `test_notes` notes."""

    weights: Weights
    train_notes: int
    test_notes: int
    rules: Figures
    before: Figures
    after: Figures


@dataclass(frozen=True, slots=True)
class Watch:
    """What the caller wants to know and may ask."""

    on_step: Callable[[Step], None] = lambda step: None
    is_cancelled: Callable[[], bool] = lambda: False

    def check(self) -> None:
        if self.is_cancelled():
            raise TrainingCancelled


def learn(
    notes: Sequence[Note],
    *,
    epochs: int = EPOCHS,
    seed: int = SEED,
    watch: Watch,
    steps_after: int = 0,
) -> Weights:
    """Trained and calibrated weights. Raises TrainingCancelled."""
    total = epochs + FOLDS + steps_after

    def after_epoch(report: EpochReport) -> None:
        watch.on_step(Step(Stage.LEARN, report.epoch, total, report.accuracy))

    weights = train(
        notes, epochs=epochs, seed=seed, on_progress=after_epoch, is_cancelled=watch.is_cancelled
    )
    return calibrated(
        weights,
        notes,
        epochs=epochs,
        seed=seed,
        on_fold=lambda fold: watch.on_step(Step(Stage.CALIBRATE, epochs + fold, total)),
        is_cancelled=watch.is_cancelled,
    )


def retrain(
    notes: Sequence[Note],
    *,
    rules: Detector,
    in_service: Detector,
    watch: Watch,
    epochs: int = EPOCHS,
    seed: int = SEED,
) -> Retrained:
    """Trains on nine patients of ten and judges on the others: the rules alone, the engine in
    service, and the rules with the candidate.

    Raises TooFewNotesError or TrainingCancelled.
    """
    split = split_by_patient(notes, seed=seed)
    weights = learn(split.train, epochs=epochs, seed=seed, watch=watch, steps_after=1)
    candidate = HybridDetector(rules, LinearTagger(weights, "candidate"))
    judged = [evaluate(d, split.test, watch.check) for d in (rules, in_service, candidate)]
    done = epochs + FOLDS + 1
    watch.on_step(Step(Stage.JUDGE, done, done))
    return Retrained(weights, len(split.train), len(split.test), *judged)
