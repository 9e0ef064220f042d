"""The end of a project: nothing of its patients stays, and a certificate says what went.

What stays: the project's name and its exports' rows (who decided what), the privacy ledger (keyed accounts: what was
spent stays spent), the journal.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from annotation.models import (
    AgreementReport,
    DatasetSnapshot,
    Document,
    EntityDay,
    ImportBatch,
    KnownLine,
    Patient,
)
from annotation.selectors.dataset_files import dataset_folder
from annotation.services.erase_patients import erase_notes
from annotation.services.store_upload import delete_upload
from deidweb.accounts.models import Membership, Project, RoleProposal
from deidweb.accounts.services import end_sessions
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from deidweb.keys import identities
from icdcoder.models import BlindStudy, CodedNote, CodeSnapshot
from privacy.models import ExportRequest, Study
from privacy.selectors.export_files import export_path, learned_paths
from privacy.services.keep_keys import destroy_keys
from worker.models import CoderVersion, ModelVersion, SiteMeasure
from worker.selectors.adapted import adapted_folder
from worker.selectors.versions import model_folder, work_folder

_CHUNK: Final = 200


class ProjectBusyError(Exception):
    """Jobs of the project run or wait."""


def what_there_is(project: Project) -> dict[str, int]:
    """Counts for the certificate and for who is about to decide."""
    return {
        "notes": Document.staged_too.filter(project=project).count(),
        "patients": Patient.objects.filter(project=project).count(),
        "imports": ImportBatch.objects.filter(project=project).count(),
        "datasets": DatasetSnapshot.objects.filter(project=project).count(),
        "models": ModelVersion.objects.filter(project=project).count(),
        "adapted_encoders": int(adapted_folder(project).exists()),
        "coders": CoderVersion.objects.filter(project=project).count(),
        "coded_notes": CodedNote.objects.filter(project=project).count(),
        "blind_studies": BlindStudy.objects.filter(project=project).count(),
        "code_snapshots": CodeSnapshot.objects.filter(project=project).count(),
        "export_files": sum(export_path(export).is_file() for export in _exports(project)),
        "study_keys": Study.objects.filter(project=project, destroyed_at=None).count(),
        "identity_keys": len(identities.versions(project.pk)),
        "members": Membership.objects.filter(project=project).count(),
    }


def end_project(project: Project, *, tell: Callable[[str], None]) -> dict[str, Any]:
    """Erases, step by step; begun again after a cut it goes on. The certificate. Raises ProjectBusyError."""
    if Job.objects.filter(project=project).exclude(state__in=Job.FINISHED).exists():
        raise ProjectBusyError
    certificate: dict[str, Any] = dict(what_there_is(project))
    _close_doors(project)
    for number in _erase_notes(project):
        tell(f"{number} notes effacées")
    _erase_rows(project)
    _erase_files(project)
    _forget_pages()
    left = what_there_is(project)
    certificate |= {
        "project": str(project.pk),
        "at": timezone.now().isoformat(),
        "left": sum(left.values()),
    }
    record("project.ended", actor=None, project=project, target=project, notes=certificate["notes"],
           patients=certificate["patients"], left=certificate["left"])  # fmt: skip
    return certificate


@transaction.atomic
def _close_doors(project: Project) -> None:
    """Nobody works in it any more, and its keys die first, whatever else may fail: identities in older backups of the
    database are dead with them, pseudonyms of what was exported lead back to nobody."""
    identities.destroy_keys(project.pk)
    memberships = Membership.objects.filter(project=project).select_related("user")
    people = {membership.user for membership in memberships}
    memberships.delete()
    RoleProposal.objects.filter(project=project).delete()
    for user in people:
        if not user.memberships.in_force().exists() and not user.is_superuser:
            end_sessions(user)
    for study in Study.objects.filter(project=project):
        destroy_keys(study.pk)
        if study.destroyed_at is None:
            study.destroyed_at = timezone.now()
            study.save(update_fields=["destroyed_at"])
            record("study.key_destroyed", actor=None, project=project, target=study)


def _erase_notes(project: Project) -> Iterator[int]:
    notes, gone = Document.staged_too.filter(project=project).order_by("pk"), 0
    while ids := list(notes.values_list("pk", flat=True)[:_CHUNK]):
        gone += erase_notes(ids)
        yield gone


@transaction.atomic
def _erase_rows(project: Project) -> None:
    """Files of imports carry people's names; findings and doubts tell where names stood."""
    Patient.objects.filter(project=project).delete()
    for batch in ImportBatch.objects.filter(project=project):
        delete_upload(batch)
        batch.delete()
    CodedNote.objects.filter(project=project).delete()
    BlindStudy.objects.filter(project=project).delete()
    DatasetSnapshot.objects.filter(project=project).delete()
    AgreementReport.objects.filter(project=project).delete()
    KnownLine.objects.filter(project=project).delete()
    SiteMeasure.objects.filter(project=project).delete()
    EntityDay.objects.filter(
        project=project
    ).delete()  # names of wards and types, as files gave them
    _exports(project).update(findings=[], cohort={}, sample=[])
    jobs = Job.objects.filter(project=project)
    for job in jobs:  # a training that died has left what it had learned
        shutil.rmtree(work_folder(job.pk), ignore_errors=True)
    jobs.delete()


def _erase_files(project: Project) -> None:
    """Models have learned from the notes: their weights are personal data, too."""
    shutil.rmtree(dataset_folder(project), ignore_errors=True)
    shutil.rmtree(adapted_folder(project), ignore_errors=True)
    for export in _exports(project):
        for path in (export_path(export), *learned_paths(export)):
            path.unlink(missing_ok=True)
        for kind in (f"{export.pk}.*.draft", f"{export.pk}.*.tmp"):  # left by jobs that died
            for draft in export_path(export).parent.glob(kind):
                draft.unlink(missing_ok=True)
    for versions in (ModelVersion.objects.all(), CoderVersion.objects.all()):
        own = versions.filter(project=project)
        others = set(versions.exclude(project=project).values_list("content_hash", flat=True))
        for name in set(own.values_list("content_hash", flat=True)) - others:
            shutil.rmtree(model_folder(name), ignore_errors=True)
        own.delete()
    CodeSnapshot.objects.filter(project=project).delete()


def _forget_pages() -> None:
    """Deleted rows live on in a database's free pages and its log until these are written anew."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            for model in (Document, Patient, ImportBatch, CodedNote, CodeSnapshot):
                cursor.execute(f'VACUUM FULL "{model._meta.db_table}"')
            cursor.execute("VACUUM")


def _exports(project: Project) -> Any:
    return ExportRequest.objects.filter(project=project)
