"""The import pages: the form's refusals, the report, who may."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation.models import Document, ImportBatch
from annotation.services.start_import import start_import
from worker.tasks import run_job

NOTE = {"id": "n1", "text": "Bonjour"}


@pytest.fixture
def create_url(project):
    return reverse("annotation:import-create", args=[project.pk])


@pytest.fixture
def batch(admin, project, jsonl) -> ImportBatch:
    return start_import(actor=admin, project=project, upload=jsonl(NOTE), format_name="jsonl")


def detail(batch):
    return reverse("annotation:import-detail", args=[batch.project_id, batch.pk])


@pytest.mark.parametrize(("who", "status"), [("admin", 200), ("annotator", 403), ("stranger", 404)])
def test_who_imports(client, create_url, batch, jsonl, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.get(create_url).status_code == status
    assert client.get(detail(batch)).status_code == status
    sent = client.post(create_url, {"file": jsonl({"id": "x", "text": "x"}), "format": "jsonl"})
    assert sent.status_code == (302 if status == 200 else status)


def test_an_import_of_another_project_is_not_found(client, batch, other_project, make_user):
    client.force_login(make_user("autre-admin", other_project, "admin"))
    url = reverse("annotation:import-detail", args=[other_project.pk, batch.pk])
    assert client.get(url).status_code == 404


def test_a_good_file_leads_to_its_page_then_to_the_notes(client, create_url, admin, jsonl):
    client.force_login(admin)
    response = client.post(create_url, {"file": jsonl(NOTE), "format": "jsonl", "gold": "on"})
    batch = ImportBatch.objects.get()
    assert response.url == detail(batch)
    assert batch.job.payload["gold"] is True
    page = client.get(response.url).content.decode()
    assert f'id="job-{batch.job_id}"' in page
    assert "notes.jsonl" in page
    run_job(str(batch.job_id))
    page = client.get(response.url).content.decode()
    assert "1 note importée." in page
    assert Document.objects.count() == 1
    newest_first = reverse("annotation:document-list", args=[batch.project_id]) + "?sort=-position"
    assert f'href="{newest_first}">Voir les notes' in page


def test_the_example_that_the_page_offers_is_read_whole(client, create_url, admin):
    client.force_login(admin)
    assert 'download="exemple.jsonl"' in client.get(create_url).content.decode()
    with Path(str(find("exemple.jsonl"))).open("rb") as example:
        client.post(create_url, {"file": example, "format": "jsonl"})
    batch = ImportBatch.objects.get()
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert (batch.state, batch.document_count, batch.report) == ("done", 3, [])


def test_the_report_names_line_field_and_reason(client, admin, project, jsonl):
    broken = start_import(
        actor=admin,
        project=project,
        upload=jsonl(
            NOTE,
            {"id": "n2", "text": "Durand", "entities": [{"start": 4, "end": 99, "label": "PER"}]},
        ),
        format_name="jsonl",
    )
    run_job(str(broken.job_id))
    client.force_login(admin)
    page = client.get(detail(broken)).content.decode().replace("&#x27;", "'")
    assert "Rien n'a été importé : 1 erreur." in page
    assert '<td class="num">2</td>' in page
    assert "entities[0]" in page
    assert "hors du texte" in page


def test_fields_that_nobody_reads_are_told_and_bar_nothing(
    client, admin, make_user, project, jsonl
):
    upload = jsonl(NOTE, {"id": "n9", "text": "Vu.", "patient": {"nom": "Durand"}, "service": "Y"})
    batch = start_import(actor=admin, project=project, upload=upload, format_name="jsonl")
    run_job(str(batch.job_id))
    client.force_login(admin)
    page = client.get(detail(batch)).content.decode().replace("&#x27;", "'")
    assert "2 notes importées." in page
    told = "Ligne 2, champ « %s » : champ inconnu, ignoré (1 note)"
    assert f"<li>notes.jsonl · {told % 'patient.nom'}</li>" in page
    assert told % "service" in page
    assert "Durand" not in page
    client.force_login(make_user("autre-admin", project, "admin"))
    page = client.get(detail(batch)).content.decode()
    assert told % "service" in page
    assert "notes.jsonl" not in page


def test_the_name_of_the_file_is_shown_only_to_who_brought_it(client, batch, make_user, project):
    client.force_login(make_user("autre-admin", project, "admin"))
    assert "notes.jsonl" not in client.get(detail(batch)).content.decode()


def test_no_file_an_empty_one_and_an_unknown_format(client, create_url, admin):
    client.force_login(admin)
    response = client.post(create_url, {"format": "jsonl"})
    assert response.status_code == 422
    assert "Choisissez un fichier." in response.content.decode()
    response = client.post(
        create_url, {"file": SimpleUploadedFile("x.jsonl", b""), "format": "jsonl"}
    )
    assert response.status_code == 422
    assert "Ce fichier est vide." in response.content.decode()
    response = client.post(create_url, {"file": SimpleUploadedFile("x", b"x"), "format": "odt"})
    assert response.status_code == 422
    assert ImportBatch.objects.count() == 0


def test_a_double_submit_is_refused_beside_the_field(client, create_url, admin, batch, jsonl):
    client.force_login(admin)
    response = client.post(create_url, {"file": jsonl(NOTE), "format": "jsonl"})
    assert response.status_code == 422
    assert "déjà en cours d&#x27;import" in response.content.decode()
    assert ImportBatch.objects.count() == 1


def test_a_file_that_is_too_large_is_refused(client, create_url, admin, jsonl, monkeypatch):
    monkeypatch.setattr("annotation.services.store_upload.MAX_UPLOAD_BYTES", 10)
    client.force_login(admin)
    response = client.post(create_url, {"file": jsonl(NOTE), "format": "jsonl"})
    assert response.status_code == 422
    assert "dépasse 0 Mo" in response.content.decode()
