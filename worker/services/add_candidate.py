"""Registers the result of a training."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from deidweb.accounts.lock_project import lock_project
from deidweb.jobs.models import Job
from worker.services.hold_version import V, tell


def add_candidate(kind: type[V], job: Job, /, *, told: dict[str, int], **fields: Any) -> V:
    """The result of a training, under the project's next number; `told` is said in the journal, too.

    Call it in the job's publishing transaction.
    """
    lock_project(job.project)
    last = kind.objects.filter(project=job.project).aggregate(last=Max("number"))["last"]
    version = kind.objects.create(
        project=job.project,
        job=job,
        number=(last or 0) + 1,
        created_by=job.created_by,
        **told,
        **fields,
    )
    tell("trained", version, job.created_by, **told)
    return version
