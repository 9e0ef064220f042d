"""Queues a training."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.engine.encoder.files import MERGES
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone, require_ready

TRAINING: Final = "train_ner"


@transaction.atomic
def start_training(*, actor: User, project: Project, start: str = "", merge: str = "") -> Job:
    """Queues a training on the project's gold notes from `start` (a key of `training_starts`, "" for
    the usual one), rules and model put together as `merge` says ("" as before). Raises TrainingRefusedError."""
    require_alone(
        actor, project, TRAINING, _("Un réentraînement est déjà en cours pour ce projet.")
    )
    require_ready(project, start)
    if merge not in ("", *MERGES):
        raise TrainingRefusedError(_("Cette réunion des règles et du modèle n'existe pas."))
    payload = {"start": start, "merge": merge} if merge else {"start": start}
    return jobs.enqueue(kind=TRAINING, project=project, actor=actor, payload=payload)
