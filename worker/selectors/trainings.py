"""Trainings under way, and the last one that stopped."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

TRAINING: Final = "train_ner"


def running_training(project: Project) -> Job | None:
    """The training that waits or runs."""
    return _trainings(project).exclude(state__in=Job.FINISHED).first()


def stopped_training(project: Project) -> Job | None:
    """The latest training, if it ended without a model: its reason is worth showing."""
    last = _trainings(project).first()
    stopped = last is not None and last.state in (Job.State.FAILED, Job.State.DEAD)
    return last if stopped else None


def _trainings(project: Project) -> QuerySet[Job]:
    return Job.objects.filter(project=project, kind=TRAINING).order_by("-created_at")
