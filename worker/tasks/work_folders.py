"""The folder where a job of hours keeps what its next attempt goes on with."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings

from deidweb.jobs.models import Job

_START = "start"


def work_folder(job: Job) -> Path:
    """Of the job, from one attempt to the next."""
    return Path(settings.MODEL_DIR) / f".training-{job.pk}"


def held_start(start: Path, work: Path) -> Path:
    """A copy of `start` in the work folder, made by the first attempt: another job may replace the original."""
    held = work / _START
    if not held.exists():
        draft = work / f"{_START}.partial"
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(start, draft)
        draft.replace(held)
    return held


def remove_leftovers() -> None:
    """Work folders of jobs that ended for good without tidying up (a dead worker): they hold what was learned."""
    for folder in Path(settings.MODEL_DIR).glob(".training-*"):
        key = folder.name.removeprefix(".training-")
        if not Job.objects.filter(pk=key).exclude(state__in=Job.FINISHED).exists():
            shutil.rmtree(folder, ignore_errors=True)
