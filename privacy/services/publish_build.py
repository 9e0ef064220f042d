"""Publishes what a build has made and charged: in place, open for decision or in quarantine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.selectors.oppositions import has_lost_patients
from annotation.services.build_snapshot import OpposedMeanwhileError
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import User
from deidweb.audit.services import record
from deidweb.keys.wrapping import sync_folder
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
from privacy.services.build_export import BuiltFile
from privacy.services.charge_ledger import release_charges
from privacy.services.lock_study import refuse_destroyed
from privacy.services.move_export import State, lock_export, move_export


def publish_build(
    export: ExportRequest, built: BuiltFile, *, askers: Sequence[User] = ()
) -> ExportRequest:
    """Puts the finished file in place, opens it for decision or quarantines it; `hold_charges` has charged it before.

    `askers`: everybody at whose word the job has run. Call it in the transaction that holds the job (`assert_owned`). If the process dies between the
    rename and the commit, the next attempt writes the same bytes again. Raises StudyDestroyedError,
    OpposedMeanwhileError: nothing is published.
    """
    export = lock_export(export)
    lock_project(export.project)
    if has_lost_patients(export.project_id, built.effects_seen):
        raise OpposedMeanwhileError(_("Un patient s'est opposé entre-temps : recommencez."))
    export.study.refresh_from_db()
    refuse_destroyed(export.study)
    move_export(export, State.QUARANTINED if built.finding_count else State.BUILT)
    export.sha256 = built.sha256
    export.size_bytes = built.size_bytes
    export.document_count = built.document_count
    export.patient_count = built.patient_count
    export.manifest = built.manifest
    export.findings = built.findings
    export.finding_count = built.finding_count
    export.cohort = built.cohort
    export.sample = built.sample
    export.changes = built.changes
    export.effects_seen = built.effects_seen
    export.built_at = timezone.now()
    export.save()
    export.asked_by.add(*askers)
    record(
        "export.quarantined" if built.finding_count else "export.built",
        actor=None,
        project=export.project,
        target=export,
        sha256=built.sha256,
        notes=built.document_count,
        findings=built.finding_count,
    )
    put_in_place(built.draft, export_path(export))
    return export


@transaction.atomic
def mark_build_failed(export: ExportRequest) -> None:
    """The input is at fault; the job says why, and nothing is held. An attempt that died may have left its file."""
    export = lock_export(export)
    move_export(export, State.FAILED)
    release_charges(export)
    export_path(export).unlink(missing_ok=True)
    export.save(update_fields=["state"])
    record("export.failed", actor=None, project=export.project, target=export)


def put_in_place(draft: Path, final: Path) -> None:
    """Renames the finished draft; readers see the old file or the new one, whole."""
    draft.replace(final)
    sync_folder(final.parent)
