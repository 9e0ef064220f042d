"""Queues a measure of the engine in service on the site's notes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.selectors.in_force import golds_in_force
from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.site_measures import MEASURE
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone


@transaction.atomic
def start_site_measure(*, actor: User, project: Project) -> Job:
    """Raises TrainingRefusedError without a gold note, or while a measure is under way."""
    require_alone(actor, project, MEASURE, _("Une mesure est déjà en cours pour ce projet."))
    if not golds_in_force(project).exists():
        raise TrainingRefusedError(_("Aucune note validée : validez d'abord des notes."))
    return jobs.enqueue(kind=MEASURE, project=project, actor=actor)
