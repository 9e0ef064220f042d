"""Asks for every substitution method on the notes of a data set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from annotation.models import DatasetSnapshot
from annotation.selectors.oppositions import opposition_refusal
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.models import ExportRequest
from privacy.services.errors import StateConflictError

KIND: Final = "measure_methods"


@transaction.atomic
def start_methods(
    *,
    actor: User,
    snapshot: DatasetSnapshot,
    export: ExportRequest | None,
    encoders: Sequence[str] = (),
) -> Job:
    """`export`: a released one, for the neighbours of whole texts; `encoders`: keys of `other_encoders`, a line each beside the shipped
    encoder's. The job; the one under way when there is one. Raises
    StateConflictError."""
    require(actor, snapshot.project, Permission.PREVIEW)
    if refusal := opposition_refusal(snapshot):
        raise StateConflictError(refusal)
    running = jobs.under_way(snapshot.project, KIND)
    if running is not None:
        return running
    payload = {
        "snapshot": str(snapshot.pk),
        "export": str(export.pk) if export else None,
        "encoders": list(encoders),
    }
    job = jobs.enqueue(kind=KIND, project=snapshot.project, actor=actor, payload=payload)
    record("utility.methods_measured", actor=actor, project=snapshot.project, target=snapshot)
    return job
