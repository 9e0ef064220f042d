"""Removes the files of exports that no row stands for: what a process that was killed between the two has left."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction

from deidweb.jobs.models import Job
from privacy.models import ExportRequest

_State = ExportRequest.State
HAVE_FILES = frozenset({_State.BUILT, _State.QUARANTINED, _State.RELEASED})
_DRAFTS = (".tmp", ".draft")  # of jobs, whose ids are in the names


def remove_leftovers(*only: ExportRequest) -> int:
    """How many. Of the exports given, else of all; what names no export of this database is nobody's to remove."""
    files: dict[UUID, list[Path]] = {}
    for path in Path(settings.EXPORT_DIR).glob("*.*"):
        if (export_id := _uuid(path.name.partition(".")[0])) is not None:
            files.setdefault(export_id, []).append(path)
    exports = ExportRequest.objects.filter(pk__in=[export.pk for export in only] or list(files))
    states = dict(exports.values_list("pk", "state"))
    suspect = [pk for pk in states if any(_is_left(path, states[pk]) for path in files.get(pk, ()))]
    return sum(_remove(pk, files[pk]) for pk in suspect)


@transaction.atomic
def _remove(export_id: UUID, paths: list[Path]) -> int:
    """Under the lock under which files are put in place."""
    locked = ExportRequest.objects.select_for_update(of=("self",)).filter(pk=export_id)
    state = locked.values_list("state", flat=True).first()
    gone = [path for path in paths if state is not None and _is_left(path, state)]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _is_left(path: Path, state: str) -> bool:
    if path.suffix in _DRAFTS:
        return not _may_go_on(path)
    return state not in HAVE_FILES


def _may_go_on(draft: Path) -> bool:
    """Its job will go on: « <export>.jsonl.<job>.<attempt>.tmp », « <export>.<job>.draft »."""
    ids = [found for word in draft.name.split(".")[1:] if (found := _uuid(word)) is not None]
    return Job.objects.filter(pk__in=ids).exclude(state__in=Job.FINISHED).exists()


def _uuid(word: str) -> UUID | None:
    try:
        return UUID(word)
    except ValueError:
        return None
