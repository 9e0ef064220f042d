"""Removes the files of data sets that no row names: what a process that was killed between the two has left."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from annotation.models import DatasetFile, DatasetSnapshot
from annotation.selectors.dataset_files import dataset_file_path, dataset_folder, snapshot_path
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project


def remove_unlisted(project: Project) -> int:
    """How many. Drafts are `remove_drafts`' affair."""
    if not _unlisted(project):
        return 0
    with transaction.atomic():
        # who puts a file in place holds the project until its row is there
        lock_project(project)
        gone = _unlisted(project)
        for path in gone:
            path.unlink(missing_ok=True)
    return len(gone)


def _unlisted(project: Project) -> list[Path]:
    found = [p for p in dataset_folder(project).glob("*") if not p.name.startswith(".")]
    if not found:
        return []
    snapshots = DatasetSnapshot.objects.filter(project=project).select_related("project")
    files = DatasetFile.objects.filter(snapshot__project=project).select_related(
        "snapshot__project"
    )
    listed = {*map(snapshot_path, snapshots), *map(dataset_file_path, files)}
    return [path for path in found if path not in listed]
