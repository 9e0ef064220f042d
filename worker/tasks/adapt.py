"""Job "adapt_ner": the encoder of a starting point reads the project's raw notes; trainings may start from it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from annotation.models import Document
from annotation.selectors.oppositions import effects_on, has_lost_patients
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project
from worker.engine.encoder.files import ModelFilesError
from worker.selectors.adapted import TOLD, adapted_folder, raw_notes
from worker.selectors.engines import training_device
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.tasks.context import JobCancelled, JobContext, JobRefused
from worker.tasks.pace import Counting
from worker.tasks.training_progress import POLL_SECONDS, throttled
from worker.tasks.work_folders import held_start, kept_for_next_attempt, remove_leftovers
from worker.training.adapt import AdaptPlan, Raw, adapt
from worker.training.encoder.loop import DivergedError, TrainingCancelled
from worker.training.encoder.masked import Adaptation


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"start": a key of `training_starts`, "passes": 2}``. A killed attempt goes on after its last chunk of
    notes, unless a patient has opposed since; the former adaptation stays until the new one is ready."""
    remove_leftovers()
    with kept_for_next_attempt(context.job) as work:
        return _adapt(context, work)


def _adapt(context: JobContext, work: Path) -> dict[str, Any]:
    project, payload = context.job.project, context.job.payload
    seen = effects_on(project.pk)
    notes = raw_notes(project)
    if not notes.taught:
        raise JobRefused(_("Aucune note de ce projet ne peut servir à l'adaptation."))
    # with other notes the order is another: what was learned then doesn't go on
    order = hashlib.sha256("\n".join(notes.taught).encode()).hexdigest()[:16]
    checkpoints = work / f"{seen}-{order}"
    how = Adaptation(passes=int(payload["passes"]))
    draft = work / f"draft-{context.job.fence}"
    context.progress(0, 0, _("lecture des notes brutes"))
    try:
        work.mkdir(parents=True, exist_ok=True)
        start = held_start(folder_of_start(project, str(payload.get("start", ""))), work)
        chunks = adapt(
            Raw(notes.taught, notes.kept, _reader(project)),
            AdaptPlan(start, checkpoints, how, training_device()),
            draft,
            is_cancelled=throttled(context.is_cancelled),
            on_progress=_told(context),
        )
    except (UnknownStartError, ModelFilesError, DivergedError) as error:
        raise JobRefused(str(error)) from None
    except TrainingCancelled:
        raise JobCancelled from None
    rows = [asdict(chunk) for chunk in chunks]
    told = {
        "at": timezone.now().isoformat(),
        "notes": len(notes.taught),
        "chunks": rows,
        "effects_seen": seen,
    }
    (draft / TOLD).write_text(json.dumps(told), encoding="utf-8")
    _publish(context, draft, work, seen)
    return {"notes": len(notes.taught), "loss": chunks[-1].loss}


def _told(context: JobContext) -> Callable[[int, int], None]:
    """Once a second at most, and at the end."""
    counting, told_at = Counting(), 0.0

    def tell(done: int, total: int) -> None:
        nonlocal told_at
        pace = counting.of(done)
        if done < total and time.monotonic() - told_at < POLL_SECONDS:
            return
        told_at = time.monotonic()
        context.progress(done, total, _("lecture des notes brutes"), pace)

    return tell


def _publish(context: JobContext, draft: Path, work: Path, seen: int) -> None:
    project = context.job.project
    folder = adapted_folder(project)
    with transaction.atomic():
        lock_project(project)  # an opposition comes before this or sees it
        context.assert_owned()
        if has_lost_patients(project.pk, seen):
            raise JobRefused(
                _("Un patient s'est opposé pendant la lecture : relancez l'adaptation.")
            )
        if folder.exists():  # a folder can't be replaced at once: the old one leaves first
            folder.replace(work / "former")
        draft.replace(folder)


def _reader(project: Project) -> Any:
    def read(keys: Sequence[str]) -> list[Note]:
        """A note that was taken away meanwhile is left out."""
        texts = dict(
            Document.objects.filter(project=project, pk__in=keys)
            .order_by()
            .values_list("pk", "text")
        )
        by_key = {str(pk): text for pk, text in texts.items()}
        return [Note(key, by_key[key]) for key in keys if key in by_key]

    return read
