"""The way out of a data set's file: to admins alone, once a second person has let it go, and audited."""

from __future__ import annotations

import hashlib
from io import BufferedReader

from django.db import transaction

from annotation.models import DatasetFile
from annotation.selectors.dataset_files import dataset_file_path
from annotation.selectors.oppositions import has_lost_patients
from annotation.services.dataset_source import source_refusal
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class OpposedSinceError(Exception):
    """A patient of the project has opposed since the snapshot was made: it may hold his notes."""


class NotReleasedError(Exception):
    """Nobody else has let the file go."""


class ExpiredError(Exception):
    """It was let go too long ago."""


class SourceGoneError(Exception):
    """What it was learned from may not leave any more; the message is for the person."""


class FileChangedError(Exception):
    """The file is gone or is no longer what was written."""


def open_dataset_file(*, actor: User, file: DatasetFile) -> BufferedReader:
    """The file, once its bytes are proved to be those that were written. Recorded either way.

    Raises NotReleasedError, ExpiredError, FileChangedError, OpposedSinceError, SourceGoneError.
    """
    project = file.snapshot.project
    require(actor, project, Permission.DOWNLOAD_DATASET)
    if file.state != DatasetFile.State.RELEASED or file.decided_sha256 != file.sha256:
        raise NotReleasedError
    if file.is_expired:
        raise ExpiredError
    if has_lost_patients(project.pk, file.snapshot.effects_seen):
        raise OpposedSinceError
    with transaction.atomic():
        refusal = source_refusal(file)
    if refusal:
        raise SourceGoneError(refusal)
    stream = _intact(file)
    if stream is None:
        record("dataset.file_changed", actor=actor, project=project, target=file)
        raise FileChangedError
    record(
        "dataset.downloaded",
        actor=actor,
        project=project,
        target=file,
        format=file.format,
        part=file.part,
        notes=file.note_count,
        sha256=file.sha256,
    )
    return stream


def _intact(file: DatasetFile) -> BufferedReader | None:
    try:
        stream = dataset_file_path(file).open("rb")
    except FileNotFoundError:
        return None
    if hashlib.file_digest(stream, "sha256").hexdigest() != file.sha256:
        stream.close()
        return None
    stream.seek(0)
    return stream
