"""Queues a search for lines that come back in the project's notes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.line_jobs import LINES, running_line_search
from worker.services.errors import TrainingRefusedError
from worker.services.hold_version import lock_models


@transaction.atomic
def start_line_search(*, actor: User, project: Project) -> Job:
    """Raises TrainingRefusedError while one is under way."""
    require(actor, project, Permission.MANAGE_MODELS)
    lock_models(project)
    if running_line_search(project) is not None:
        raise TrainingRefusedError(_("Une recherche de lignes est déjà en cours pour ce projet."))
    return jobs.enqueue(kind=LINES, project=project, actor=actor)
