"""Queues a study of a project's notes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.studies import STUDY
from worker.selectors.training_starts import SHIPPED_KEY
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone, require_ready
from worker.training.arms import Kind


@transaction.atomic
def start_study(*, actor: User, project: Project, study: str) -> Job:
    """`study`: a `worker.training.study.Kind`. Its trainings start from the shipped model, which has read none of the notes.
    Raises TrainingRefusedError."""
    require_alone(actor, project, STUDY, _("Une étude est déjà en cours pour ce projet."))
    if study not in set(Kind):
        raise TrainingRefusedError(_("Cette étude est inconnue."))
    require_ready(project, SHIPPED_KEY)
    # a model of the project has learned all its notes: from there no arm would lack any
    payload = {"study": study, "start": SHIPPED_KEY}
    return jobs.enqueue(kind=STUDY, project=project, actor=actor, payload=payload)
