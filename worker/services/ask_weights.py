"""Asks that a version's weights may leave the installation: a file is written, another person decides about it."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.selectors.oppositions import opposition_refusal
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.selectors.versions import has_files
from worker.selectors.weights import memory_risk, teaching_snapshot
from worker.services.errors import ModelFilesMissingError, WeightsRefusedError
from worker.services.hold_version import tell
from worker.services.training_ready import require_alone
from worker.services.weights_source import source_refusal

WEIGHTS: Final = "write_weights"


@transaction.atomic
def ask_weights(*, actor: User, version: ModelVersion, override: bool = False) -> Job:
    """`override`: though the test of membership speaks against it. Raises WeightsRefusedError, ModelFilesMissingError,
    TrainingRefusedError."""
    project = version.project
    require(actor, project, Permission.DOWNLOAD_DATASET)
    require_alone(actor, project, WEIGHTS, _("Un fichier de poids est déjà en cours d'écriture."))
    snapshot = teaching_snapshot(version)
    if snapshot is None:
        raise WeightsRefusedError(
            _("Ce modèle a été entraîné sans jeu de données figé : ses poids ne sortent pas.")
        )
    refusal = source_refusal(version.pk, version.content_hash) or opposition_refusal(snapshot)
    if refusal:
        raise WeightsRefusedError(refusal)
    if not has_files(version):
        raise ModelFilesMissingError(str(version.LOST))
    risk = memory_risk(version)
    if risk and not override:
        raise WeightsRefusedError(
            risk + " " + _("Ils ne sortent que par dérogation : demandez-la expressément.")
        )
    payload = {"model": str(version.pk)}
    job = jobs.enqueue(kind=WEIGHTS, project=project, actor=actor, payload=payload)
    tell("weights_asked", version, actor, **({"override": True} if risk else {}))
    return job
