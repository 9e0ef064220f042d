"""The start page: what awaits each person, counted as the pages behind it count."""

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.models import Adjudication, Document, Layer
from deidweb.accounts.models import SecurityKey
from deidweb.jobs.selectors import dead_jobs
from icdcoder.models import CodedNote, CodePrediction
from privacy.selectors.exports import exports_to_decide
from tests.architecture import page_scene
from worker.models import ModelVersion
from worker.selectors.versions import model_folder, models_to_decide

pytestmark = pytest.mark.django_db


def awaiting(client, user) -> dict[str, int]:
    client.force_login(user)
    (summary,) = client.get(reverse("home")).context["summaries"]
    return {item.sentence: item.count for item in summary.awaiting}


def put_weights(version: ModelVersion) -> None:
    folder = model_folder(version.content_hash)
    folder.mkdir(parents=True)
    (folder / version.MAIN_FILE).write_text("{}")


@pytest.mark.slow
def test_each_person_sees_what_their_role_may_decide(
    client, project, admin, annotator, steward, stranger, settings, tmp_path
):
    settings.MODEL_DIR = tmp_path
    page_scene.build(project, admin, annotator, steward)
    SecurityKey.objects.all().delete()  # nobody presents the scene's key here
    states = {"built", "quarantined"}
    assert {export.state for export in exports_to_decide(steward, project)} == states
    assert models_to_decide(admin, project) == []  # no weights here: nobody can put it into service
    put_weights(ModelVersion.objects.get(number=3))
    assert [model.number for model in models_to_decide(admin, project)] == [3]
    assert {job.state for job in dead_jobs(admin, project)} == {"dead"}
    assert awaiting(client, steward)["exports à décider"] == 2
    one, other = exports_to_decide(steward, project)
    other.state = "refused"
    other.save()
    (summary,) = client.get(reverse("home")).context["summaries"]
    (item,) = (item for item in summary.awaiting if item.sentence == "export à décider")
    assert item.url == reverse("privacy:export-detail", args=[project.pk, one.pk])  # no list of one
    seen = awaiting(client, admin)
    assert seen["modèle à promouvoir ou à écarter"] == 1
    assert seen["travaux abandonnés"] == 2
    # nobody decides their own export
    assert not exports_to_decide(admin, project).exists()
    for found in (exports_to_decide, models_to_decide, dead_jobs):
        assert not list(found(stranger, project))


def notes(project, *states: str) -> None:
    for number, state in enumerate(states, start=1):
        Document.objects.create(
            project=project, external_id=f"n{number}", position=number, text="Rien.", state=state
        )
    Document.objects.filter(position=1).update(created_at=timezone.now() - timedelta(days=3))


def test_an_empty_project_leads_who_may_import_to_the_import(client, project, admin, annotator):
    begins = f'Tout commence par un import. <a href="{reverse("annotation:import-create", args=[project.pk])}">'
    for who, leads in ((admin, True), (annotator, False)):
        client.force_login(who)
        page = client.get(reverse("home")).content.decode()
        assert ((begins in page), ("Rien ne vous est demandé" in page)) == (leads, not leads)
    notes(project, "gold")
    client.force_login(admin)
    assert "Tout commence" not in client.get(reverse("home")).content.decode()


def test_who_has_nothing_to_do_is_told_what_waits_for_others(client, project, admin, make_user):
    auditor = make_user("auditrice", project, "auditor")
    notes(project, "preannotated", "imported", "gold", "compare")
    client.force_login(admin)
    page = client.get(reverse("home")).content.decode()
    assert "Rien ne vous attend" not in page
    assert "Annotées (2 attendent, depuis 3 jours)" in page
    assert "1 note validée sur 4." in page
    gold = f"{reverse('annotation:document-list', args=[project.pk])}?state=gold"
    assert f'href="{gold}">1 note validée sur 4.</a>' in page
    assert f'<a href="{gold}">1 note validée sur 4</a>' in client.get(gold).content.decode()
    (summary,) = client.get(reverse("home")).context["summaries"]
    counts = {stage.name: stage.count for stage in summary.stages}
    assert counts == {
        "Importées": "4", "Annotées": "2", "Comparées": "0", "Modèle": "livré", "Exportées": "0",
        "Codées": "0",
    }  # fmt: skip
    client.force_login(auditor)
    (summary,) = client.get(reverse("home")).context["summaries"]
    assert [stage.name for stage in summary.stages] == ["Exportées"]
    page = client.get(reverse("home")).content.decode()
    assert "Rien ne vous est demandé." in page
    assert "Rien ne vous attend" not in page  # notes wait: only not for her


def coded_note(project, name: str, *states: str, days: int) -> CodedNote:
    """Before the coder for so many days, with a code in each of the states."""
    note = CodedNote.objects.create(
        project=project, export_id=uuid4(), public_id=name, text="HTA.", order=1
    )
    CodedNote.objects.filter(pk=note.pk).update(created_at=timezone.now() - timedelta(days=days))
    for number, state in enumerate(states):
        CodePrediction.objects.create(
            note=note, code=f"I1{number}", label="HTA", score=0.5, coder_version="essai", state=state,
            decided_at=None if state == "proposed" else timezone.now(),
        )  # fmt: skip
    return note


def test_who_codes_is_told_of_codes_that_nobody_has_decided(client, project, admin, make_user):
    reviewer = make_user("relectrice", project, "reviewer")
    coded_note(project, "decided", "accepted", days=9)
    coded_note(project, "new", "proposed", days=1)
    oldest = coded_note(project, "old", "accepted", "proposed", "proposed", days=4)
    client.force_login(reviewer)
    (summary,) = client.get(reverse("home")).context["summaries"]
    (item,) = (item for item in summary.awaiting if item.sentence == "notes à coder")
    assert (item.count, item.since) == (2, "depuis 4 jours")
    assert item.url == reverse(
        "icdcoder:note-detail", args=[project.pk, oldest.export_id, oldest.pk]
    )
    (stage,) = (stage for stage in summary.stages if stage.name == "Codées")
    assert (stage.count, stage.waits) == ("3", "2 à décider, depuis 4 jours")
    CodePrediction.objects.update(state="accepted", decided_at=timezone.now())
    (summary,) = client.get(reverse("home")).context["summaries"]
    assert not [item for item in summary.awaiting if item.sentence.endswith("à coder")]
    assert not [stage.waits for stage in summary.stages if stage.name == "Codées" and stage.waits]


def test_a_comparison_says_for_how_long_it_waits(client, project, admin, annotator, make_user):
    notes(project, "gold", "compare")
    layers = [
        Layer.objects.create(
            document=Document.objects.get(position=2), kind="annotator", author=person
        )
        for person in (annotator, make_user("seconde", project, "annotator"))
    ]
    Adjudication.objects.create(document=layers[0].document, first=layers[0], second=layers[1])
    Adjudication.objects.update(created_at=timezone.now() - timedelta(days=5))
    client.force_login(admin)
    (summary,) = client.get(reverse("home")).context["summaries"]
    (stage,) = (stage for stage in summary.stages if stage.name == "Comparées")
    assert stage.waits == "1 attend, depuis 5 jours"


def test_what_awaits_says_for_how_long(client, project, annotator):
    notes(project, "imported")
    client.force_login(annotator)
    page = client.get(reverse("home")).content.decode()
    assert "note à annoter" in page
    assert "depuis 3 jours" in page


@pytest.mark.parametrize("many", [2, 30])
def test_the_page_costs_the_same_however_many_notes(client, project, admin, annotator, many):
    notes(project, *["preannotated", "gold"] * many)
    for person, most in ((admin, 32), (annotator, 24)):
        client.force_login(person)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("home"))
        assert len(queries) <= most, [query["sql"] for query in queries]


@pytest.mark.parametrize(("is_superuser", "is_told"), [(True, True), (False, False)])
def test_who_administers_the_installation_is_told_of_keys_beside_the_data(
    client, make_user, settings, is_superuser, is_told
):
    settings.IDENTITY_KEY_DIR = Path(settings.DATA_DIR) / "keys" / "identities"
    user = make_user("racine")
    user.is_superuser = is_superuser
    user.save()
    client.force_login(user)
    page = client.get(reverse("home")).content.decode()
    assert ("DEIDWEB_IDENTITY_KEY_DIR" in page) == is_told
    if is_told:  # before all else
        assert page.index("DEIDWEB_IDENTITY_KEY_DIR") < page.index("<h1>")


def test_the_demonstration_does_not_begin_with_a_warning(client, make_user, settings, monkeypatch):
    settings.IDENTITY_KEY_DIR = Path(settings.DATA_DIR) / "keys" / "identities"
    user = make_user("racine")
    user.is_superuser = True
    user.save()
    client.force_login(user)
    assert "DEIDWEB_IDENTITY_KEY_DIR" in client.get(reverse("home")).content.decode()
    monkeypatch.setattr("deidweb.views.home.demo_people", lambda _request: ["someone"])
    assert "DEIDWEB_IDENTITY_KEY_DIR" not in client.get(reverse("home")).content.decode()


def test_the_models_that_wait_are_looked_for_once(client, project, admin, monkeypatch):
    """Each has its files looked up on the disk."""
    asked = []
    monkeypatch.setattr(
        "worker.selectors.versions.has_files", lambda one: asked.append(one) or True
    )
    version = ModelVersion.objects.create(
        project=project, number=1, content_hash="c" * 64, state="candidate",
        train_notes=1, test_notes=1, metrics={}, created_by=admin,
    )  # fmt: skip
    assert awaiting(client, admin) == {"modèle à promouvoir ou à écarter": 1}
    assert asked == [version]


def test_who_has_no_javascript_is_told_so_on_every_page(client, admin):
    """Chromium shows a `noscript` only where scripts are off in its settings, which no test can set."""
    assert "JavaScript est arrêté" in client.get(reverse("accounts:login")).content.decode()
    client.force_login(admin)
    page = client.get(reverse("home")).content.decode()
    assert "JavaScript est arrêté" in page.partition("<noscript>")[2].partition("</noscript>")[0]
