"""Trainings under way, and the last one that stopped."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

TRAINING: Final = "train_ner"


def running_training(project: Project) -> Job | None:
    """The training that waits or runs."""
    return running_job(project, TRAINING)


def stopped_training(project: Project) -> Job | None:
    """The latest training, if it ended without a model: its reason is worth showing."""
    return stopped_job(project, TRAINING)


def running_job(project: Project, kind: str) -> Job | None:
    """The job of this kind that waits or runs."""
    return _jobs(project, kind).exclude(state__in=Job.FINISHED).first()


def stopped_job(project: Project, kind: str) -> Job | None:
    """The latest job of this kind, if it failed."""
    last = _jobs(project, kind).first()
    stopped = last is not None and last.state in (Job.State.FAILED, Job.State.DEAD)
    return last if stopped else None


def _jobs(project: Project, kind: str) -> QuerySet[Job]:
    return Job.objects.filter(project=project, kind=kind).order_by("-created_at")
