"""The folder where a job of hours keeps what its next attempt goes on with."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from deidweb.jobs.models import Job
from worker.selectors import versions
from worker.selectors.searches import study_of
from worker.selectors.versions import WORK_PREFIX, model_folder
from worker.services.receive_representations import LEARNING
from worker.services.remove_unused import remove_unused
from worker.tasks.context import JobCancelled, JobRefused

_START = "start"
_PLACED = "placed"
_ARRIVING_SECONDS: Final = 3600


def work_folder(job: Job) -> Path:
    """Of the job, from one attempt to the next."""
    return versions.work_folder(job.pk)


@contextmanager
def kept_for_next_attempt(job: Job) -> Iterator[Path]:
    """The work folder. It goes when the block has done its work, is cancelled or refused; whatever else ends the block
    leaves it to the next attempt."""
    folder = work_folder(job)
    try:
        yield folder
    except (JobCancelled, JobRefused):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)


def shared_folder(search: Job) -> Path:
    """Of all jobs that work on one search: the first one's."""
    return versions.work_folder(study_of(search))


def held_start(start: Path, work: Path) -> Path:
    """A copy of `start` in the work folder, made by the first attempt: another job may replace the original."""
    held = work / _START
    if not held.exists():
        draft = work / f"{_START}.partial"
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(start, draft)
        draft.replace(held)
    return held


def put_in_place(draft: Path, content_hash: str) -> None:
    """Of a model or a coder, from the work folder, at once. Last in the transaction that adds its row: who is killed before the
    commit leaves a folder without one, whose name stays in the work folder. A folder that is there already has this content."""
    (draft.parent / _PLACED).write_text(content_hash, encoding="ascii")
    if not model_folder(content_hash).exists():
        draft.replace(model_folder(content_hash))


def remove_leftovers() -> None:
    """Work folders of jobs that ended for good without tidying up (a dead worker): they hold what was learned. And the model
    that such a job had put in place, without a row. What is nobody's yet may be arriving (`receive_representations`)."""
    for folder, users in _folders():
        if any(state not in Job.FINISHED for _kind, state in users):
            continue
        if not users and _is_young(folder):
            continue
        if (placed := folder / _PLACED).is_file():
            remove_unused(placed.read_text(encoding="ascii"))
        shutil.rmtree(folder, ignore_errors=True)


def remove_received() -> None:
    """Files of another site whose job has ended, was cancelled while it waited, or died; and those that a killed web process has
    left on their way in. At each sweep: they do not wait for a worker's start."""
    for folder, users in _folders():
        has_ended = any(kind == LEARNING and state in Job.FINISHED for kind, state in users)
        if has_ended or (not users and not _is_young(folder)):
            shutil.rmtree(folder, ignore_errors=True)


def _folders() -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """Each with kind and state of its jobs: several workers of one search share one. What has another name is nobody's. One look:
    between two of them what is arriving may become a job's."""
    for folder in Path(settings.MODEL_DIR).glob(f"{WORK_PREFIX}*"):
        try:
            key = UUID(folder.name.removeprefix(WORK_PREFIX))
        except ValueError:
            continue
        users = Job.objects.filter(Q(pk=key) | Q(payload__search=str(key)))
        yield folder, list(users.values_list("kind", "state"))


def _is_young(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime < _ARRIVING_SECONDS
    except FileNotFoundError:
        return True  # a job's by now, under another name
