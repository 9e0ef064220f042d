"""Where the files of data sets lie, and what a snapshot's holds."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings

from annotation.domain.datasets.split import Part
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.formats.registry import FORMATS
from annotation.domain.notes import Note
from annotation.models import DatasetFile, DatasetSnapshot
from deidweb.accounts.models import Project

SPLIT_KEY: Final = "split"  # in a line's `meta`


def snapshot_path(snapshot: DatasetSnapshot) -> Path:
    """Where the notes of a snapshot lie."""
    return dataset_folder(snapshot.project) / f"{snapshot.address}.jsonl"


def dataset_folder(project: Project) -> Path:
    return Path(settings.DATASET_DIR) / str(project.pk)


def private_file(path: Path) -> BinaryIO:
    """For writing and reading; only this account may open it."""
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC
    return os.fdopen(os.open(path, flags, 0o600), "w+b")


def read_snapshot(snapshot: DatasetSnapshot) -> Iterator[tuple[Part, Note]]:
    """(part, note) in order of note id. Raises FileNotFoundError."""
    with snapshot_path(snapshot).open("rb") as stream:
        for note in read_notes(bounded_lines(stream), file_name=""):
            meta = dict(note.meta)
            part = Part(meta.pop(SPLIT_KEY))
            yield part, replace(note, meta=meta)


def dataset_file_path(file: DatasetFile) -> Path:
    """Beside the snapshot's own file."""
    extension = FORMATS[file.format].extension
    stem = snapshot_path(file.snapshot).with_suffix("")
    whose = f"-{file.source_id}" if file.is_weights else ""
    return stem.parent / f"{stem.name}-{file.format}-{file.part}{whose}{extension}"


def sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
