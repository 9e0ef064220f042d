"""Queues a study of a project's notes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.studies import STUDY, running_study
from worker.services.errors import TrainingRefusedError
from worker.services.hold_version import lock_models
from worker.services.training_ready import require_ready
from worker.training.arms import Kind


@transaction.atomic
def start_study(*, actor: User, project: Project, study: str, start: str = "") -> Job:
    """`study`: a `worker.training.study.Kind`. Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    if study not in set(Kind):
        raise TrainingRefusedError(_("Cette étude est inconnue."))
    lock_models(project)
    if running_study(project) is not None:
        raise TrainingRefusedError(_("Une étude est déjà en cours pour ce projet."))
    require_ready(project, start)
    payload = {"study": study, "start": start}
    return jobs.enqueue(kind=STUDY, project=project, actor=actor, payload=payload)
