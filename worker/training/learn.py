"""Fine-tunes one network on one part of the notes, chooses its epoch and its settings on another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import torch

from annotation.domain.ner_metrics import TOTAL, NerReport
from annotation.domain.notes import Note
from worker.engine.detector import Model
from worker.engine.encoder import network as networks
from worker.engine.encoder.arrays import F32
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import (
    LEARNED,
    WELL_FORMED,
    Settings,
    is_model,
    read_settings,
    write_settings,
)
from worker.engine.encoder.pieces import PieceEncoder, copy_tokenizer
from worker.engine.encoder.sources import keep_licence
from worker.engine.encoder.transitions import table_of, write_table
from worker.training import transitions
from worker.training.calibration import ENOUGH_NOTES, calibrated
from worker.training.encoder import assess, checkpoint
from worker.training.encoder.backbones import from_backbone, require_room
from worker.training.encoder.loop import Hooks, Progress, Trainer
from worker.training.encoder.recipe import Recipe
from worker.training.plan import EpochFigures, Plan, Stage, Step, Watch
from worker.training.replay import replay_count, replayed
from worker.training.splitting import Parts

# Fewer notes tell one epoch from the next by chance: all are run, the learning rate falls to its end, and the
# last one counts.
ENOUGH_TO_CHOOSE: Final = 10


@dataclass(frozen=True, slots=True)
class Learnt:
    """The chosen epoch's network with its settings; `kept` is that epoch's row of `epochs`. `table`: learned
    transitions, None for the shape of BIOES alone."""

    trainer: Trainer
    encoder: PieceEncoder
    settings: Settings
    epochs: tuple[EpochFigures, ...]
    kept: EpochFigures
    table: F32 | None = None

    def save(self, folder: Path, source: str | Path) -> None:
        """Writes a model's directory; the tokenizer comes from `source`."""
        networks.save(self.trainer.network, folder)
        copy_tokenizer(source, folder)
        write_settings(folder, self.settings)
        keep_licence(Path(source), folder)
        if self.table is not None:
            write_table(folder, self.table)

    def detector(self) -> EncoderDetector:
        """The network as it is now, without the disk."""
        trainer = self.trainer
        network, encoder = trainer.network, self.encoder
        return assess.detector_of(network, encoder, self.settings, trainer.device, self.table)


def learn(parts: Parts, plan: Plan, watch: Watch) -> Learnt:
    """`parts.test` is not looked at. Raises TrainingCancelled."""
    encoder = PieceEncoder.of(plan.start)
    settings = _settings(plan)
    torch.manual_seed(plan.recipe.seed)  # fresh heads are drawn
    log = checkpoint.EpochLog(plan.work)
    finished: list[EpochFigures] = []

    def on_progress(progress: Progress) -> None:
        watch.on_step(Step(Stage.LEARN, tuple(finished), progress))

    hooks = Hooks(on_progress, watch.is_cancelled)
    network, notes_of = _network(plan.start), _Lessons(parts.train, plan.recipe)
    require_room(network.backbone, encoder, plan.recipe.max_length, Path(plan.start).name)
    trainer = Trainer(network, encoder, notes_of, plan.recipe, plan.device, hooks)
    finished += [EpochFigures(**row) for row in checkpoint.resume(trainer, plan.work)]
    may_choose = len(parts.validation) >= ENOUGH_TO_CHOOSE
    while trainer.epoch < plan.recipe.epochs and not (
        may_choose and _has_stalled(finished, plan.recipe)
    ):
        loss = trainer.run_epoch()
        scored = assess.score(
            network, encoder, settings, parts.validation, watch.check, plan.device
        )
        finished.append(_figures(trainer.epoch, loss, assess.judge(scored, settings)))
        log.write(finished)
        checkpoint.save(trainer, plan.work, is_best=not may_choose or _is_best(finished))
    watch.on_step(Step(Stage.CALIBRATE, tuple(finished)))
    checkpoint.restore_best(trainer, plan.work)
    chosen = _calibrated(trainer, encoder, settings, parts.validation, plan, watch)
    kept = max(finished, key=lambda row: row.f1) if may_choose else finished[-1]
    table = (
        _table(trainer, encoder, chosen, parts.train, watch) if plan.learns_transitions else None
    )
    return Learnt(trainer, encoder, chosen, tuple(finished), kept, table)


def starting_model(plan: Plan) -> Model | None:
    """What the training began with, to compare; None for a backbone, which knows no names."""
    path = Path(plan.start)
    if not is_model(path):
        return None
    network = networks.load(path).to(plan.device)
    settings, encoder = read_settings(path), PieceEncoder.of(path)
    return assess.detector_of(network, encoder, settings, plan.device, table_of(path, settings))


@dataclass(frozen=True, slots=True)
class _Lessons:
    """The notes of an epoch: the project's, and generated ones as the recipe says."""

    notes: Sequence[Note]
    recipe: Recipe

    def __call__(self, epoch: int) -> Iterator[Note]:
        yield from self.notes
        count = replay_count(len(self.notes), self.recipe.replay)
        yield from replayed(epoch, self.recipe.seed, count)


def _calibrated(
    trainer: Trainer,
    encoder: PieceEncoder,
    settings: Settings,
    notes: Sequence[Note],
    plan: Plan,
    watch: Watch,
) -> Settings:
    """A model that goes on keeps its settings unless enough notes judge, and then masks no less than before."""
    goes_on = is_model(Path(plan.start))
    if goes_on and len(notes) < ENOUGH_NOTES:
        return settings
    scored = assess.score(trainer.network, encoder, settings, notes, watch.check, plan.device)
    floor = None
    if goes_on:
        start = networks.load(Path(plan.start)).to(plan.device)
        known = assess.score(start, encoder, settings, notes, watch.check, plan.device)
        floor = assess.judge(known, settings).redaction.recall
    return calibrated(scored, settings, floor)


def _table(
    trainer: Trainer,
    encoder: PieceEncoder,
    settings: Settings,
    notes: Sequence[Note],
    watch: Watch,
) -> F32:
    """On the notes that taught the network. The threshold was chosen without the table: the gate judges both."""
    scored = assess.score(trainer.network, encoder, settings, notes, watch.check, trainer.device)
    temperature, device = settings.temperature, trainer.device
    return transitions.learned(scored, temperature, device=device, check=watch.check)


def _has_stalled(finished: Sequence[EpochFigures], recipe: Recipe) -> bool:
    if not finished:
        return False
    scores = [row.f1 for row in finished]
    return len(scores) - 1 - scores.index(max(scores)) >= recipe.patience


def _is_best(finished: Sequence[EpochFigures]) -> bool:
    """Whether the last epoch is the first of the best ones."""
    return all(row.f1 < finished[-1].f1 for row in finished[:-1])


def _settings(plan: Plan) -> Settings:
    path = Path(plan.start)
    known = read_settings(path) if is_model(path) else Settings(window=plan.recipe.max_length)
    decoding = LEARNED if plan.learns_transitions else WELL_FORMED
    return replace(known, name=plan.name, merge=plan.merge or known.merge, decoding=decoding)


def _network(start: str | Path) -> networks.EncoderTagger:
    path = Path(start)
    return networks.load(path) if is_model(path) else from_backbone(start)


def _figures(epoch: int, loss: float, report: NerReport) -> EpochFigures:
    by_label = {name: round(s.f1, 4) for name, s in sorted(report.strict.items()) if name != TOTAL}
    total = report.strict[TOTAL].f1 if TOTAL in report.strict else 0.0
    redacted = round(report.redaction.recall, 4)
    corrections = round(report.corrections_a_note, 3)
    return EpochFigures(epoch, round(loss, 5), round(total, 4), redacted, by_label, corrections)
