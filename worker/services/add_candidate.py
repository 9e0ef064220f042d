"""Registers the result of a training."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from deidweb.audit.services import record
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.services.hold_version import lock_models


def add_candidate(
    job: Job, *, content_hash: str, train_notes: int, test_notes: int, metrics: dict[str, Any]
) -> ModelVersion:
    """The result of a training, under the project's next number.

    Call it in the job's publishing transaction.
    """
    lock_models(job.project)
    last = ModelVersion.objects.filter(project=job.project).aggregate(last=Max("number"))["last"]
    version = ModelVersion.objects.create(
        project=job.project,
        job=job,
        number=(last or 0) + 1,
        content_hash=content_hash,
        train_notes=train_notes,
        test_notes=test_notes,
        metrics=metrics,
        created_by=job.created_by,
    )
    record(
        "model.trained",
        actor=job.created_by,
        project=job.project,
        target=version,
        number=version.number,
        train_notes=train_notes,
        test_notes=test_notes,
    )
    return version
