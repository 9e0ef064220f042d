"""Stores an uploaded file by chunks while it is hashed."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from annotation.domain.foreign import HEAD_BYTES, foreign
from annotation.domain.formats.archives import ZIP_HEAD
from annotation.models import ImportBatch
from deidweb.sentences import localised

MAX_UPLOAD_BYTES: Final = 500 * 1024 * 1024


class ImportNotAcceptedError(Exception):
    """The upload can't be taken; `field` is the form's field, the message is for the person."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


def upload_path(batch_id: uuid.UUID) -> Path:
    """Where the upload lies until its import has ended."""
    return Path(settings.IMPORT_DIR) / str(batch_id)


def delete_upload(batch: ImportBatch) -> None:
    """The file holds confidential notes: it goes as soon as it is of no more use."""
    upload_path(batch.pk).unlink(missing_ok=True)


def store_upload(
    upload: UploadedFile[Any],
    path: Path,
    *,
    refuse: Callable[[bytes], None] | None = None,
    most: int | None = None,
) -> tuple[int, str]:
    """Size and SHA-256 of what was written. Only this account may read the file. `refuse` looks at the first bytes and may raise;
    `most`: bytes, MAX_UPLOAD_BYTES without one. Raises ImportNotAcceptedError."""
    most = MAX_UPLOAD_BYTES if most is None else most
    if upload.size is not None and upload.size > most:
        raise _too_large(most)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    digest, size = hashlib.sha256(), 0
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        for chunk in upload.chunks(1024 * 1024):
            if refuse is not None and not size:
                refuse(chunk[:HEAD_BYTES])
            size += len(chunk)
            if size > most:
                raise _too_large(most)
            digest.update(chunk)
            target.write(chunk)
    if not size:
        raise ImportNotAcceptedError("file", _("Ce fichier est vide."))
    return size, digest.hexdigest()


def refuse_foreign(head: bytes) -> None:
    """A file of a kind that no format of notes reads. Raises ImportNotAcceptedError."""
    if reason := localised(foreign(head)):
        raise ImportNotAcceptedError("file", f"{capfirst(reason)}.")


def refuse_binary(head: bytes) -> None:
    """By its first bytes: what is no text, said as what it is. Raises ImportNotAcceptedError."""
    refuse_foreign(head)
    if head.startswith(ZIP_HEAD):
        reason = _(
            "Ce fichier est une archive ZIP ou un document bureautique. Choisissez le format Word ou un "
            "format d'archive ; enregistrez un tableur en CSV."
        )
    elif head.startswith(b"%PDF-"):
        reason = _("Ce fichier est un PDF : choisissez le format PDF.")
    elif b"\0" in head:
        reason = _(
            "Ce fichier n'est pas un texte. Choisissez le format qui lui correspond, ou un fichier de texte en UTF-8."
        )
    else:
        return
    raise ImportNotAcceptedError("file", reason)


def _too_large(most: int) -> ImportNotAcceptedError:
    limit = most // (1024 * 1024)
    reason = _("Ce fichier dépasse %(limit)d Mo : coupez-le en plusieurs fichiers.")
    return ImportNotAcceptedError("file", reason % {"limit": limit})
