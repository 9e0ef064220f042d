"""Queues a search for lines that come back in the project's notes."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.services.training_ready import require_alone

LINES: Final = "learn_lines"


@transaction.atomic
def start_line_search(*, actor: User, project: Project) -> Job:
    """Raises TrainingRefusedError while one is under way."""
    require_alone(
        actor, project, LINES, _("Une recherche de lignes est déjà en cours pour ce projet.")
    )
    return jobs.enqueue(kind=LINES, project=project, actor=actor)
