"""Writes a snapshot in another tool's format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation.domain.formats.registry import FORMATS, MODEL_WEIGHTS, Format
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.selectors.dataset_files import (
    dataset_file_path,
    private_file,
    read_snapshot,
)
from annotation.services.build_snapshot import OnProgress
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

ALL = DatasetFile.Part.ALL


class UnknownFormatError(Exception):
    """No format of that name can be written."""


def request_dataset_file(
    *, actor: User, snapshot: DatasetSnapshot, format_name: str, part: str
) -> Job:
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


def write_dataset_file(
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


def publish_dataset_file(
    *,
    actor: User,
    snapshot: DatasetSnapshot,
    format_name: str,
    part: str,
    draft: Path,
    sha256: str,
    writing: Writing,
    askers: Sequence[User] = (),
    source: tuple[UUID, str] | None = None,
) -> DatasetFile:
    """Gives the draft, whose digest is `sha256`, its place and its row, in the caller's transaction; nobody has decided about it yet.

    `askers`: everybody at whose word it was written, besides `actor`. `source`: id and digest of the export whose words it holds, or of the model.
    """
    # the models that one data set has taught have a file each
    whose: dict[str, Any] = (
        {"source_id": source[0]} if source and format_name == MODEL_WEIGHTS else {}
    )
    file, _created = DatasetFile.objects.update_or_create(
        snapshot=snapshot,
        format=format_name,
        part=part,
        **whose,
        defaults={
            "losses": {
                loss.value: count for loss, count in sorted(writing.losses.items()) if count
            },
            "note_count": writing.notes,
            "size_bytes": draft.stat().st_size,
            "sha256": sha256,
            "created_by": actor,
            "source_id": source[0] if source else None,
            "source_sha256": source[1] if source else "",
            "state": DatasetFile.State.WRITTEN,
            "decided_by": None,
            "decided_at": None,
            "decided_sha256": "",
            "decision_reason": "",
        },
    )
    file.asked_by.set([actor, *askers])
    draft.replace(dataset_file_path(file))
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
