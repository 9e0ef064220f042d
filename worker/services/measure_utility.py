"""Asks what de-identification costs the codes of the project's notes."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

KIND: Final = "measure_utility"


@transaction.atomic
def start_utility(*, actor: User, project: Project) -> Job:
    """The job; the one under way when there is one."""
    require(actor, project, Permission.PREVIEW)
    if running := jobs.under_way(project, KIND):
        return running
    job = jobs.enqueue(kind=KIND, project=project, actor=actor, payload={})
    record("utility.measured", actor=actor, project=project, target=project)
    return job
