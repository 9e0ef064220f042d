"""Asks for the words of a released export to be learned, or for the sentences near a note's, by a job that may load the learner."""

from __future__ import annotations

from django.db import transaction

from annotation.models import Document
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import KIND, NEAR, SHIPPED
from privacy.services.open_released import require_teaching


@transaction.atomic
def start_learning(*, actor: User, export: ExportRequest) -> Job:
    """The job; the project's one under way when there is one. Raises StateConflictError."""
    return _start(actor, export, KIND, {"export": str(export.pk)}, "privacy.words_asked")


@transaction.atomic
def start_near(
    *, actor: User, export: ExportRequest, document: Document, encoder: str = SHIPPED
) -> Job:
    """The same for the sentences of a note that the person may see; `encoder`: a key of `sentence_encoders`. Raises
    StateConflictError."""
    payload = {"export": str(export.pk), "document": str(document.pk), "encoder": encoder}
    return _start(actor, export, NEAR, payload, "privacy.sentences_asked")


def _start(
    actor: User, export: ExportRequest, kind: str, payload: dict[str, str], action: str
) -> Job:
    require(actor, export.project, Permission.PREVIEW)
    require_teaching(export)
    running = jobs.under_way(export.project, kind)
    if running is not None:
        return running
    job = jobs.enqueue(kind=kind, project=export.project, actor=actor, payload=payload)
    record(action, actor=actor, project=export.project, target=export)
    return job
