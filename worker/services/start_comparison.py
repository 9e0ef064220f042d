"""Queues a new comparison of a candidate, with the engine that is in service now."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.selectors.training_notes import training_material
from worker.selectors.versions import has_files
from worker.services.errors import ModelFilesMissingError, TrainingRefusedError
from worker.services.hold_version import State, hold_version, tell
from worker.services.training_ready import require_alone

COMPARISON: Final = "compare_model"


@transaction.atomic
def start_comparison(*, actor: User, version: ModelVersion) -> Job:
    """Of a candidate. Raises TrainingRefusedError, WrongStateError, ModelFilesMissingError."""
    project = version.project
    require_alone(
        actor, project, COMPARISON, _("Une comparaison est déjà en cours pour ce projet.")
    )
    held = hold_version(actor, version, State.CANDIDATE)
    if not has_files(held):
        raise ModelFilesMissingError(str(held.LOST))
    if refusal := training_material(project).refusal:
        raise TrainingRefusedError(refusal)
    payload = {"model": str(held.pk)}
    job = jobs.enqueue(kind=COMPARISON, project=project, actor=actor, payload=payload)
    tell("comparison_asked", held, actor)
    return job
