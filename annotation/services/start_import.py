"""Takes a file in; a job reads it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.margins import DROP
from annotation.domain.formats.registry import FORMATS
from annotation.models import ImportBatch
from annotation.selectors.imports import pending_imports
from annotation.services.create_project_labels import create_project_labels
from annotation.services.store_upload import (
    ImportNotAcceptedError,
    refuse_binary,
    refuse_foreign,
    store_upload,
    upload_path,
)
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs


def start_import(
    *,
    actor: User,
    project: Project,
    upload: UploadedFile[Any],
    format_name: str,
    entities_are_gold: bool = False,
    margins: str = DROP,
) -> ImportBatch:
    """Stores the file and queues its import; `margins` (DROP, KEEP or ASK) is about PDFs.

    Raises ImportNotAcceptedError when it is empty, too large, no text or waiting already.
    """
    require(actor, project, Permission.IMPORT_NOTES)
    chosen = FORMATS.get(format_name)
    if chosen is None or chosen.reads is None:
        raise ImportNotAcceptedError("format", _("Ce format n'est pas connu."))
    batch_id = uuid.uuid4()
    path = upload_path(batch_id)
    try:
        size, digest = store_upload(
            upload, path, refuse=refuse_foreign if chosen.is_binary else refuse_binary
        )
        batch = ImportBatch(
            id=batch_id,
            project=project,
            created_by=actor,
            format=format_name,
            size_bytes=size,
            sha256=digest,
            margins=margins,
        )
        batch.file_name = Path(upload.name or "").name[-255:]
        _queue(batch, actor, entities_are_gold=entities_are_gold)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return batch


@transaction.atomic
def _queue(batch: ImportBatch, actor: User, *, entities_are_gold: bool) -> None:
    # The project's row makes two clicks at once come one after the other.
    lock_project(batch.project)
    if pending_imports(batch.project).filter(sha256=batch.sha256).exists():
        reason = _("Ce fichier est déjà en cours d'import : attendez qu'il se termine.")
        raise ImportNotAcceptedError("file", reason)
    create_project_labels(batch.project)
    batch.save(force_insert=True)
    payload = {"batch": str(batch.pk), "gold": entities_are_gold}
    batch.job = jobs.enqueue(kind="import", project=batch.project, actor=actor, payload=payload)
    batch.save(update_fields=["job"])
    record(
        "import.started",
        actor=actor,
        project=batch.project,
        target=batch,
        format=batch.format,
        bytes=batch.size_bytes,
        gold=entities_are_gold,
    )
