"""A snapshot written in another tool's format, and its way out: to admins alone, and audited."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from django.db import transaction

from annotation.domain.formats.registry import FORMATS, Format
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.services.datasets import OnProgress, path_of, private_file, read_snapshot
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

ALL = DatasetFile.Part.ALL


class UnknownFormatError(Exception):
    """No format of that name can be written."""


class FileChangedError(Exception):
    """The file is gone or is no longer what was written."""


def request_file(*, actor: User, snapshot: DatasetSnapshot, format_name: str, part: str) -> Job:
    """Queues the file. Raises UnknownFormatError."""
    require(actor, snapshot.project, Permission.DOWNLOAD_DATASET)
    writable_format(format_name)
    if part not in DatasetFile.Part.values:
        raise UnknownFormatError(part)
    payload = {"snapshot": str(snapshot.pk), "format": format_name, "part": part}
    with transaction.atomic():
        waiting = Job.objects.filter(
            project=snapshot.project,
            kind="write_dataset",
            state=Job.State.QUEUED,
            payload=payload,
        )
        return waiting.first() or jobs.enqueue(
            kind="write_dataset", project=snapshot.project, actor=actor, payload=payload
        )


def writable_format(name: str) -> Format:
    """Raises UnknownFormatError."""
    found = FORMATS.get(name)
    if found is None or found.writes is None:
        raise UnknownFormatError(name)
    return found


def write_draft(
    snapshot: DatasetSnapshot, format_name: str, part: str, path: Path, on_progress: OnProgress
) -> Writing:
    """Writes the file at `path`, whole or not at all. Raises FileNotFoundError."""
    writes = writable_format(format_name).writes
    if writes is None:
        raise UnknownFormatError(format_name)
    writing = Writing()
    try:
        with private_file(path) as stream:
            writes(_notes(snapshot, part, on_progress), stream, writing)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return writing


def _notes(snapshot: DatasetSnapshot, part: str, on_progress: OnProgress) -> Iterator[Note]:
    for number, (given, note) in enumerate(read_snapshot(snapshot), start=1):
        if number % 500 == 0:
            on_progress(number, snapshot.note_count)
        if part in (ALL, given.value):
            yield note


def publish_file(
    *,
    actor: User,
    snapshot: DatasetSnapshot,
    format_name: str,
    part: str,
    draft: Path,
    writing: Writing,
) -> DatasetFile:
    """Gives the draft its place and its row, in the caller's transaction."""
    file, _created = DatasetFile.objects.update_or_create(
        snapshot=snapshot,
        format=format_name,
        part=part,
        defaults={
            "losses": {
                loss.value: count for loss, count in sorted(writing.losses.items()) if count
            },
            "note_count": writing.notes,
            "size_bytes": draft.stat().st_size,
            "sha256": sha256_of(draft),
            "created_by": actor,
        },
    )
    draft.replace(file_path(file))
    record(
        "dataset.written",
        actor=actor,
        project=snapshot.project_id,
        target=file,
        format=format_name,
        part=part,
        notes=file.note_count,
        sha256=file.sha256,
    )
    return file


def file_path(file: DatasetFile) -> Path:
    """Beside the snapshot's own file."""
    extension = FORMATS[file.format].extension
    stem = path_of(file.snapshot).with_suffix("")
    return stem.parent / f"{stem.name}-{file.format}-{file.part}{extension}"


def sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def open_for_download(*, actor: User, file: DatasetFile) -> BufferedReader:
    """The file, once its bytes are proved to be those that were written. Recorded either way.

    Raises FileChangedError.
    """
    project = file.snapshot.project
    require(actor, project, Permission.DOWNLOAD_DATASET)
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
        stream = file_path(file).open("rb")
    except FileNotFoundError:
        return None
    if hashlib.file_digest(stream, "sha256").hexdigest() != file.sha256:
        stream.close()
        return None
    stream.seek(0)
    return stream
