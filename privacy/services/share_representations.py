"""Asks for representations of a data set, by a job that may load the learner."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import DatasetSnapshot
from annotation.selectors.oppositions import opposition_refusal
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.models import ExportRequest
from privacy.selectors.representations import KIND
from privacy.services.errors import StateConflictError
from privacy.services.open_released import require_teaching


@transaction.atomic
def start_sharing(
    *, actor: User, snapshot: DatasetSnapshot, export: ExportRequest, choices: dict[str, Any]
) -> Job:
    """`choices`: size, neighbours, method. The job under way when it is the same; another is refused. Raises StateConflictError."""
    project = snapshot.project
    require(actor, project, Permission.DOWNLOAD_DATASET)
    if export.project_id != project.pk:
        raise StateConflictError(_("Cet export n'est pas approuvé : on n'en apprend rien."))
    require_teaching(export)
    if refusal := opposition_refusal(snapshot):
        raise StateConflictError(refusal)
    payload = {"snapshot": str(snapshot.pk), "export": str(export.pk)} | choices
    running = jobs.under_way(project, KIND)
    if running is not None:
        if running.payload == payload:
            return running
        raise StateConflictError(
            _(
                "Un autre essai de ce projet attend ou tourne : attendez qu'il finisse, ou annulez-le."
            )
        )
    job = jobs.enqueue(kind=KIND, project=project, actor=actor, payload=payload)
    record(
        "privacy.representations_asked",
        actor=actor,
        project=project,
        target=snapshot,
        export=export.number,
    )
    return job
