"""Computes certificates that take time, by a job; kept by content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.certificates import prove_places
from privacy.domain.certificates.question import Question
from privacy.selectors.certificates import (
    KIND,
    certificate_folder,
    enumeration_name,
    geography_of,
    job_of,
)

OnProgress = Callable[[float], None]


def start_certification(*, actor: User, project: Project, question: Question) -> Job:
    """The job that enumerates the pairs; the one under way when there is one. Raises PrivacyError."""
    require(actor, project, Permission.PREVIEW)
    geography = geography_of(question)
    job = job_of(project, question, geography)
    if job is not None and job.state not in (Job.State.FAILED, Job.State.DEAD, Job.State.CANCELLED):
        return job
    payload = question.as_json() | {"name": enumeration_name(question, geography)}
    return jobs.enqueue(kind=KIND, project=project, actor=actor, payload=payload)


def prove_certificate(question: Question, *, on_progress: OnProgress) -> dict[str, Any]:
    """What the job computes; kept, so that exports find it too. `on_progress(share)` is called from other threads
    and may raise to stop."""
    return prove_places(
        geography_of(question),
        question.epsilon,
        question.area,
        scale=question.scale,
        folder=certificate_folder(),
        on_progress=on_progress,
    )
