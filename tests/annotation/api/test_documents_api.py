"""Notes and imports for programs."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.models import Document
from annotation.services.submit_layer import submit_layer
from deidweb.jobs.models import Job
from worker.tasks import run_job


def url(name, project, *args):
    return reverse(f"annotation-api:{name}", args=[project.pk, *args])


@pytest.mark.parametrize(("who", "status"), [("annotator", 200), ("stranger", 404)])
def test_who_reads(client, note, project, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.get(url("document-list", project)).status_code == status
    assert client.get(url("document-detail", project, note.pk)).status_code == status


def test_an_auditor_is_refused_and_nobody_is_unknown(client, note, project, make_user):
    assert client.get(url("document-list", project)).status_code == 401
    client.force_login(make_user("auditrice", project, "auditor"))
    assert client.get(url("document-list", project)).status_code == 403


def test_the_list_has_no_texts(client, note, make_note, annotator, project):
    make_note("nue", doc_type="CRO", doc_date="2024-01-31")
    client.force_login(annotator)
    body = client.get(url("document-list", project)).json()
    assert (body["count"], body["page"], body["pages"]) == (2, 1, 1)
    assert body["results"][0]["id"] == str(note.pk)
    assert body["results"][1] == {
        "id": body["results"][1]["id"],
        "external_id": "n2",
        "position": 2,
        "type": "CRO",
        "date": "2024-01-31",
        "state": "imported",
        "url": body["results"][1]["url"],
    }
    assert client.get(url("document-list", project) + "?state=preannotated").json()["count"] == 1
    assert client.get(url("document-list", project) + "?type=CRO").json()["count"] == 1


def test_a_note_has_its_suggestion_then_its_gold(client, note, layer, annotator, project):
    client.force_login(annotator)
    body = client.get(url("document-detail", project, note.pk)).json()
    assert (body["text"], body["sha256"]) == (note.text, note.sha256)
    assert (body["layer"]["kind"], body["layer"]["engine"]) == ("suggestion", "rules-1")
    submit_layer(actor=annotator, layer=layer, if_match=0)
    body = client.get(url("document-detail", project, note.pk)).json()
    assert (body["layer"]["kind"], body["layer"]["version"]) == ("gold", 1)
    assert {s["state"] for s in body["layer"]["spans"]} == {"accepted"}


@pytest.mark.parametrize(("who", "status"), [("admin", 201), ("annotator", 403), ("stranger", 404)])
def test_who_imports(client, project, jsonl, request, who, status):
    client.force_login(request.getfixturevalue(who))
    data = {"file": jsonl({"id": "n1", "text": "x"}), "format": "jsonl"}
    assert client.post(url("import-list", project), data).status_code == status
    assert Job.objects.filter(kind="import").exists() is (status == 201)


def test_an_import_and_its_report(client, project, admin, jsonl):
    client.force_login(admin)
    data = {"file": jsonl({"id": "n1", "text": "x"}, b"{"), "format": "jsonl"}
    body = client.post(url("import-list", project), data).json()
    assert (body["state"], body["job"]["state"]) == ("pending", "queued")
    run_job(body["job"]["id"])
    body = client.get(body["url"]).json()
    assert (body["state"], body["job"]["state"], body["documents"]) == ("refused", "failed", 0)
    assert body["report"][0]["line"] == 2
    assert Document.staged_too.count() == 0
    assert (
        client.get(
            url("import-detail", project, "00000000-0000-0000-0000-000000000000")
        ).status_code
        == 404
    )


def test_a_bad_upload_is_422_with_its_fields(client, project, admin, jsonl):
    client.force_login(admin)
    answer = client.post(url("import-list", project), {"format": "jsonl"})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"file": ["Choisissez un fichier."]}
    client.post(
        url("import-list", project), {"file": jsonl({"id": "n1", "text": "x"}), "format": "jsonl"}
    )
    answer = client.post(
        url("import-list", project), {"file": jsonl({"id": "n1", "text": "x"}), "format": "jsonl"}
    )
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("Import refusé : Ce fichier est déjà en cours")
