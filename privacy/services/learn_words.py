"""Asks for the words of a released export to be learned, by a job that may load the learner."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import newest_job
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import KIND
from privacy.services.errors import StateConflictError
from privacy.services.open_released import refuse_if_expired


@transaction.atomic
def start_learning(*, actor: User, export: ExportRequest) -> Job:
    """The job; the project's one under way when there is one. Raises StateConflictError."""
    require(actor, export.project, Permission.PREVIEW)
    if export.state != ExportRequest.State.RELEASED:
        raise StateConflictError(_("Cet export n'est pas approuvé : on n'en apprend rien."))
    refuse_if_expired(export)
    running = newest_job(export.project, KIND)
    if running is not None and not running.is_finished:
        return running
    payload = {"export": str(export.pk)}
    job = jobs.enqueue(kind=KIND, project=export.project, actor=actor, payload=payload)
    record("privacy.words_asked", actor=actor, project=export.project, target=export)
    return job
