"""Job `forget_notes`: after an opposition, what was made of the patient's notes goes: coded notes, files of data sets and exports.

The notes went with the opposition itself, and nothing made before is shown or leaves since. This tells what held the
patient from what did not: the first goes, the second is free again.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.models import KnownLine
from annotation.selectors.oppositions import effects_on
from annotation.services.dataset_source import forget_learned
from annotation.services.forget_snapshots import forget_snapshots
from deidweb.accounts.models import Project
from icdcoder.models import CodedNote
from icdcoder.services.forget_code_snapshots import forget_code_snapshots
from icdcoder.services.forget_notes import keep_coded_notes
from privacy.domain.exported_note import pseudonym_in
from privacy.models import ExportRequest
from privacy.selectors.export_files import (
    export_path,
    learned_paths,
    near_path,
    open_export_file,
)
from privacy.selectors.export_notes import pseudonyms_of_notes
from privacy.services.keep_keys import StudyKeyError, load_key
from privacy.services.move_export import lock_export
from worker.selectors.adapted import adapted_folder, adapted_of
from worker.tasks import lines
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Payload: nothing. Again without harm."""
    project = context.job.project
    # before anything is looked at: a later opposition has its own job
    seen = effects_on(project.pk)
    datasets = forget_snapshots(project, effects_seen=seen, on_snapshot=context.sign)
    notes, knows_all = _forget_coded(context, project, seen)
    context.assert_owned()
    forget_code_snapshots(project, effects_seen=seen)
    if adapted_of(project) is None:  # it has read the patient's notes
        shutil.rmtree(adapted_folder(project), ignore_errors=True)
    # of whose notes nobody can tell
    _unlink(*map(near_path, ExportRequest.objects.filter(project=project)))
    freed = sum(_is_freed(context, export, seen) for export in _barred(project, seen))
    if KnownLine.objects.filter(project=project).exists():  # last: it reads every note
        lines.run(context)  # a line may now stand in too few patients' notes
    if not knows_all:
        raise JobRefused(
            _(
                "La clé d'une étude est introuvable : ses notes codées restent cachées. Remettez-la en place, puis "
                "relancez ce travail."
            )
        )
    return {"notes": notes, "datasets": datasets, "freed": freed}


def _forget_coded(context: JobContext, project: Project, seen: int) -> tuple[int, bool]:
    """How many coded notes went, and whether every key was there that tells whose they were."""
    coded = CodedNote.objects.filter(project=project, effects_seen__lt=seen).order_by()
    notes, knows_all = 0, True
    for export_id in coded.values_list("export_id", flat=True).distinct():
        context.assert_owned()
        names = _names(export_id, seen)
        if names is None:
            knows_all = False
        else:
            notes += keep_coded_notes(project, export_id, public_ids=names, effects_seen=seen)
    return notes, knows_all


def _is_freed(context: JobContext, export: ExportRequest, seen: int) -> bool:
    """Whether the export may leave as before; what holds the patient goes."""
    context.sign()  # each is read whole, and one that is free is written by nobody
    names = _names(export.pk, seen)
    if _free(export, seen, names):
        return True
    with transaction.atomic():
        context.assert_owned()
        if lock_export(export).effects_seen < seen:  # else built anew while this one was read
            _unlink(*learned_paths(export))  # what was learned from it holds its words
            forget_learned(export.pk)
            if names is not None:  # else its notes may turn out to be everybody's but his
                _unlink(export_path(export))
    return False


def _unlink(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _barred(project: Project, seen: int) -> QuerySet[ExportRequest]:
    state = ExportRequest.State
    exports = ExportRequest.objects.filter(project=project, effects_seen__lt=seen)
    return exports.filter(state__in=[state.BUILT, state.QUARANTINED, state.RELEASED])


def _free(export: ExportRequest, seen: int, names: set[str] | None) -> bool:
    """An export none of whose notes is gone may leave as before."""
    if not _holds_only(export, names):
        return False
    same = ExportRequest.objects.filter(pk=export.pk, sha256=export.sha256, effects_seen__lt=seen)
    return bool(same.update(effects_seen=seen))


def _holds_only(export: ExportRequest, names: set[str] | None) -> bool:
    if not names:
        return False
    file = open_export_file(export)
    if file is None:
        return False
    with file:
        return all(pseudonym_in(line) in names for line in file)


def _names(export_id: Any, seen: int) -> set[str] | None:
    """What the notes of today are called in the export; nothing when its key was destroyed, for nobody can tell any
    more, or when it is whole texts in the words of a patient who is gone; None when the key should be there and is not."""
    export = ExportRequest.objects.select_related("study", "pool").filter(pk=export_id).first()
    if export is None or export.study.destroyed_at is not None:
        return set()
    if export.texts:
        pool = export.pool
        if pool is None:
            return set()
        if pool.effects_seen < seen:
            taught = _names(pool.pk, seen)
            if taught is None:
                return None
            if not _holds_only(pool, taught):
                return set()
    try:
        return pseudonyms_of_notes(export, load_key(export.study_id, export.key_version))
    except StudyKeyError:
        return None
