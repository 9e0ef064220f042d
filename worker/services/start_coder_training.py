"""Freezes a project's accepted codes and queues a training of its coder."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.selectors.accepted import material_of
from icdcoder.selectors.coder import nomenclature_path
from icdcoder.services.take_snapshot import take_snapshot
from worker.models import CoderVersion
from worker.selectors.engines import encoder_of
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone

FEWEST_STAYS: Final = 20  # of fewer a fifth judges nothing
TRAINING: Final = "train_icd"


@transaction.atomic
def start_coder_training(*, actor: User, project: Project) -> Job:
    """Freezes the accepted codes and queues a training on them. Raises TrainingRefusedError."""
    require_alone(actor, project, TRAINING, _("Un apprentissage est déjà en cours pour ce projet."))
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
    payload = {"snapshot": str(snapshot.pk), "start": _start_of(project)}
    versions = CoderVersion.objects.filter(project=project, job__payload=payload)
    known = versions.exclude(state=CoderVersion.State.DISCARDED).first()
    if known is not None:  # the job would find out after its hours
        raise TrainingRefusedError(
            _(
                "Les codes acceptés n'ont pas changé : l'apprentissage redonne le codeur n° %(number)d."
            )
            % {"number": known.number}
        )
    return jobs.enqueue(kind=TRAINING, project=project, actor=actor, payload=payload)


def _start_of(project: Project) -> str:
    """What decides the network beside the codes: the encoder it starts from and the labels, by when they were installed."""
    path = nomenclature_path()
    installed = path.stat().st_mtime_ns if path.is_file() else 0
    return f"{encoder_of(project.pk).name} {installed}"
