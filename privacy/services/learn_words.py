"""Asks for the words of a released export to be learned, by a job that may load the learner."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import running_job
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import KIND
from privacy.services.open_released import require_teaching


@transaction.atomic
def start_learning(*, actor: User, export: ExportRequest) -> Job:
    """The job; the project's one under way when there is one. Raises StateConflictError."""
    require(actor, export.project, Permission.PREVIEW)
    require_teaching(export)
    running = running_job(export.project, KIND)
    if running is not None:
        return running
    payload = {"export": str(export.pk)}
    job = jobs.enqueue(kind=KIND, project=export.project, actor=actor, payload=payload)
    record("privacy.words_asked", actor=actor, project=export.project, target=export)
    return job
