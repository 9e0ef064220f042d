"""Names of an import's files, which may be patients': sealed in the database, shown to who brought them."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from annotation.models import ImportBatch
from annotation.services.reseal_identities import retire_old_keys, rotate_identity_key
from annotation.services.start_import import start_import
from deidweb.keys.identities import key_path, versions
from deidweb.keys.wrapping import KeyFileError
from worker.tasks import run_job

NAMES = ("Durand_Jeanne_1950.zip", "Legranville_Paul.txt")


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.IDENTITY_KEY_DIR = tmp_path / "identities"


@pytest.fixture
def batch(project, admin) -> ImportBatch:
    """An archive whose one member is empty: refused, and the report names it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(NAMES[1], b"")
    upload = SimpleUploadedFile(NAMES[0], packed.getvalue())
    batch = start_import(actor=admin, project=project, upload=upload, format_name="text_zip")
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REFUSED
    return batch


def names(batch) -> tuple[str, str]:
    return batch.file_name, batch.report[0]["file"]


def in_table() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM annotation_importbatch")
        return repr(cursor.fetchall())


def test_the_table_holds_no_name_and_the_row_opens_it(batch):
    assert names(batch) == NAMES
    assert not [word for word in ("Durand", "Jeanne", "Legranville") if word in in_table()]


def test_a_sealed_name_opens_nothing_in_another_row(batch, project, admin):
    other = ImportBatch.objects.create(
        project=project,
        created_by=admin,
        format="jsonl",
        size_bytes=1,
        sealed_name=batch.sealed_name,
    )
    with pytest.raises(KeyFileError):
        _ = other.file_name


def test_another_key_seals_names_anew_before_the_old_one_goes(batch, project):
    before = in_table()
    rotate_identity_key(project)
    assert in_table() != before
    retire_old_keys(project, at_once=True)
    assert versions(project.pk) == [2]
    batch.refresh_from_db()
    assert names(batch) == NAMES


def test_programs_too_are_told_names_only_where_they_brought_them(
    client, batch, project, admin, make_user
):
    address = reverse("annotation-api:import-detail", args=[project.pk, batch.pk])
    client.force_login(admin)
    assert NAMES[1] in client.get(address).content.decode()
    client.force_login(make_user("seconde", project, "admin"))
    told = client.get(address)
    assert told.status_code == 200
    assert NAMES[1] not in told.content.decode()
    assert told.json()["report"][0]["reason"]


def test_pages_open_without_the_key_and_tell_no_name(client, batch, project, admin):
    key_path(project.pk, 1).unlink()
    client.force_login(admin)
    for name, given in (("import-create", []), ("import-detail", [batch.pk])):
        page = client.get(reverse(f"annotation:{name}", args=[project.pk, *given]))
        assert page.status_code == 200
        assert not [word for word in NAMES if word in page.content.decode()]
    address = reverse("annotation-api:import-detail", args=[project.pk, batch.pk])
    assert client.get(address).json()["report"] == []
