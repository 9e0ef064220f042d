"""Taking a file in: stored by chunks while it is hashed, then a job reads it."""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import models, transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.archives import ZIP_HEAD
from annotation.domain.formats.registry import FORMATS
from annotation.models import ImportBatch
from annotation.services.labels import create_project_labels
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

MAX_UPLOAD_BYTES: Final = 500 * 1024 * 1024
SNIFFED_BYTES: Final = 1024


class ImportNotAcceptedError(Exception):
    """The upload can't be taken; `field` is the form's field, the message is for the person."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


def start_import(
    *,
    actor: User,
    project: Project,
    upload: UploadedFile[Any],
    format_name: str,
    entities_are_gold: bool = False,
) -> ImportBatch:
    """Stores the file and queues its import.

    Raises ImportNotAcceptedError when it is empty, too large, no text or waiting already.
    """
    require(actor, project, Permission.IMPORT_NOTES)
    chosen = FORMATS.get(format_name)
    if chosen is None or chosen.reads is None:
        raise ImportNotAcceptedError("format", _("Ce format n'est pas connu."))
    batch_id = uuid.uuid4()
    path = upload_path(batch_id)
    try:
        size, digest = _store(upload, path, is_binary=chosen.is_binary)
        batch = ImportBatch(
            id=batch_id,
            project=project,
            created_by=actor,
            file_name=Path(upload.name or "").name[-255:],
            format=format_name,
            size_bytes=size,
            sha256=digest,
        )
        _queue(batch, actor, entities_are_gold=entities_are_gold)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return batch


@transaction.atomic
def _queue(batch: ImportBatch, actor: User, *, entities_are_gold: bool) -> None:
    # The project's row makes two clicks at once come one after the other.
    Project.objects.select_for_update(no_key=True).get(pk=batch.project_id)
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


def pending_imports(project: Project) -> models.QuerySet[ImportBatch]:
    """Imports that wait or run."""
    return ImportBatch.objects.filter(
        project=project,
        state=ImportBatch.State.PENDING,
        job__state__in=[Job.State.QUEUED, Job.State.RUNNING],
    )


def upload_path(batch_id: uuid.UUID) -> Path:
    """Where the upload lies until its import has ended."""
    return Path(settings.IMPORT_DIR) / str(batch_id)


def delete_upload(batch: ImportBatch) -> None:
    """The file holds confidential notes: it goes as soon as it is of no more use."""
    upload_path(batch.pk).unlink(missing_ok=True)


def start_preannotation(*, actor: User, project: Project) -> Job:
    """Queues a pre-annotation of the notes that the present engine has not seen.

    The one that waits already is returned instead of a second.
    """
    require(actor, project, Permission.RUN_JOBS)
    return queue_preannotation(actor=actor, project=project)


@transaction.atomic
def queue_preannotation(*, actor: User | None, project: Project) -> Job:
    """The same for a job that has its permission already (the end of an import)."""
    waiting = Job.objects.filter(project=project, kind="preannotate", state=Job.State.QUEUED)
    return waiting.first() or jobs.enqueue(kind="preannotate", project=project, actor=actor)


def _store(upload: UploadedFile[Any], path: Path, *, is_binary: bool) -> tuple[int, str]:
    """Size and SHA-256 of what was written. Only this account may read the file."""
    if upload.size is not None and upload.size > MAX_UPLOAD_BYTES:
        raise _too_large()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    digest, size = hashlib.sha256(), 0
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        for chunk in upload.chunks(1024 * 1024):
            if not size and not is_binary:
                _refuse_binary(chunk[:SNIFFED_BYTES])
            size += len(chunk)
            if size > MAX_UPLOAD_BYTES:
                raise _too_large()
            digest.update(chunk)
            target.write(chunk)
    if not size:
        raise ImportNotAcceptedError("file", _("Ce fichier est vide."))
    return size, digest.hexdigest()


def _refuse_binary(head: bytes) -> None:
    """By its first bytes: what is no text, said as what it is. Raises ImportNotAcceptedError."""
    if head.startswith(ZIP_HEAD):
        reason = _(
            "Ce fichier est une archive ZIP ou un document bureautique (Word, Excel). Choisissez un "
            "format d'archive, ou enregistrez le document en texte ou en CSV."
        )
    elif head.startswith(b"%PDF-"):
        reason = _("Ce fichier est un PDF : choisissez le format PDF.")
    elif head.startswith((b"\xff\xfe", b"\xfe\xff")):
        reason = _("Ce fichier est en UTF-16. Enregistrez-le en UTF-8, puis réessayez.")
    elif b"\0" in head:
        reason = _(
            "Ce fichier n'est pas du texte en UTF-8. Enregistrez-le en UTF-8, puis réessayez."
        )
    else:
        return
    raise ImportNotAcceptedError("file", reason)


def _too_large() -> ImportNotAcceptedError:
    limit = MAX_UPLOAD_BYTES // (1024 * 1024)
    reason = _("Ce fichier dépasse %(limit)d Mo : coupez-le en plusieurs fichiers.")
    return ImportNotAcceptedError("file", reason % {"limit": limit})
