"""Freezes a project's accepted codes and queues a training of its coder."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.selectors.accepted import material_of
from icdcoder.services.take_snapshot import take_snapshot
from worker.selectors.coders import TRAINING, running_coder_training
from worker.services.errors import TrainingRefusedError
from worker.services.hold_version import lock_models

FEWEST_STAYS: Final = 20  # of fewer a fifth judges nothing


@transaction.atomic
def start_coder_training(*, actor: User, project: Project) -> Job:
    """Freezes the accepted codes and queues a training on them. Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    lock_models(project)
    if running_coder_training(project) is not None:
        raise TrainingRefusedError(_("Un apprentissage est déjà en cours pour ce projet."))
    stays = material_of(project).stays
    if stays < FEWEST_STAYS:
        raise TrainingRefusedError(
            _(
                "Il faut au moins %(fewest)d séjours codés jusqu'au bout ; il y en a %(stays)d. Codez-en "
                "d'autres."
            )
            % {"fewest": FEWEST_STAYS, "stays": stays}
        )
    snapshot = take_snapshot(actor=actor, project=project)
    return jobs.enqueue(
        kind=TRAINING, project=project, actor=actor, payload={"snapshot": str(snapshot.pk)}
    )
