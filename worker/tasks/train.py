"""Job "train_ner": gold notes in, a candidate model with its comparison out."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from deidweb.jobs.models import Job
from worker.engine.build import EngineError
from worker.engine.encoder.files import content_hash as hash_of
from worker.engine.encoder.loading import version_of
from worker.engine.rules.engine import RuleDetector
from worker.models import ModelVersion
from worker.selectors.engines import detector_for, training_device
from worker.selectors.training_notes import gold_notes
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.selectors.versions import model_folder, promoted_model
from worker.services.add_candidate import add_candidate
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.training.encoder.loop import TrainingCancelled
from worker.training.encoder.recipe import Recipe
from worker.training.retrain import Plan, Retrained, Stage, Step, Watch, retrain
from worker.training.splitting import TooFewNotesError

POLL_SECONDS: Final = 1.0
RECIPE: Final = Recipe()  # the articles'
_STEPS_AN_EPOCH: Final = 100  # of the progress bar


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"start": a key of `training_starts`}``. A killed attempt goes on after its last
    finished epoch; until the last transaction nothing is published."""
    published = ModelVersion.objects.filter(job=context.job).first()
    if published is not None:
        return _result(published)  # a former attempt published it and died before saying so
    _remove_leftovers()
    folder = work_folder(context.job)
    try:
        result = _train_and_publish(context, folder)
    except (JobCancelled, JobRefused):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    return result


def work_folder(job: Job) -> Path:
    """Keeps the checkpoint from one attempt to the next."""
    return Path(settings.MODEL_DIR) / f".training-{job.pk}"


def _train_and_publish(context: JobContext, folder: Path) -> dict[str, Any]:
    promoted = promoted_model(context.job.project)
    start = _start(context.job)
    plan = Plan(
        start,
        folder,
        RECIPE,
        training_device(),
        f"projet-{context.job.project_id.hex[:6]}",
    )
    trained = _train(context, plan)
    draft = folder / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    trained.learnt.save(draft, start)
    digest = hash_of(draft)
    metrics = _metrics(trained, version_of(plan.name, digest), promoted)
    return _publish(context, trained, draft, digest, metrics)


def _start(job: Job) -> Path:
    try:
        return folder_of_start(job.project, str(job.payload.get("start", "")))
    except UnknownStartError as error:
        raise JobRefused(str(error)) from None


def _train(context: JobContext, plan: Plan) -> Retrained:
    watch = Watch(on_step=throttled_report(context), is_cancelled=_throttled(context.is_cancelled))
    try:
        in_service = detector_for(context.job.project_id)
        notes = _read_notes(context, watch.is_cancelled)
        return retrain(notes, plan, rules=RuleDetector(), in_service=in_service, watch=watch)
    except TooFewNotesError as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None


def _read_notes(context: JobContext, cancelled: Callable[[], bool]) -> list[Note]:
    notes: list[Note] = []
    for note in gold_notes(context.job.project):
        notes.append(note)
        if cancelled():
            raise JobCancelled
    context.check(0, 0, _("%(count)d notes validées lues") % {"count": len(notes)})
    return notes


def throttled_report(context: JobContext) -> Callable[[Step], None]:
    """Once a second at most within an epoch; always when an epoch or a stage ends."""
    reported_at, known = 0.0, (Stage.LEARN, 0)

    def report(step: Step) -> None:
        nonlocal reported_at, known
        place = (step.stage, len(step.epochs))
        if place == known and time.monotonic() - reported_at < POLL_SECONDS:
            return
        known, reported_at = place, time.monotonic()
        details = {"epochs": [asdict(row) for row in step.epochs]}
        context.progress(*_progress(step), _sentence(step), details)

    return report


def _progress(step: Step) -> tuple[int, int]:
    """In hundredths of an epoch; early stopping jumps to the end."""
    total = RECIPE.epochs * _STEPS_AN_EPOCH
    if step.progress is None:
        return total, total
    progress = step.progress
    done = (progress.epoch - 1) * _STEPS_AN_EPOCH
    return done + _STEPS_AN_EPOCH * progress.step // progress.steps, total


def _sentence(step: Step) -> str:
    if step.stage is Stage.CALIBRATE:
        return _("réglage du seuil")
    if step.stage is Stage.JUDGE or step.progress is None:
        return _("comparaison avec le modèle en service")
    return _("passage %(epoch)d sur %(epochs)d au plus, perte %(loss)s") % {
        "epoch": step.progress.epoch,
        "epochs": step.progress.epochs,
        "loss": number_format(round(step.progress.loss, 3), 3),
    }


def _throttled(question: Callable[[], bool]) -> Callable[[], bool]:
    """Asks the database once a second at most; the training loop asks between its batches."""
    asked_at = 0.0
    answer = False

    def ask() -> bool:
        nonlocal asked_at, answer
        if not answer and time.monotonic() - asked_at >= POLL_SECONDS:
            answer, asked_at = question(), time.monotonic()
        return answer

    return ask


def _publish(
    context: JobContext, trained: Retrained, draft: Path, digest: str, metrics: dict[str, Any]
) -> dict[str, Any]:
    with transaction.atomic():
        context.assert_owned()
        _refuse_known(context.job, digest)
        version = add_candidate(
            context.job,
            content_hash=digest,
            train_notes=trained.train_notes,
            test_notes=trained.test_notes,
            metrics=metrics,
        )
        # Last: only a failing commit could leave the folder, and the next attempt, which finds
        # the same content, would take it over.
        _move(draft, model_folder(digest))
    return _result(version)


def _refuse_known(job: Job, digest: str) -> None:
    """The same notes give the same model: a second line would say nothing new."""
    known = (
        ModelVersion.objects.filter(project=job.project, content_hash=digest)
        .exclude(state=ModelVersion.State.DISCARDED)
        .first()
    )
    if known is not None:
        raise JobRefused(
            _(
                "Les notes validées n'ont pas changé : l'entraînement redonne le modèle "
                "n° %(number)d. Validez d'autres notes, puis réentraînez."
            )
            % {"number": known.number}
        )


def _move(draft: Path, folder: Path) -> None:
    """Into place at once. A folder that is there already has this content: its name says so."""
    if not folder.exists():
        draft.replace(folder)


def _metrics(trained: Retrained, engine: str, promoted: ModelVersion | None) -> dict[str, Any]:
    """`before_number` is the version that was in service (null: the shipped model)."""
    return {
        "rules": trained.rules.to_json(),
        "before": trained.before.to_json(),
        "before_number": promoted.number if promoted else None,
        "after": {**trained.after.to_json(), "engine": engine},
        "epochs": [asdict(row) for row in trained.learnt.epochs],
    }


def _result(version: ModelVersion) -> dict[str, Any]:
    return {
        "model": str(version.pk),
        "number": version.number,
        "train_notes": version.train_notes,
        "test_notes": version.test_notes,
    }


def _remove_leftovers() -> None:
    """Work folders of trainings that ended for good without tidying up (a dead worker)."""
    for folder in Path(settings.MODEL_DIR).glob(".training-*"):
        key = folder.name.removeprefix(".training-")
        if not Job.objects.filter(pk=key).exclude(state__in=Job.FINISHED).exists():
            shutil.rmtree(folder, ignore_errors=True)
