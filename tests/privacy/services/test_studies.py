"""Studies: who may make one, what rotating and destroying its key changes."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from deidweb.audit.models import AuditEntry
from privacy.domain.export_order import ExportOrder
from privacy.models import LedgerCharge
from privacy.selectors.export_files import export_path
from privacy.services.build_export import write_export_draft
from privacy.services.create_study import create_study
from privacy.services.destroy_study_key import destroy_study_key
from privacy.services.errors import ExportError, NameMismatchError, StudyDestroyedError
from privacy.services.keep_keys import has_key, key_path
from privacy.services.publish_build import mark_build_failed
from privacy.services.rebuild_export import rebuild_export
from privacy.services.request_export import request_export as new_export
from privacy.services.rotate_study_key import rotate_study_key
from worker.tasks import run_job


def run(export):
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def texts(export) -> dict[str, str]:
    lines = export_path(export).read_bytes().splitlines()
    return {row["id"]: row["text"] for row in map(json.loads, lines)}


def test_the_steward_makes_a_study_and_the_auditor_does_not(project, steward, make_user, stranger):
    made = create_study(actor=steward, project=project, name="S", recipient="R", purpose="P")
    assert has_key(made.pk)
    for person, expected in (
        (make_user("auditrice", project, "auditor"), PermissionDenied),
        (make_user("annotatrice", project, "annotator"), PermissionDenied),
        (stranger, Http404),
    ):
        with pytest.raises(expected):
            create_study(actor=person, project=project, name="T", recipient="R", purpose="P")


def test_only_the_steward_touches_a_key(study, admin, steward):
    with pytest.raises(PermissionDenied):
        rotate_study_key(actor=admin, study=study, version=1)
    with pytest.raises(PermissionDenied):
        destroy_study_key(actor=admin, study=study, confirmation=study.name)
    assert has_key(study.pk)


def test_a_study_without_a_key_encryption_key_is_not_made(project, admin, settings):
    settings.STUDY_KEK = "court"
    with pytest.raises(ExportError, match="STUDY_KEK"):
        create_study(actor=admin, project=project, name="S", recipient="R", purpose="P")
    assert not project.studies.exists()


def test_rotating_gives_new_surrogates_charged_anew_and_leaves_old_exports_alone(
    ward, request_export, study, steward, admin
):
    first = run(request_export())
    spent = LedgerCharge.objects.count()
    study = rotate_study_key(actor=steward, study=study, version=1)
    assert study.key_version == 2
    second = run(request_export())
    assert (first.key_version, second.key_version) == (1, 2)
    assert not texts(first).keys() & texts(second).keys()
    assert not set(texts(first).values()) & set(texts(second).values())
    assert LedgerCharge.objects.count() == 2 * spent
    # an export keeps the version of its request
    again = write_export_draft(
        first, job_id=first.job_id, attempt=9, on_progress=lambda done, total: None
    )
    assert again.sha256 == first.sha256
    again.draft.unlink()


def test_rotating_twice_from_one_page_rotates_once(study, steward):
    rotate_study_key(actor=steward, study=study, version=1)
    again = rotate_study_key(actor=steward, study=study, version=1)
    assert again.key_version == 2
    assert AuditEntry.objects.filter(action="study.key_rotated").count() == 1


def test_destroying_needs_the_name_and_is_final(study, steward):
    for wrong in ("", "cohorte a", "Cohorte"):
        with pytest.raises(NameMismatchError):
            destroy_study_key(actor=steward, study=study, confirmation=wrong)
    assert has_key(study.pk)
    rotate_study_key(actor=steward, study=study, version=1)
    gone = destroy_study_key(actor=steward, study=study, confirmation=" Cohorte A ")
    assert gone.is_destroyed
    assert not has_key(study.pk, 1)
    assert not has_key(study.pk, 2)
    assert AuditEntry.objects.filter(action="study.key_destroyed").count() == 1
    for action in (
        lambda: destroy_study_key(actor=steward, study=study, confirmation="Cohorte A"),
        lambda: rotate_study_key(actor=steward, study=study, version=2),
    ):
        with pytest.raises(StudyDestroyedError):
            action()


def test_a_destroyed_study_exports_nothing_more(ward, request_export, study, steward, admin):
    pending, failed = request_export(), request_export()
    mark_build_failed(failed)
    destroy_study_key(actor=steward, study=study, confirmation=study.name)
    with pytest.raises(StudyDestroyedError, match="détruite"):
        request_export()
    with pytest.raises(StudyDestroyedError):
        rebuild_export(actor=admin, export=failed)
    assert run(pending).state == "failed"
    pending.job.refresh_from_db()
    assert "détruite" in pending.job.error
    assert not LedgerCharge.objects.exists()


def test_a_key_put_back_from_a_backup_revives_nothing(ward, request_export, study, steward):
    export = request_export()
    saved = key_path(study.pk).read_bytes()
    destroy_study_key(actor=steward, study=study, confirmation=study.name)
    key_path(study.pk).write_bytes(saved)
    key_path(study.pk).chmod(0o600)
    assert run(export).state == "failed"
    assert not export_path(export).exists()


def test_the_same_study_repeats_itself_and_another_can_not_be_joined(
    ward, project, request_export, admin
):
    first, second = run(request_export()), run(request_export())
    assert export_path(first).read_bytes() == export_path(second).read_bytes()
    other = create_study(actor=admin, project=project, name="Autre", recipient="CHU", purpose="P")
    order = ExportOrder(epsilon=Decimal("1.5"), reference_date=date(2024, 1, 31), area="FR-21")
    third = run(new_export(actor=admin, project=project, study=other, order=order))
    assert not texts(first).keys() & texts(third).keys()
    assert not set(texts(first).values()) & set(texts(third).values())
    memos = {
        study: set(LedgerCharge.objects.filter(study=study).values_list("memo", flat=True))
        for study in (first.study, other)
    }
    assert memos[first.study]
    assert not memos[first.study] & memos[other]
