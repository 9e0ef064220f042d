"""Queues the adaptation of an encoder to a project's raw notes."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Document
from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone

ADAPTATION: Final = "adapt_ner"
MOST_PASSES: Final = 10
LEAST_NOTES: Final = 10


@transaction.atomic
def start_adaptation(*, actor: User, project: Project, passes: int, start: str = "") -> Job:
    """`passes` from 1 to MOST_PASSES over all notes, from `start` (a key of `training_starts`). Raises
    TrainingRefusedError."""
    require_alone(actor, project, ADAPTATION, _("Une adaptation est déjà en cours pour ce projet."))
    if not 1 <= passes <= MOST_PASSES:
        raise TrainingRefusedError(
            _("Nombre de tours : entre 1 et %(most)d.") % {"most": MOST_PASSES}
        )
    if Document.objects.filter(project=project).count() < LEAST_NOTES:
        raise TrainingRefusedError(
            _("Il faut au moins %(least)d notes importées pour adapter l'encodeur.")
            % {"least": LEAST_NOTES}
        )
    try:
        folder_of_start(project, start)
    except UnknownStartError as error:
        raise TrainingRefusedError(str(error)) from None
    payload = {"start": start, "passes": passes}
    return jobs.enqueue(kind=ADAPTATION, project=project, actor=actor, payload=payload)
