"""What more notes bring, and what each type of document brings: trainings on parts of the notes, judged on the same ones.

As Tannier et al. 2024 (figures 5 and 6, table 5): a curve over the number of notes, and an ablation of document types.
Every arm is trained with several seeds, which draw its notes and its batches; arms are compared on the mean over the
seeds, note by note, by flipping signs (a paired permutation test).
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.files import replaced_when_done
from worker.engine.detector import Detector
from worker.engine.hybrid import HybridDetector
from worker.training.arms import SEEDS, Arm, Kind, arms, notes_of, type_of
from worker.training.evaluate import evaluate
from worker.training.evaluation import (
    CORRECTIONS_AT,
    difference_of,
    figure_of,
    mean_rows,
    word_row,
)
from worker.training.learn import learn
from worker.training.plan import Plan, Watch
from worker.training.splitting import Parts

F64 = NDArray[np.float64]
_FLIPS: Final = 10_000
_SEED: Final = 20240131


@dataclass(frozen=True, slots=True)
class Run:
    """One training of an arm; `rows` are `evaluation.word_row` of each judging note, in their order."""

    arm: Arm
    seed: int
    rows: tuple[tuple[float, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "size": self.arm.size,
            "without": self.arm.without,
            "seed": self.seed,
            "rows": self.rows,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Run":
        return cls(
            Arm(data["size"], data["without"]), data["seed"], tuple(map(tuple, data["rows"]))
        )


def study(
    kind: Kind,
    parts: Parts,
    plan: Plan,
    rules: Detector,
    watch: Watch,
    on_run: Callable[[int, int, Arm | None], None] = lambda done, total, arm: None,
    seeds: int = SEEDS,
) -> list[Run]:
    """Goes on after the runs that `plan.work` holds. `on_run` is told how many there are, of how many, and which arm is
    trained next; None at the end. Raises TrainingCancelled."""
    wanted = [
        (arm, seed)
        for arm in arms(kind, [type_of(note) for note in parts.train])
        for seed in range(seeds)
    ]
    journal = plan.work / "study.json"
    found = _read(journal)
    done = {(run.arm, run.seed) for run in found}
    for arm, seed in wanted:
        on_run(len(found), len(wanted), arm)
        if (arm, seed) in done:
            continue
        watch.check()
        found.append(_run(arm, seed, parts, plan, rules, watch))
        _write(journal, found)
    on_run(len(found), len(wanted), None)
    return found


def _run(arm: Arm, seed: int, parts: Parts, plan: Plan, rules: Detector, watch: Watch) -> Run:
    folder = plan.work / f"arm-{arm.size}-{seed}"
    own = replace(plan, work=folder, recipe=replace(plan.recipe, seed=plan.recipe.seed + seed))
    chosen = replace(parts, train=tuple(notes_of(arm, parts.train, seed)))
    try:
        learnt = learn(chosen, own, Watch(is_cancelled=watch.is_cancelled))
        settings = learnt.settings
        hybrid = HybridDetector(rules, learnt.detector(), settings.left_out, settings.merge)
        judged = evaluate(hybrid, parts.test, watch.check)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # an arm that was cut off begins anew
    return Run(arm, seed, tuple(word_row(note) for note in judged.notes))


def _read(journal: Path) -> list[Run]:
    """Empty where there is none, or one that lost its content with the machine's power."""
    try:
        return [Run.from_json(row) for row in json.loads(journal.read_text(encoding="utf-8"))]
    except (FileNotFoundError, ValueError):
        return []


def _write(journal: Path, runs: Sequence[Run]) -> None:
    journal.parent.mkdir(parents=True, exist_ok=True)
    with replaced_when_done(journal) as stream:
        json.dump([run.to_json() for run in runs], stream)


def summary(kind: Kind, runs: Sequence[Run]) -> list[dict[str, Any]]:
    """A row an arm: its figures with intervals, and how it differs from the arm before it (a curve) or from the one
    with all types (an ablation): the change of corrections a note, its interval, and p of the paired test."""
    means = dict(_means(runs))
    order = list(means)
    rows = []
    for place, arm in enumerate(order):
        other = None if place == 0 else order[place - 1 if kind is Kind.CURVE else 0]
        told: dict[str, Any] = {"size": arm.size, "without": arm.without}
        told["redacted"] = figure_of(means[arm], "redacted").to_json()
        told["corrections"] = figure_of(means[arm], "corrections").to_json()
        told["seeds"] = [round(_mean(run), 3) for run in runs if run.arm == arm]
        if other is not None:
            told["change"] = difference_of(means[other], means[arm], "corrections").to_json()
            gap = (
                np.array(means[arm])[:, CORRECTIONS_AT] - np.array(means[other])[:, CORRECTIONS_AT]
            )
            told["p"] = round(sign_flip(gap), 4)
        rows.append(told)
    return rows


def _means(runs: Sequence[Run]) -> Iterator[tuple[Arm, list[tuple[float, ...]]]]:
    """Each arm's rows, mean over the seeds."""
    for arm in dict.fromkeys(run.arm for run in runs):
        yield arm, mean_rows([run.rows for run in runs if run.arm == arm])


def _mean(run: Run) -> float:
    """Corrections a note."""
    return float(np.mean([row[CORRECTIONS_AT] for row in run.rows]))


def sign_flip(gaps: F64) -> float:
    """p, two-sided, of a mean as far from 0 when the signs are drawn: 1 when nothing differs.

    Example, four notes that all lose one correction: 2 of the 16 draws of signs are as far, p = 1/8.
    """
    told = gaps[gaps != 0]
    if not len(told):
        return 1.0
    seen = abs(float(told.sum())) - 1e-9
    if len(told) <= 13:  # all of them
        signs = 1.0 - 2.0 * ((np.arange(2 ** len(told))[:, None] >> np.arange(len(told))) & 1)
        return float((np.abs(signs @ told) >= seen).mean())
    draw = np.random.default_rng(_SEED)
    signs = draw.choice((-1.0, 1.0), size=(_FLIPS, len(told)))
    return float(((np.abs(signs @ told) >= seen).sum() + 1) / (_FLIPS + 1))
