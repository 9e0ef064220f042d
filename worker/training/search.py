"""Searches the parameters of a training (Optuna's TPE, Akiba et al. 2019): resumable, several workers at once.

The three of Tchouka et al. 2023 (epochs, window, batch), the learning rate on choice. What is tried is judged on
the notes kept for validation, never on those kept for tests; a trial that lags behind the median of the others at
the same epoch is given up.
"""

import shutil
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, Trial, TrialState

from worker.training.encoder.loop import DivergedError
from worker.training.encoder.recipe import Recipe
from worker.training.learn import learn
from worker.training.plan import Plan, Stage, Step, Watch
from worker.training.splitting import Parts

EPOCHS: Final = (2, 30)  # at most twice the usual ones: a model that goes on is tried up to 10
MAX_LENGTHS: Final = (64, 128, 256)
BATCH_SIZES: Final = (8, 16, 32, 64)
LEARNING_RATES: Final = (1e-5, 3e-4)
_DONE: Final = (TrialState.COMPLETE, TrialState.PRUNED)
ENDED: Final = frozenset(state.name.lower() for state in _DONE)  # of a row
_STALE_SECONDS: Final = 3600.0  # a trial whose worker said nothing for so long is dead
_BEAT: Final = "beat"
_BEAT_SECONDS: Final = 60.0
_TELL_SECONDS: Final = 1.0
_FEW: Final = 4


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One trial: `value` is the F1 of the epoch that a training would keep, of one that was given up the best so
    far; None before its first epoch."""

    number: int
    state: str
    value: float | None
    params: dict[str, float]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "state": self.state,
            "value": self.value,
            "params": self.params,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class Doing:
    """What this worker is at: `step` of the trial of that number, None before its first batch."""

    number: int
    step: Step | None = None

    @property
    def share(self) -> float:
        """Of the trial, if all its epochs are run.

        Example: half of the second of four epochs is behind → 0.375."""
        if self.step is None:
            return 0.0
        if self.step.progress is None:
            return 1.0  # all that is left is to choose and to judge
        progress = self.step.progress
        return (progress.epoch - 1 + progress.step / progress.steps) / progress.epochs


OnTrials = Callable[[Sequence[TrialRow], Doing | None], None]


@dataclass(frozen=True, slots=True)
class Order:
    """`trials` in all, those of earlier runs and of other workers included; each other worker may end one more.
    `most_epochs`: of a trial, None for as many as its start needs."""

    trials: int
    with_learning_rate: bool = False
    most_epochs: int | None = None

    def epochs(self, usual: Recipe) -> tuple[int, int]:
        """The least and the most that a trial runs.

        Example: of a start that usually learns for 5 epochs, 2 and 10; with `most_epochs` 3, 2 and 3."""
        most = self.most_epochs or min(EPOCHS[1], 2 * usual.epochs)
        return min(EPOCHS[0], most), most


@dataclass(frozen=True, slots=True)
class Found:
    """`importance` of each parameter, shares of 1; empty while too few trials ended."""

    recipe: Recipe
    rows: tuple[TrialRow, ...]
    importance: dict[str, float]


def search(
    parts: Parts,
    plan: Plan,
    order: Order,
    journal: Path,
    watch: Watch,
    on_trials: OnTrials = lambda rows, doing: None,
    *,
    is_alone: bool = False,
) -> Found:
    """Goes on with the trials that `journal` holds. `plan.recipe` says what is not searched. `on_trials` hears of each
    trial that begins or ends, and within one once a second. `is_alone`: no other worker is on it, so what the journal
    says to run was killed.

    Raises TrainingCancelled; what was tried until then stays in the journal.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = open_study(journal, plan.recipe.seed)
    _bury(study, 0.0 if is_alone else _STALE_SECONDS)
    while len(study.get_trials(deepcopy=False, states=_DONE)) < order.trials:
        watch.check()
        trial = study.ask()
        recipe = recipe_of(trial, plan.recipe, order)
        own = replace(plan, work=plan.work / f"trial-{trial.number}", recipe=recipe)
        try:
            _run(study, trial, parts, own, _telling(study, trial, watch, on_trials))
        finally:
            on_trials(rows_of(study), None)
    return Found(_best(study, plan.recipe), tuple(rows_of(study)), importance_of(study))


def open_study(journal: Path, seed: int) -> optuna.Study:
    """The study of this file, a new one if there is none."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    done = journal.exists()
    return optuna.create_study(
        storage=JournalStorage(JournalFileBackend(str(journal))),
        study_name="ner",
        direction="maximize",
        # a study that goes on draws otherwise than the one that began: else it would repeat its trials
        sampler=optuna.samplers.TPESampler(seed=None if done else seed % 2**32, multivariate=False),
        pruner=optuna.pruners.MedianPruner(n_startup_trials=4, n_warmup_steps=2),
        load_if_exists=True,
    )


def _run(study: optuna.Study, trial: Trial, parts: Parts, plan: Plan, watch: Watch) -> None:
    try:
        learnt = learn(parts, plan, _watched(trial, watch))
        study.tell(trial, learnt.kept.f1)
    except (optuna.TrialPruned, DivergedError):
        study.tell(trial, state=TrialState.PRUNED)
    except BaseException:
        study.tell(trial, state=TrialState.FAIL)
        raise
    finally:
        shutil.rmtree(plan.work, ignore_errors=True)


def _telling(study: optuna.Study, trial: Trial, watch: Watch, on_trials: OnTrials) -> Watch:
    """Tells of the trial while it runs."""
    told, told_at = (Stage.LEARN, 0), time.monotonic()

    def on_step(step: Step) -> None:
        nonlocal told, told_at
        watch.on_step(step)
        place = (step.stage, len(step.epochs))
        if place == told and time.monotonic() - told_at < _TELL_SECONDS:
            return
        told, told_at = place, time.monotonic()
        on_trials(rows_of(study), Doing(trial.number, step))

    on_trials(rows_of(study), Doing(trial.number))
    return Watch(on_step, watch.is_cancelled)


def _watched(trial: Trial, watch: Watch) -> Watch:
    """Says that it lives, reports each finished epoch and gives up when the pruner says so."""
    told, beat_at = 0, time.monotonic()

    def on_step(step: Step) -> None:
        nonlocal told, beat_at
        for row in step.epochs[told:]:
            trial.report(row.f1, row.epoch)
        is_new = len(step.epochs) > told
        # within an epoch too: it may last longer than another worker waits before it buries the trial
        if is_new or time.monotonic() - beat_at >= _BEAT_SECONDS:
            beat_at = time.monotonic()
            trial.set_user_attr(_BEAT, time.time())
        told = len(step.epochs)
        watch.on_step(step)
        if is_new and trial.should_prune():
            raise optuna.TrialPruned

    return Watch(on_step, watch.is_cancelled)


def recipe_of(trial: Trial, usual: Recipe, order: Order) -> Recipe:
    """What this trial tries."""
    batch = int(trial.suggest_categorical("batch_size", BATCH_SIZES) or usual.batch_size)
    rate = usual.learning_rate
    if order.with_learning_rate:
        rate = trial.suggest_float("learning_rate", *LEARNING_RATES, log=True)
    return replace(
        usual,
        epochs=trial.suggest_int("epochs", *order.epochs(usual)),
        max_length=int(trial.suggest_categorical("max_length", MAX_LENGTHS) or usual.max_length),
        batch_size=batch,
        micro_batch=min(usual.micro_batch, batch),
        learning_rate=rate,
    )


def _best(study: optuna.Study, usual: Recipe) -> Recipe:
    if not study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
        return usual
    params = study.best_params
    return replace(usual, micro_batch=min(usual.micro_batch, params["batch_size"]), **params)


def rows_of(study: optuna.Study) -> list[TrialRow]:
    """In the order in which they began."""
    return [_row(trial) for trial in study.get_trials(deepcopy=False)]


def _row(trial: FrozenTrial) -> TrialRow:
    values = trial.intermediate_values.values()
    value = trial.value if trial.state is TrialState.COMPLETE else max(values, default=None)
    seconds = _seconds(trial)
    params = {name: float(told) for name, told in trial.params.items()}
    shown = None if value is None else round(value, 4)
    return TrialRow(trial.number, trial.state.name.lower(), shown, params, round(seconds, 1))


def _seconds(trial: FrozenTrial) -> float:
    """Of one that runs: until now."""
    if trial.datetime_start is None:
        return 0.0
    end = trial.datetime_complete.timestamp() if trial.datetime_complete else time.time()
    return end - trial.datetime_start.timestamp()


def importance_of(study: optuna.Study) -> dict[str, float]:
    """Of each parameter that every trial tried (PED-ANOVA, Watanabe et al. 2023); empty for fewer than four
    ended trials."""
    ended = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    if len(ended) < _FEW:
        return {}
    shared = sorted(set.intersection(*(set(trial.params) for trial in ended)))
    evaluator = optuna.importance.PedAnovaImportanceEvaluator()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of few trials: the page shows how many there are
        found = optuna.importance.get_param_importances(study, evaluator=evaluator, params=shared)
    return {name: round(value, 3) for name, value in found.items()}


def _bury(study: optuna.Study, stale: float) -> None:
    """Trials whose workers said nothing for `stale` seconds were killed: they count as failed, others take their place."""
    now = time.time()
    for trial in study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
        began = trial.datetime_start.timestamp() if trial.datetime_start else 0.0
        if now - float(trial.user_attrs.get(_BEAT, began)) >= stale:
            study.tell(trial.number, state=TrialState.FAIL)
