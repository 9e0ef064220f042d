"""Queues a training."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.trainings import TRAINING, running_training
from worker.services.errors import TrainingRefusedError
from worker.services.hold_version import lock_models
from worker.services.training_ready import require_ready


@transaction.atomic
def start_training(*, actor: User, project: Project, start: str = "", merge: str = "") -> Job:
    """Queues a training on the project's gold notes from `start` (a key of `training_starts`, "" for
    the usual one), rules and model put together as `merge` says ("" as before). Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    lock_models(project)
    if running_training(project) is not None:
        raise TrainingRefusedError(_("Un réentraînement est déjà en cours pour ce projet."))
    require_ready(project, start)
    if merge not in ("", "steps", "union"):
        raise TrainingRefusedError(_("Cette réunion des règles et du modèle n'existe pas."))
    payload = {"start": start, "merge": merge} if merge else {"start": start}
    return jobs.enqueue(kind=TRAINING, project=project, actor=actor, payload=payload)
