"""Job "search_ner": the parameters of a training, tried one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from worker.engine.encoder.files import is_model
from worker.engine.encoder.pieces import TokenizerError
from worker.selectors.engines import training_device
from worker.selectors.training_notes import marked_notes
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.train import RECIPES
from worker.tasks.training_progress import throttled
from worker.tasks.training_snapshot import training_snapshot
from worker.tasks.work_folders import work_folder
from worker.training.encoder.loop import TrainingCancelled
from worker.training.plan import Plan, Watch
from worker.training.search import Found, Order, TrialRow, search
from worker.training.splitting import Parts, TooFewNotesError


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"start": a key of `training_starts`, "trials": 20, "learning_rate": true}``, the last whether it
    is searched. An attempt that goes on keeps what was tried; a stop keeps it in the job's details."""
    folder = work_folder(context.job)
    try:
        found = _search(context, folder)
    except (JobCancelled, JobRefused):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    context.progress(len(found.rows), len(found.rows), "", _details(found.rows, found))
    return {"trials": len(found.rows)}


def _search(context: JobContext, folder: Path) -> Found:
    job = context.job
    order = Order(int(job.payload["trials"]), bool(job.payload.get("learning_rate", True)))
    try:
        start = folder_of_start(job.project, str(job.payload.get("start", "")))
        snapshot = training_snapshot(context, folder)
        plan = Plan(start, folder, replace(RECIPES[is_model(start)]), training_device(), "essai")
        watch = Watch(is_cancelled=throttled(context.is_cancelled))
        parts = Parts.of(marked_notes(snapshot))

        def on_trials(rows: Sequence[TrialRow]) -> None:
            sentence = _("%(count)d essais terminés") % {"count": len(rows)}
            context.progress(len(rows), order.trials, sentence, _details(rows))

        return search(parts, plan, order, folder / "journal", watch, on_trials)
    except (UnknownStartError, TooFewNotesError, TokenizerError) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None


def _details(rows: Sequence[TrialRow], found: Found | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"trials": [row.to_json() for row in rows]}
    if found is not None:
        told["importance"] = found.importance
        told["recipe"] = asdict(found.recipe)
    return told
