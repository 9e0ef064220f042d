"""What a refused, stopped or abandoned import leaves: nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from annotation.models import Document, ImportBatch, Layer, LayerSpan
from annotation.services.store_upload import delete_upload
from annotation.services.write_patients import PatientWriter
from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from deidweb.keys.wrapping import KeyFileError

logger = logging.getLogger(__name__)
CHUNK_NOTES: Final = 200


def drop_staged(batch: ImportBatch, guard: Callable[[], None]) -> None:
    """Removes what this batch wrote, by short transactions."""
    staged = Document.staged_too.filter(batch=batch).order_by("pk")
    while ids := list(staged.values_list("pk", flat=True)[:CHUNK_NOTES]):
        with transaction.atomic():
            guard()
            _delete(ids)
    with transaction.atomic():
        guard()
        PatientWriter.drop_orphans(batch.project)


def _delete(ids: list[UUID]) -> None:
    LayerSpan.objects.filter(layer__document__in=ids).delete()
    Layer.staged_too.filter(document__in=ids).delete()
    Document.staged_too.filter(pk__in=ids).delete()


def drop_abandoned(project: Project, guard: Callable[[], None]) -> None:
    """What imports that were given up have left: their ids would bar the file's next try."""
    given_up = ImportBatch.objects.filter(
        project=project, state=ImportBatch.State.PENDING, job__state__in=Job.FINISHED
    )
    for batch in given_up:
        drop_staged(batch, guard)
        if batch.job is not None and batch.job.state == Job.State.CANCELLED:
            with transaction.atomic():
                guard()
                close_refused(batch)
            delete_upload(batch)


def close_refused(batch: ImportBatch, actor: User | None = None) -> None:
    """`actor`: who gave it up, where that is not who began it."""
    batch.state = ImportBatch.State.REFUSED
    batch.margin_lines = []
    batch.save(update_fields=["state", "sealed_report", "margin_lines"])
    record(
        "import.refused",
        actor=actor or batch.created_by,
        project=batch.project,
        target=batch,
        errors=_error_count(batch),
    )


def _error_count(batch: ImportBatch) -> int | None:
    """None where no key opens the report: what was refused is refused all the same."""
    try:
        return len(batch.report)
    except KeyFileError:
        logger.warning("import %s: no key opens its report", batch.pk)
        return None
