"""The note pages: who may, what they show, what a press does."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Document, ImportBatch, Layer
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.jobs.models import Job


def url(name, project, *args):
    return reverse(f"annotation:{name}", args=[project.pk, *args])


def payload_of(response):
    found = re.search(
        r'<script id="note-data" type="application/json">(.*?)</script>', response.content.decode()
    )
    return json.loads(found[1])


READ = ["document-list", "document-detail"]
ANNOTATE = ["queue-next", "document-start", "document-reopen"]


def target(name, note):
    needs_note = name not in ("document-list", "queue-next", "preannotate", "import-create")
    return url(name, note.project, *([note.pk] if needs_note else []))


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize(("who", "status"), [("annotator", 200), ("admin", 200), ("stranger", 404)])
def test_who_reads(client, note, request, name, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.get(target(name, note)).status_code == status


@pytest.mark.parametrize("name", READ)
def test_an_auditor_may_not_read_notes(client, note, make_user, project, name):
    client.force_login(make_user("auditrice", project, "auditor"))
    assert client.get(target(name, note)).status_code == 403


@pytest.mark.parametrize("name", ANNOTATE)
@pytest.mark.parametrize(("who", "status"), [("annotator", 302), ("admin", 403), ("stranger", 404)])
def test_who_annotates(client, note, request, name, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.post(target(name, note)).status_code == status
    by_get = status if name == "queue-next" else 405
    assert client.get(target(name, note)).status_code == by_get
    assert Layer.objects.filter(kind="annotator").exists() is (status == 302)


@pytest.mark.parametrize(("who", "status"), [("admin", 302), ("annotator", 403), ("stranger", 404)])
def test_who_starts_a_preannotation(client, note, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.post(target("preannotate", note)).status_code == status
    assert Job.objects.filter(kind="preannotate").exists() is (status == 302)


@pytest.mark.parametrize("name", READ + ANNOTATE)
def test_everything_is_behind_the_sign_in(client, note, name):
    answer = client.post(target(name, note))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("accounts:login"))


def test_a_note_of_another_project_is_not_found_under_mine(
    client, note, other_project, make_user, project
):
    person = make_user("deux", project, "annotator")
    from deidweb.accounts.models import Membership

    Membership.objects.create(user=person, project=other_project, role="annotator")
    client.force_login(person)
    assert client.get(url("document-detail", other_project, note.pk)).status_code == 404
    assert client.post(url("document-start", other_project, note.pk)).status_code == 404


def test_a_staged_note_is_not_found(client, make_note, annotator, admin, project):
    batch = ImportBatch.objects.create(
        project=project, created_by=admin, file_name="x", format="jsonl", size_bytes=1, sha256="0"
    )
    hidden = make_note("cachée", batch=batch)
    client.force_login(annotator)
    assert client.get(url("document-detail", project, hidden.pk)).status_code == 404


def test_reading_a_note_writes_nothing(client, note, annotator):
    client.force_login(annotator)
    response = client.get(target("document-detail", note))
    assert Layer.objects.filter(kind="annotator").count() == 0
    data = payload_of(response)
    assert (data["readOnly"], data["layer"] is not None) == (True, True)
    assert [s["state"] for s in data["spans"]] == ["suggested"] * 3
    page = response.content.decode()
    assert "Commencer" in page
    assert "Valider la note" not in page


def test_the_note_is_delivered_as_data_never_as_markup(client, make_note, annotator):
    text = "</script><script>alert(1)</script> <b>Durand</b> 🏥"
    note = make_note(text, [])
    client.force_login(annotator)
    response = client.get(target("document-detail", note))
    assert payload_of(response)["text"] == text
    assert "<b>Durand" not in response.content.decode()


def test_the_title_of_the_page_has_no_patient_data(client, note, annotator):
    client.force_login(annotator)
    page = client.get(target("document-detail", note)).content.decode()
    assert re.search(r"<title>(.*?)</title>", page, re.S)[1].strip() == "Note n° 1 · deidweb"


def test_starting_then_editing(client, note, annotator, project):
    client.force_login(annotator)
    response = client.post(target("document-start", note), follow=True)
    data = payload_of(response)
    own = Layer.objects.get(kind="annotator")
    assert (data["readOnly"], data["layer"], data["rev"], data["state"]) == (
        False,
        str(own.pk),
        0,
        "open",
    )
    assert data["urls"]["ops"] == f"/api/projets/{project.pk}/couches/{own.pk}/ops/"
    assert data["urls"]["exit"] == url("document-list", project)
    assert data["sha256"] == note.sha256
    names = {(e["subtype"], e["key"]) for e in data["labels"]}
    assert ("NOM", "n") in names
    page = response.content.decode()
    assert "Valider la note" in page
    assert page.count("btn-primary") == 1
    assert "note 1 sur 1" in page


def test_gold_is_shown_read_only_with_rouvrir(client, layer, note, annotator):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    client.force_login(annotator)
    response = client.get(target("document-detail", note))
    data = payload_of(response)
    assert data["readOnly"]
    assert data["layer"] == str(Layer.objects.get(kind="gold").pk)
    page = response.content.decode()
    assert "Version validée n° 1" in page
    assert "Rouvrir" in page
    response = client.post(target("document-reopen", note), follow=True)
    data = payload_of(response)
    assert (data["readOnly"], data["layer"], data["rev"]) == (False, str(layer.pk), 1)
    assert [op["kind"] for op in data["ops"]] == ["batch"]  # the undo stack survives


def test_a_validated_note_leads_to_the_lens_and_to_the_preview(
    client, layer, note, annotator, make_user, project
):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    preview = f'href="{reverse("privacy:preview", args=[project.pk])}?note={note.pk}"'
    for person, may_preview in ((annotator, False), (make_user("x", project, "steward"), True)):
        client.force_login(person)
        page = client.get(target("document-detail", note)).content.decode()
        said = page[page.index('class="note-says') : page.index('class="nc-views"')]
        assert 'data-action="lens"' in said
        assert (preview in said) == may_preview


def test_a_note_that_is_not_validated_leads_to_neither(client, note, annotator, make_user, project):
    client.force_login(make_user("x", project, "steward"))
    page = client.get(target("document-detail", note)).content.decode()
    said = page[page.index('class="note-says') : page.index('class="nc-views"')]
    assert 'data-action="lens"' not in said
    assert "apercu" not in said


def test_somebody_else_at_work_is_named(client, layer, note, make_user, project):
    client.force_login(make_user("seconde", project, "annotator"))
    page = client.get(target("document-detail", note)).content.decode()
    assert "En cours chez annotatrice." in page


def test_the_next_note_is_opened_ready_to_edit(client, note, annotator, project):
    client.force_login(annotator)
    response = client.post(url("queue-next", project))
    assert response.url == target("document-detail", note)
    assert payload_of(client.get(response.url))["readOnly"] is False


def test_the_next_note_by_get_takes_nothing_and_leads_to_the_list(client, note, annotator, project):
    client.force_login(annotator)
    assert client.get(url("queue-next", project)).url == url("document-list", project)
    assert not Layer.objects.filter(kind="annotator").exists()


def test_labels_come_with_their_use_in_validated_notes_of_the_same_kind(
    client, layer, make_note, annotator, project
):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    client.force_login(annotator)
    for doc_type, expected in (("", 1), ("CRO", 0)):
        other = make_note("prête", [], doc_type=doc_type)
        start_annotation(actor=annotator, document=other)
        payload = payload_of(client.get(target("document-detail", other)))
        uses = {label["subtype"]: label["uses"] for label in payload["labels"]}
        assert (uses["NOM"], uses["VILLE"], uses["FAX"]) == (expected, expected, 0)


def test_an_empty_queue_says_so(client, annotator, project):
    client.force_login(annotator)
    response = client.post(url("queue-next", project), follow=True)
    assert "Aucune note n&#x27;attend" in response.content.decode()


def test_the_list_says_how_far_the_project_is(client, layer, make_note, annotator, project):
    make_note("nue")
    make_note("prête", [])
    submit_layer(actor=annotator, layer=layer, if_match=0)
    client.force_login(annotator)
    page = client.get(url("document-list", project)).content.decode()
    lead = re.sub(r"\s+", " ", re.search(r'<p class="lead">(.*?)</p>', page, re.S)[1]).strip()
    gold = f'<a href="{url("document-list", project)}?state=gold">1 note validée sur 3</a>'
    assert lead == f"{gold} · 1 pré-annotée · 1 sans suggestion"
    assert page.count("btn-primary") == 1
    assert "Annoter la note suivante" in page


def test_an_empty_project_says_what_to_do_first(client, admin, annotator, project):
    client.force_login(admin)
    page = client.get(url("document-list", project)).content.decode()
    assert "pas encore de notes. Importez un fichier" in page.replace("&#x27;", "'")
    client.force_login(annotator)
    assert "Un administrateur" in client.get(url("document-list", project)).content.decode()


def test_bad_list_parameters_are_harmless(client, note, annotator, project):
    client.force_login(annotator)
    for query in ("?state=x&sort=y&doc_type=z", "?page=999", "?page=abc", "?page=-1"):
        assert client.get(url("document-list", project) + query).status_code == 200


@pytest.mark.parametrize("count", [1, 60])
def test_the_list_costs_the_same_whatever_the_number_of_notes(
    client, make_note, annotator, project, count
):
    for number in range(count):
        make_note(f"note {number}", [])
    client.force_login(annotator)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url("document-list", project))
    assert response.status_code == 200
    assert len(queries) <= 20, [q["sql"][:90] for q in queries]


def test_a_note_costs_the_same_whatever_the_project(client, make_note, note, annotator, project):
    for number in range(40):
        start_annotation(actor=annotator, document=make_note(f"note {number}", []))
    client.force_login(annotator)
    with CaptureQueriesContext(connection) as queries:
        client.get(target("document-detail", note))
    assert len(queries) <= 26, [q["sql"][:90] for q in queries]


def test_the_text_of_other_notes_is_not_read_for_the_list(client, note, annotator, project):
    client.force_login(annotator)
    with CaptureQueriesContext(connection) as queries:
        client.get(url("document-list", project))
    assert not [q for q in queries if '"annotation_document"."text"' in q["sql"]]
    assert Document.objects.count() == 1
