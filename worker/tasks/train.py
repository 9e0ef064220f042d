"""Job "train_tagger": gold notes in, a candidate model with its comparison out."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from deidweb.jobs.models import Job
from worker import selectors, services
from worker.engine.build import EngineError
from worker.engine.rules.engine import RuleDetector
from worker.engine.tagger import save_tagger
from worker.engine.tagger.files import version_of
from worker.models import ModelVersion
from worker.registry import detector_for
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.training.loop import EPOCHS, SEED, TrainingCancelled
from worker.training.retrain import Retrained, Stage, Step, Watch, retrain
from worker.training.splitting import TooFewNotesError

CANCEL_POLL_SECONDS: Final = 1.0


def run(context: JobContext) -> dict[str, Any]:
    """No payload. Until the last transaction nothing is left by an attempt that stops."""
    published = ModelVersion.objects.filter(job=context.job).first()
    if published is not None:
        return _result(published)  # a former attempt published it and died before saying so
    _remove_drafts(context.job)
    promoted = selectors.promoted_model(context.job.project)
    before_number = promoted.number if promoted else None
    trained = _train(context)
    draft = _draft_folder(context.job)
    draft.mkdir(parents=True)
    try:
        training = {
            "notes": trained.train_notes,
            "epochs": EPOCHS,
            "seed": SEED,
        }
        content_hash = save_tagger(trained.weights, draft, training=training)
        metrics = _metrics(trained, content_hash, before_number)
        return _publish(context, trained, draft, content_hash, metrics)
    finally:
        _remove_drafts(context.job)


def _train(context: JobContext) -> Retrained:
    cancelled = _throttled(context.is_cancelled)
    watch = Watch(on_step=lambda step: _report(context, step), is_cancelled=cancelled)
    try:
        in_service = detector_for(context.job.project_id)
        notes = _read_notes(context, cancelled)
        return retrain(notes, rules=RuleDetector(), in_service=in_service, watch=watch)
    except TooFewNotesError as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None


def _read_notes(context: JobContext, cancelled: Callable[[], bool]) -> list[Note]:
    notes: list[Note] = []
    for note in selectors.gold_notes(context.job.project):
        notes.append(note)
        if cancelled():
            raise JobCancelled
    context.check(0, 0, _("%(count)d notes validées lues") % {"count": len(notes)})
    return notes


def _report(context: JobContext, step: Step) -> None:
    context.check(step.done, step.total, _sentence(step))


def _sentence(step: Step) -> str:
    if step.stage is Stage.LEARN and step.accuracy is not None:
        share = number_format(round(100 * step.accuracy, 1), 1)
        return _("apprentissage : %(share)s %% des mots bien étiquetés") % {"share": share}
    if step.stage is Stage.CALIBRATE:
        return _("réglage du seuil")
    return _("comparaison avec le modèle en service")


def _throttled(question: Callable[[], bool]) -> Callable[[], bool]:
    """Asks the database once a second at most; the training loop asks every few milliseconds."""
    asked_at = 0.0
    answer = False

    def ask() -> bool:
        nonlocal asked_at, answer
        if not answer and time.monotonic() - asked_at >= CANCEL_POLL_SECONDS:
            answer, asked_at = question(), time.monotonic()
        return answer

    return ask


def _publish(
    context: JobContext,
    trained: Retrained,
    draft: Path,
    content_hash: str,
    metrics: dict[str, Any],
) -> dict[str, Any]:
    with transaction.atomic():
        context.assert_owned()
        _refuse_known(context.job, content_hash)
        version = services.add_candidate(
            context.job,
            content_hash=content_hash,
            train_notes=trained.train_notes,
            test_notes=trained.test_notes,
            metrics=metrics,
        )
        # Last: only a failing commit could leave the folder, and the next attempt, which finds
        # the same content, would take it over.
        _move(draft, services.folder_of(content_hash))
    return _result(version)


def _refuse_known(job: Job, content_hash: str) -> None:
    """The same notes give the same model: a second line would say nothing new."""
    known = (
        ModelVersion.objects.filter(project=job.project, content_hash=content_hash)
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


def _metrics(trained: Retrained, content_hash: str, before_number: int | None) -> dict[str, Any]:
    """`before_number` is the version that was in service (null: the rules alone)."""
    return {
        "rules": trained.rules.to_json(),
        "before": trained.before.to_json(),
        "before_number": before_number,
        "after": {**trained.after.to_json(), "engine": version_of(content_hash)},
    }


def _result(version: ModelVersion) -> dict[str, Any]:
    return {
        "model": str(version.pk),
        "number": version.number,
        "train_notes": version.train_notes,
        "test_notes": version.test_notes,
    }


def _draft_folder(job: Job) -> Path:
    return Path(settings.MODEL_DIR) / f".draft-{job.pk}-{job.fence}"


def _remove_drafts(job: Job) -> None:
    """Those of this job, an attempt that was killed included."""
    for folder in Path(settings.MODEL_DIR).glob(f".draft-{job.pk}-*"):
        shutil.rmtree(folder, ignore_errors=True)
