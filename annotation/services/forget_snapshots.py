"""Removes the files of data sets that hold notes which are gone; those that hold none of them may leave again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.db import transaction

from annotation.models import DatasetFile, DatasetSnapshot, Document
from annotation.selectors.dataset_files import dataset_folder, read_snapshot, snapshot_path
from deidweb.accounts.models import Project
from deidweb.audit.services import record
from deidweb.jobs.models import Job


def forget_snapshots(
    project: Project, *, effects_seen: int, on_snapshot: Callable[[], None] = lambda: None
) -> int:
    """Call it with `effects_on` as it was before the notes are looked at. How many data sets went; their rows stay, so
    that one knows what a model has learned from. `on_snapshot` is called before each, which is read whole."""
    here = set(Document.staged_too.filter(project=project).values_list("external_id", flat=True))
    gone = 0
    for snapshot in DatasetSnapshot.objects.filter(project=project, effects_seen__lt=effects_seen):
        on_snapshot()
        if _holds_only(snapshot, here):
            DatasetSnapshot.objects.filter(pk=snapshot.pk, effects_seen__lt=effects_seen).update(
                effects_seen=effects_seen
            )
        elif _files(snapshot):  # also what an attempt that died has left
            gone += 1
            _remove(snapshot)
    remove_drafts(project)
    return gone


def remove_drafts(project: Project) -> None:
    """Those of attempts that were killed; one that lives looks for oppositions before it publishes."""
    found = list(dataset_folder(project).glob(".draft-*"))  # before who lives is asked
    living = Job.objects.filter(project=project, state=Job.State.RUNNING)
    kept = {f".draft-{pk}-{fence}" for pk, fence in living.values_list("pk", "fence")}
    for path in found:
        if path.stem not in kept:  # a job of two files tells them apart by an ending
            path.unlink(missing_ok=True)


def _holds_only(snapshot: DatasetSnapshot, here: set[str]) -> bool:
    try:
        return all(note.id in here for _part, note in read_snapshot(snapshot))
    except FileNotFoundError:
        return False


def _files(snapshot: DatasetSnapshot) -> list[Path]:
    """On the disk, whatever the rows say; the snapshot's own comes last, without it nothing tells what it held."""
    own = snapshot_path(snapshot)
    found = own.parent.glob(f"{own.stem}*")
    return sorted(found, key=lambda path: path == own)


def _remove(snapshot: DatasetSnapshot) -> None:
    with transaction.atomic():
        files = DatasetFile.objects.filter(snapshot=snapshot)
        count = files.count()
        files.delete()
        record("dataset.forgotten", actor=None, project=snapshot.project_id, target=snapshot,
               files=count)  # fmt: skip
    for path in _files(snapshot):
        path.unlink(missing_ok=True)
