"""From gold notes to a candidate and its comparison: split, fine-tune, calibrate, judge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

import torch

from annotation.domain.ner_metrics import TOTAL, NerReport
from annotation.domain.notes import Note
from worker.engine.detector import Detector, Model
from worker.engine.encoder import network as networks
from worker.engine.encoder.files import Settings, is_model, read_settings, write_settings
from worker.engine.encoder.pieces import PieceEncoder, copy_tokenizer
from worker.engine.hybrid import HybridDetector
from worker.training.encoder import assess, checkpoint
from worker.training.encoder.loop import Hooks, Progress, Trainer
from worker.training.encoder.recipe import Recipe
from worker.training.evaluate import evaluate
from worker.training.figures import Figures
from worker.training.splitting import Split, split_by_patient

# The most precise threshold among those that mask nearly as much as the best one.
_TOLERATED_LOSS: Final = 0.002


class Stage(StrEnum):
    LEARN = "learn"
    CALIBRATE = "calibrate"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class EpochFigures:
    """After an epoch, on the patients kept aside for early stopping; shares in [0, 1]."""

    epoch: int
    loss: float
    f1: float
    redacted: float
    f1_by_label: dict[str, float]


@dataclass(frozen=True, slots=True)
class Step:
    """`epochs` are the finished ones; `progress` says where the running one is."""

    stage: Stage
    epochs: tuple[EpochFigures, ...] = ()
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """What the caller wants to know and may ask."""

    on_step: Callable[[Step], None] = lambda step: None
    is_cancelled: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Raises TrainingCancelled."""
        Hooks(is_cancelled=self.is_cancelled).check()


@dataclass(frozen=True, slots=True)
class Plan:
    """`start` is a model's directory (its heads go on), a backbone's directory or a hub id.

    `work` keeps the checkpoint: the same plan given again goes on after the last finished epoch.
    """

    start: str | Path
    work: Path
    recipe: Recipe = field(default_factory=Recipe)
    device: str = "cpu"
    name: str = "encoder"


@dataclass(frozen=True, slots=True)
class Learnt:
    """The best epoch's network, its settings chosen on the patients kept aside."""

    trainer: Trainer
    encoder: PieceEncoder
    settings: Settings
    epochs: tuple[EpochFigures, ...]

    def save(self, folder: Path, source: str | Path) -> None:
        """Writes a model's directory; the tokenizer comes from `source`."""
        networks.save(self.trainer.network, folder)
        copy_tokenizer(source, folder)
        write_settings(folder, self.settings)


@dataclass(frozen=True, slots=True)
class Retrained:
    """`rules`, `before` and `after` were judged on the same `test_notes` notes."""

    learnt: Learnt
    train_notes: int
    test_notes: int
    rules: Figures
    before: Figures
    after: Figures


def retrain(
    notes: Sequence[Note],
    plan: Plan,
    *,
    rules: Detector,
    in_service: Detector,
    watch: Watch,
) -> Retrained:
    """Trains on nine patients of ten and judges on the others: the rules alone, the engine in
    service, and the rules with the candidate.

    Raises TooFewNotesError or TrainingCancelled.
    """
    split = split_by_patient(notes, seed=plan.recipe.seed)
    learnt = learn(split.train, plan, watch)
    watch.on_step(Step(Stage.JUDGE, learnt.epochs))
    model = _detector(learnt, plan.device)
    candidate = HybridDetector(rules, model)
    judged = [evaluate(d, split.test, watch.check) for d in (rules, in_service, candidate)]
    return Retrained(learnt, len(split.train), len(split.test), *judged)


def learn(notes: Sequence[Note], plan: Plan, watch: Watch) -> Learnt:
    """Fine-tunes with early stopping; `notes` are split once more by patient, never the judging
    ones. Raises TrainingCancelled."""
    split = _early_stopping_split(notes, plan.recipe.seed)
    encoder = PieceEncoder.of(plan.start)
    settings = _settings(plan)
    torch.manual_seed(plan.recipe.seed)  # fresh heads are drawn
    network = _network(plan.start)
    log = checkpoint.EpochLog(plan.work)
    finished = [EpochFigures(**row) for row in log.rows()]

    def on_progress(progress: Progress) -> None:
        watch.on_step(Step(Stage.LEARN, tuple(finished), progress))

    hooks = Hooks(on_progress, watch.is_cancelled)
    trainer = Trainer(network, encoder, lambda epoch: split.train, plan.recipe, plan.device, hooks)
    checkpoint.restore(trainer, plan.work)
    del finished[trainer.epoch :]  # of an epoch whose checkpoint was not written in time
    while trainer.epoch < plan.recipe.epochs and not _has_stalled(finished, plan.recipe):
        loss = trainer.run_epoch()
        scored = assess.score(network, encoder, settings, split.test, watch.check, plan.device)
        figures = _figures(trainer.epoch, loss, assess.judge(scored, settings))
        finished.append(figures)
        log.write(finished)
        is_best = finished.index(max(finished, key=lambda row: row.f1)) == len(finished) - 1
        checkpoint.save(trainer, plan.work, is_best=is_best)
    watch.on_step(Step(Stage.CALIBRATE, tuple(finished)))
    checkpoint.restore_best(trainer, plan.work)
    chosen = calibrated(trainer, encoder, settings, split.test, watch)
    return Learnt(trainer, encoder, chosen, tuple(finished))


def _detector(learnt: Learnt, device: str) -> Model:
    network = learnt.trainer.network
    return assess.detector_of(network, learnt.encoder, learnt.settings, device)


def calibrated(
    trainer: Trainer,
    encoder: PieceEncoder,
    settings: Settings,
    notes: Sequence[Note],
    watch: Watch,
) -> Settings:
    """The temperature and the recall-first threshold chosen on `notes`."""
    scored = assess.score(trainer.network, encoder, settings, notes, watch.check, trainer.device)
    settings = replace(settings, temperature=assess.best_temperature(scored))
    return replace(settings, threshold=best_threshold(assess.threshold_table(scored, settings)))


def best_threshold(table: dict[float, NerReport]) -> float:
    """Masking first: the most precise threshold within _TOLERATED_LOSS of the best recall."""
    most = max(report.redaction.recall for report in table.values())
    good = {t: r for t, r in table.items() if r.redaction.recall >= most - _TOLERATED_LOSS}
    return max(good, key=lambda t: (good[t].redaction.precision, -t))


def _early_stopping_split(notes: Sequence[Note], seed: int) -> Split:
    """Another draw than the judging one. Too few patients: the same notes do both."""
    try:
        return split_by_patient(notes, seed=seed + 1)
    except ValueError:
        return Split(tuple(notes), tuple(notes))


def _has_stalled(finished: Sequence[EpochFigures], recipe: Recipe) -> bool:
    if not finished:
        return False
    scores = [row.f1 for row in finished]
    return len(scores) - 1 - scores.index(max(scores)) >= recipe.patience


def _settings(plan: Plan) -> Settings:
    path = Path(plan.start)
    known = read_settings(path) if is_model(path) else Settings(window=plan.recipe.max_length)
    return replace(known, name=plan.name, temperature=1.0, threshold=0.5)


def _network(start: str | Path) -> networks.EncoderTagger:
    path = Path(start)
    return networks.load(path) if is_model(path) else networks.from_backbone(start)


def _figures(epoch: int, loss: float, report: NerReport) -> EpochFigures:
    by_label = {name: round(s.f1, 4) for name, s in sorted(report.strict.items()) if name != TOTAL}
    total = report.strict[TOTAL].f1 if TOTAL in report.strict else 0.0
    redacted = round(report.redaction.recall, 4)
    return EpochFigures(epoch, round(loss, 5), round(total, 4), redacted, by_label)
