"""Job "study_ner": what more notes bring, or what each type of document brings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from worker.engine.encoder.files import ModelFilesError, is_model
from worker.engine.rules.engine import RuleDetector
from worker.selectors.engines import training_device
from worker.selectors.training_notes import marked_notes
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.pace import Counting
from worker.tasks.train import RECIPES
from worker.tasks.training_progress import throttled
from worker.tasks.training_snapshot import training_snapshot
from worker.tasks.work_folders import kept_for_next_attempt
from worker.training.arms import Arm, Kind, arms, type_of
from worker.training.encoder.loop import DivergedError, TrainingCancelled
from worker.training.plan import Plan, Watch
from worker.training.splitting import Parts, TooFewNotesError
from worker.training.study import Run, study, summary


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"study": "curve" or "types", "start": a key of `training_starts`}``. An attempt that goes on keeps
    the trainings that ended. No training becomes a model."""
    kind = Kind(context.job.payload["study"])
    with kept_for_next_attempt(context.job) as folder:
        runs = _study(context, kind, folder)
    told = {"arms": summary(kind, runs), "judged": len(runs[0].rows)}
    context.progress(len(runs), len(runs), "", told)
    return {"trainings": len(runs)}


def _study(context: JobContext, kind: Kind, folder: Path) -> list[Run]:
    job = context.job
    try:
        start = folder_of_start(job.project, str(job.payload["start"]))
        snapshot = training_snapshot(context, folder)
        parts = Parts.of(marked_notes(snapshot))
        if not arms(kind, [type_of(note) for note in parts.train]):
            raise JobRefused(_("Aucun type de document n'a cinq notes d'apprentissage."))
        plan = Plan(start, folder, RECIPES[is_model(start)], training_device(), "étude")
        watch = Watch(is_cancelled=throttled(context.is_cancelled))

        counting = Counting()

        def on_run(done: int, total: int, arm: Arm | None) -> None:
            context.progress(done, total, _sentence(arm), counting.of(done))

        return study(kind, parts, plan, RuleDetector(), watch, on_run)
    except (UnknownStartError, TooFewNotesError, ModelFilesError, DivergedError) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None


def _sentence(arm: Arm | None) -> str:
    """What is trained now; the bar counts the trainings."""
    if arm is None:
        return ""
    if not arm.without:
        return _("notes apprises : %(notes)d") % {"notes": arm.size}
    told = {"notes": arm.size, "type": arm.without}
    return _("notes apprises : %(notes)d, sans les notes « %(type)s »") % told
