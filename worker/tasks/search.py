"""Job "search_ner": the parameters of a training, tried one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from deidweb.jobs.models import Job
from worker.engine.encoder.files import ModelFilesError, is_model
from worker.selectors.engines import training_device
from worker.selectors.searches import study_of, workers_of
from worker.selectors.training_notes import marked_notes
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.pace import Counting
from worker.tasks.train import RECIPES
from worker.tasks.training_progress import throttled
from worker.tasks.training_snapshot import training_snapshot
from worker.tasks.work_folders import shared_folder, work_folder
from worker.training.encoder.loop import DivergedError, TrainingCancelled
from worker.training.plan import Plan, Watch
from worker.training.search import ENDED, Doing, Found, OnTrials, Order, TrialRow, search
from worker.training.splitting import Parts, TooFewNotesError

_STEPS: Final = 100  # of a trial, as the bar counts


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"start": a key of `training_starts`, "trials": 20, "learning_rate": true}``, the last whether it
    is searched; ``"search"``: the job that began the search, for one more worker on it. An attempt that goes on keeps
    what was tried; a stop keeps it in the job's details."""
    try:
        found = _search(context, shared_folder(context.job))
    except (JobCancelled, JobRefused):
        _tidy(context.job)
        raise
    _tidy(context.job)
    total = _STEPS * int(context.job.payload["trials"])
    context.progress(total, total, "", _details(found.rows, found))
    return {"trials": len(found.rows)}


def _tidy(job: Job) -> None:
    """Who leaves last takes the shared folder along."""
    own, shared = work_folder(job), shared_folder(job)
    if not _has_others(job):
        gone = [own, shared]
    elif own == shared:
        gone = list(own.glob("trial-*"))
    else:
        gone = [own]
    for folder in gone:
        shutil.rmtree(folder, ignore_errors=True)


def _has_others(job: Job) -> bool:
    """Whether more workers are on its search."""
    return workers_of(job.project, study_of(job)).exclude(pk=job.pk).exists()


def _search(context: JobContext, shared: Path) -> Found:
    """`shared`: what all workers of the search have in common, their notes and their journal."""
    job = context.job
    if not shared.exists() and study_of(job) != str(job.pk):
        _refuse_late(job)
    order = Order(int(job.payload["trials"]), bool(job.payload.get("learning_rate", True)))
    try:
        start = folder_of_start(job.project, str(job.payload.get("start", "")))
        snapshot = training_snapshot(context, shared)
        plan = Plan(
            start, work_folder(job), replace(RECIPES[is_model(start)]), training_device(), "essai"
        )
        watch = Watch(is_cancelled=throttled(context.is_cancelled))
        parts = Parts.of(marked_notes(snapshot))

        report = _reporting(context, order.trials)
        is_alone = not _has_others(job)
        return search(parts, plan, order, shared / "journal", watch, report, is_alone=is_alone)
    except (UnknownStartError, TooFewNotesError, ModelFilesError, DivergedError) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None


def _reporting(context: JobContext, trials: int) -> OnTrials:
    """Progress in hundredths of a trial: the first may last an hour."""
    counting = Counting()

    def report(rows: Sequence[TrialRow], doing: Doing | None) -> None:
        ended = sum(row.state in ENDED for row in rows)
        done = round(_STEPS * (ended + (doing.share if doing else 0.0)))
        total = _STEPS * trials
        told = {**_details(rows), **counting.of(done)}
        context.progress(min(done, total), total, _sentence(doing, ended, trials), told)

    return report


def _sentence(doing: Doing | None, ended: int, trials: int) -> str:
    told: dict[str, Any] = {"ended": ended, "trials": trials}
    if doing is None:
        return _("essais finis : %(ended)d sur %(trials)d") % told
    told["number"] = doing.number + 1
    if doing.step is None:
        return (
            _("essai n° %(number)d, préparation ; essais finis : %(ended)d sur %(trials)d") % told
        )
    if doing.step.progress is None:
        return (
            _("essai n° %(number)d, réglage du seuil ; essais finis : %(ended)d sur %(trials)d")
            % told
        )
    told |= {"epoch": doing.step.progress.epoch, "epochs": doing.step.progress.epochs}
    return (
        _(
            "essai n° %(number)d, tour %(epoch)d sur %(epochs)d au plus ; essais finis : %(ended)d sur %(trials)d"
        )
        % told
    )


def _refuse_late(job: Job) -> None:
    """The search has ended and left no journal: it must not begin anew."""
    if not _has_others(job):
        raise JobRefused(_("Cette recherche est terminée."))


def _details(rows: Sequence[TrialRow], found: Found | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"trials": [row.to_json() for row in rows]}
    if found is not None:
        told["importance"] = found.importance
        told["recipe"] = asdict(found.recipe)
    return told
