"""Job "compare_model": a candidate judged again beside the engine that is in service now. Nothing is learned."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import DatasetSnapshot
from deidweb.accounts.lock_project import lock_project
from worker.engine.build import EngineError
from worker.engine.detector import Detector
from worker.engine.rules.engine import RuleDetector
from worker.models import ModelVersion
from worker.selectors.engines import detector_of
from worker.selectors.taught import Taught, read_taught, unseen
from worker.selectors.training_notes import marked_notes
from worker.selectors.versions import has_files, model_folder, promoted_model
from worker.services.hold_version import tell
from worker.services.keep_note_results import replace_note_results
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.train import comparison, snapshot_row, write_card
from worker.tasks.training_progress import throttled
from worker.tasks.training_snapshot import training_snapshot
from worker.tasks.work_folders import remove_leftovers, work_folder
from worker.training.retrain import Compared, Opponents, compare
from worker.training.splitting import Parts, TooFewNotesError


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"model": a version's key}. Again without harm."""
    version = _candidate(context)
    if version.metrics.get("compared", {}).get("job") == str(context.job.pk):
        return _told(version)  # a former attempt published it and died before saying so
    remove_leftovers()
    folder = work_folder(context.job)
    try:
        return _compare(context, folder, version)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _candidate(context: JobContext) -> ModelVersion:
    versions = ModelVersion.objects.filter(project=context.job.project)
    version = versions.filter(pk=context.job.payload.get("model")).first()
    if version is not None and version.state != ModelVersion.State.CANDIDATE:
        told = {"number": version.number, "state": version.get_state_display()}
        raise JobRefused(str(ModelVersion.MOVED) % told)
    if version is None or not has_files(version):  # those of a discarded one are gone, too
        raise JobRefused(str(ModelVersion.LOST))
    return version


def _compare(context: JobContext, folder: Path, version: ModelVersion) -> dict[str, Any]:
    promoted = promoted_model(context.job.project)
    own = model_folder(version.content_hash)
    try:
        candidate = detector_of(version.content_hash)
    except EngineError:
        raise JobRefused(str(ModelVersion.LOST)) from None
    snapshot, parts = material(context, folder)
    context.say(_("comparaison avec le modèle en service"))
    found = compared(context, candidate, promoted, parts, read_taught(own) or Taught())
    return _publish(context, version, found, promoted, snapshot)


def material(context: JobContext, folder: Path) -> tuple[DatasetSnapshot, Parts]:
    """What a training would learn from and be judged on. Raises JobRefused."""
    try:
        snapshot = training_snapshot(context, folder)
        return snapshot, Parts.of(marked_notes(snapshot))
    except TooFewNotesError as error:
        raise JobRefused(str(error)) from None


def compared(
    context: JobContext,
    candidate: Detector,
    promoted: ModelVersion | None,
    parts: Parts,
    taught: Taught,
) -> Compared:
    """On the project's test notes, without those of patients who have taught the candidate."""
    check = throttled(context.is_cancelled)

    def on_note() -> None:
        if check():
            raise JobCancelled

    try:
        in_service = detector_of(promoted.content_hash if promoted else "")
        opponents = Opponents(RuleDetector(), in_service, detector_of(""))
        return compare(candidate, _untaught(parts, taught), opponents, on_note)
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None


def _untaught(parts: Parts, taught: Taught) -> Parts:
    kept = unseen([note.id for note in parts.test], taught)
    test = tuple(note for note in parts.test if note.id in kept)
    if not test:
        raise JobRefused(
            _(
                "Les patients qui jugeraient ce modèle lui ont servi à apprendre : validez d'autres notes."
            )
        )
    return replace(parts, test=test)


def _publish(
    context: JobContext,
    version: ModelVersion,
    found: Compared,
    promoted: ModelVersion | None,
    snapshot: DatasetSnapshot,
) -> dict[str, Any]:
    with transaction.atomic():
        context.assert_owned()
        lock_project(context.job.project)
        version = _candidate(context)  # as it is now
        engine = version.metrics["after"]["engine"]
        compared_now = {
            "job": str(context.job.pk),
            "at": timezone.now().isoformat(),
            "snapshot": snapshot_row(snapshot),
        }
        version.metrics |= {**comparison(found, engine, promoted), "compared": compared_now}
        # beside an engine that is gone; it takes the network again
        version.metrics.pop("fixed_recall", None)
        version.test_notes = found.test_notes
        version.save(update_fields=["metrics", "test_notes"])
        replace_note_results(version, found.before.notes, found.after.notes)
        write_card(version, model_folder(version.content_hash))
        tell("compared", version, context.job.created_by, test_notes=found.test_notes)
    return _told(version)


def _told(version: ModelVersion) -> dict[str, Any]:
    return {"model": str(version.pk), "number": version.number, "test_notes": version.test_notes}
