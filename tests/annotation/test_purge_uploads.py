"""Uploads are confidential: none outlives its import."""

import os
import time
import uuid
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from annotation.models import ImportBatch, Patient
from annotation.services.purge_uploads import purge_uploads
from annotation.services.start_import import start_import
from annotation.services.store_upload import upload_path
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.IMPORT_DIR = tmp_path
    return tmp_path


@pytest.fixture
def batch(admin, project) -> ImportBatch:
    return start_import(
        actor=admin,
        project=project,
        upload=SimpleUploadedFile("n.jsonl", b'{"id": "a", "text": "x"}'),
        format_name="jsonl",
    )


def test_an_import_cancelled_while_it_waited_leaves_no_file(batch, admin):
    jobs.request_cancel(batch.job, actor=admin)
    assert upload_path(batch.pk).exists()
    assert purge_uploads() == 1
    assert not upload_path(batch.pk).exists()
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REFUSED


@pytest.mark.parametrize("is_asked", [True, False])
def test_without_the_project_s_key_it_goes_all_the_same_and_the_log_says_so(
    batch, admin, settings, tmp_path, caplog, is_asked
):
    """One lost key stopped the sweep, for all projects."""
    Patient.objects.create(project=batch.project, external_id="p1")
    if is_asked:
        old = timezone.now() - timedelta(days=8)
        ImportBatch.objects.update(state=ImportBatch.State.REVIEW, created_at=old)
    else:
        batch.report = [{"line": 1, "field": "text", "reason": "x"}]
        batch.save()
        jobs.request_cancel(batch.job, actor=admin)
    settings.IDENTITY_KEY_DIR = tmp_path / "elsewhere"
    assert purge_uploads() == 1
    assert not upload_path(batch.pk).exists()
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REFUSED
    assert f"import {batch.pk}: no key" in caplog.text
    assert AuditEntry.objects.filter(action="import.refused").exists()


def test_a_waiting_import_keeps_its_file_however_old(batch):
    old = time.time() - 90_000
    os.utime(upload_path(batch.pk), (old, old))
    assert purge_uploads() == 0
    assert upload_path(batch.pk).exists()


def test_a_file_without_an_import_goes_after_an_hour(folder, db):
    fresh, old = folder / str(uuid.uuid4()), folder / str(uuid.uuid4())
    for path in (fresh, old):
        path.write_text("confidentiel")
    os.utime(old, (time.time() - 4000,) * 2)
    assert purge_uploads() == 1
    assert fresh.exists()
    assert not old.exists()
