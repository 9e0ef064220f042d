"""Studies: who may make one, what rotating and destroying its key changes."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from deidweb.audit.models import AuditEntry
from privacy import building, errors, keys, services, studies
from privacy.models import LedgerCharge
from worker.tasks import run_job


def run(export):
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def texts(export) -> dict[str, str]:
    lines = building.path_of(export).read_bytes().splitlines()
    return {row["id"]: row["text"] for row in map(json.loads, lines)}


def test_the_steward_makes_a_study_and_the_auditor_does_not(project, steward, make_user, stranger):
    made = studies.create_study(
        actor=steward, project=project, name="S", recipient="R", purpose="P"
    )
    assert keys.exists(made.pk)
    for person, expected in (
        (make_user("auditrice", project, "auditor"), PermissionDenied),
        (make_user("annotatrice", project, "annotator"), PermissionDenied),
        (stranger, Http404),
    ):
        with pytest.raises(expected):
            studies.create_study(
                actor=person, project=project, name="T", recipient="R", purpose="P"
            )


def test_only_the_steward_touches_a_key(study, admin, steward):
    with pytest.raises(PermissionDenied):
        studies.rotate_study_key(actor=admin, study=study, version=1)
    with pytest.raises(PermissionDenied):
        studies.destroy_study_key(actor=admin, study=study, confirmation=study.name)
    assert keys.exists(study.pk)


def test_a_study_without_a_key_encryption_key_is_not_made(project, admin, settings):
    settings.STUDY_KEK = "court"
    with pytest.raises(errors.ExportError, match="STUDY_KEK"):
        studies.create_study(actor=admin, project=project, name="S", recipient="R", purpose="P")
    assert not project.studies.exists()


def test_rotating_gives_new_surrogates_charged_anew_and_leaves_old_exports_alone(
    ward, request_export, study, steward, admin
):
    first = run(request_export())
    spent = LedgerCharge.objects.count()
    study = studies.rotate_study_key(actor=steward, study=study, version=1)
    assert study.key_version == 2
    second = run(request_export())
    assert (first.key_version, second.key_version) == (1, 2)
    assert not texts(first).keys() & texts(second).keys()
    assert not set(texts(first).values()) & set(texts(second).values())
    assert LedgerCharge.objects.count() == 2 * spent
    # an export keeps the version of its request
    again = building.write_draft(
        first, job_id=first.job_id, attempt=9, on_progress=lambda done, total: None
    )
    assert again.sha256 == first.sha256
    again.draft.unlink()


def test_rotating_twice_from_one_page_rotates_once(study, steward):
    studies.rotate_study_key(actor=steward, study=study, version=1)
    again = studies.rotate_study_key(actor=steward, study=study, version=1)
    assert again.key_version == 2
    assert AuditEntry.objects.filter(action="study.key_rotated").count() == 1


def test_destroying_needs_the_name_and_is_final(study, steward):
    for wrong in ("", "cohorte a", "Cohorte"):
        with pytest.raises(errors.NameMismatchError):
            studies.destroy_study_key(actor=steward, study=study, confirmation=wrong)
    assert keys.exists(study.pk)
    studies.rotate_study_key(actor=steward, study=study, version=1)
    gone = studies.destroy_study_key(actor=steward, study=study, confirmation=" Cohorte A ")
    assert gone.is_destroyed
    assert not keys.exists(study.pk, 1)
    assert not keys.exists(study.pk, 2)
    assert AuditEntry.objects.filter(action="study.key_destroyed").count() == 1
    for action in (
        lambda: studies.destroy_study_key(actor=steward, study=study, confirmation="Cohorte A"),
        lambda: studies.rotate_study_key(actor=steward, study=study, version=2),
    ):
        with pytest.raises(errors.StudyDestroyedError):
            action()


def test_a_destroyed_study_exports_nothing_more(ward, request_export, study, steward, admin):
    pending, failed = request_export(), request_export()
    services.mark_build_failed(failed)
    studies.destroy_study_key(actor=steward, study=study, confirmation=study.name)
    with pytest.raises(errors.StudyDestroyedError, match="détruite"):
        request_export()
    with pytest.raises(errors.StudyDestroyedError):
        services.rebuild_export(actor=admin, export=failed)
    assert run(pending).state == "failed"
    pending.job.refresh_from_db()
    assert "détruite" in pending.job.error
    assert not LedgerCharge.objects.exists()


def test_a_key_put_back_from_a_backup_revives_nothing(ward, request_export, study, steward):
    export = request_export()
    saved = keys.path_of(study.pk).read_bytes()
    studies.destroy_study_key(actor=steward, study=study, confirmation=study.name)
    keys.path_of(study.pk).write_bytes(saved)
    keys.path_of(study.pk).chmod(0o600)
    assert run(export).state == "failed"
    assert not building.path_of(export).exists()


def test_the_same_study_repeats_itself_and_another_can_not_be_joined(
    ward, project, request_export, admin
):
    first, second = run(request_export()), run(request_export())
    assert building.path_of(first).read_bytes() == building.path_of(second).read_bytes()
    other = studies.create_study(
        actor=admin, project=project, name="Autre", recipient="CHU", purpose="P"
    )
    order = services.ExportOrder(
        epsilon=Decimal("1.5"), reference_date=date(2024, 1, 31), area="FR-21"
    )
    third = run(services.request_export(actor=admin, project=project, study=other, order=order))
    assert not texts(first).keys() & texts(third).keys()
    assert not set(texts(first).values()) & set(texts(third).values())
    memos = {
        study: set(LedgerCharge.objects.filter(study=study).values_list("memo", flat=True))
        for study in (first.study, other)
    }
    assert memos[first.study]
    assert not memos[first.study] & memos[other]
