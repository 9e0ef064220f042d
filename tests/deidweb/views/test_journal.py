"""The journal: who may see it, what it can be asked, what it calls things, the file to take along."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import DatasetSnapshot, Document
from deidweb.accounts.models import Emergency, Membership, SecurityKey
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.audit.presentation import OBJECTS
from deidweb.audit.services import record, verify_chain
from deidweb.journal.objects import named_objects
from deidweb.journal.selectors import Wanted, journal_of
from deidweb.spreadsheets import harmless
from tests.architecture import page_scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def auditor(make_user, project):
    return make_user("auditrice", project, "auditor")


@pytest.fixture
def note(project):
    return Document.objects.create(
        project=project, external_id="n1", position=45, text="Rien.", doc_type="CRH"
    )


def page(client, project, user, **asked):
    client.force_login(user)
    return client.get(reverse("audit:journal", args=[project.pk]), asked)


def file_of(client, project, user, **asked) -> list[list[str]]:
    client.force_login(user)
    answer = client.post(reverse("audit:journal-file", args=[project.pk]), asked)
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


@pytest.mark.parametrize(("who", "status"), [("auditor", 200), ("admin", 403), ("stranger", 404)])
def test_who_reads_and_who_takes_it_along(client, project, request, who, status):
    user = request.getfixturevalue(who)
    assert page(client, project, user).status_code == status
    address = reverse("audit:journal-file", args=[project.pk])
    assert client.post(address).status_code == status
    assert client.get(address).status_code == 405


def test_rows_by_person_action_object_and_day(project, auditor, annotator, note):
    record("note.read", actor=annotator, project=project, target=note)
    record("note.read", actor=auditor, project=project)
    record("export.approved", actor=annotator, project=project)

    def actions(**asked) -> list[str]:
        return [row.action for row in journal_of(project, Wanted(**asked))]

    assert actions(actor=annotator.pk) == ["export.approved", "note.read"]
    assert actions(action="note.read") == ["note.read", "note.read"]
    assert actions(object_type="annotation.document", object_id=str(note.pk)) == ["note.read"]
    assert actions(first=date(2001, 1, 1), last=date(2001, 1, 2)) == []
    moment = datetime(2001, 1, 2, 22, 59, tzinfo=UTC)  # 23:59 in Paris
    AuditEntry.objects.filter(action="export.approved").update(at=moment)
    assert actions(last=date(2001, 1, 2)) == ["export.approved"]
    assert actions(last=date(2001, 1, 1)) == []


def test_trials_outside_projects_are_shown_to_who_watches_the_person(
    client, project, auditor, annotator, stranger, make_user
):
    """Members of the project and who belongs to none; of another project's members nothing."""
    for who in (annotator, stranger, make_user("seule")):
        record("trial.text_read", actor=who, characters=12)
    record("trial.text_read", actor=annotator, project=project, characters=12)
    record("account.signed_in", actor=annotator)
    lines = journal_of(project, Wanted(outside=True))
    assert {(line.actor.username, line.action) for line in lines} == {
        ("annotatrice", "trial.text_read"), ("seule", "trial.text_read"),
    }  # fmt: skip
    shown = page(client, project, auditor, lieu="hors").content.decode()
    assert "2 lignes" in shown
    assert "Tout le journal" in shown
    alone = lines.get(actor__username="seule").actor
    assert f"?qui={alone.pk}&amp;lieu=hors" in shown
    assert "1 ligne<" in page(client, project, auditor, lieu="hors", qui=alone.pk).content.decode()
    assert len(file_of(client, project, auditor, lieu="hors")) == 3
    assert page(client, project, auditor, lieu="ailleurs").status_code == 422


def test_names_and_links_are_those_of_the_pages(client, project, auditor, annotator, note):
    record("note.read", actor=annotator, project=project, target=note)
    html = page(client, project, auditor).content.decode()
    address = reverse("annotation:document-detail", args=[project.pk, note.pk])
    assert "CRH n° 45" in html
    assert annotator.display_name in html
    assert address not in html  # who audits may not read notes
    Membership.objects.create(user=auditor, project=project, role="annotator")
    assert address in page(client, project, auditor).content.decode()


def test_every_kind_of_object_has_a_name_and_leads_to_its_page(client, project, admin, make_user):
    annotator, steward = (
        make_user("ada", project, "annotator"),
        make_user("sam", project, "steward"),
    )
    page_scene.build(project, admin, annotator, steward)
    SecurityKey.objects.all().delete()  # the scene gives one to who comes in here without
    Emergency.objects.create(user=admin, project=project, reason="Urgence.")
    for role in Membership.RoleChoice.values:
        Membership.objects.get_or_create(user=admin, project=project, role=role)
    for object_type in OBJECTS:
        first = apps.get_model(object_type).objects.first()
        assert first is not None, object_type
        record("note.read", actor=admin, project=project, target=first)
    entries = AuditEntry.objects.filter(action="note.read", project_ref=project.pk)
    named = named_objects(project, frozenset(Permission), entries)
    assert {object_type for object_type, _pk in named} == set(OBJECTS)
    assert all(one.name for one in named.values())
    client.force_login(admin)
    for (object_type, _pk), one in named.items():
        assert not one.url or client.get(one.url).status_code == 200, object_type
    without = {object_type for (object_type, _pk), one in named.items() if not one.url}
    assert without == {
        "accounts.emergency", "accounts.project", "accounts.user", "icdcoder.codesnapshot",
    }  # fmt: skip
    snapshot = DatasetSnapshot.objects.first()
    assert named["annotation.datasetsnapshot", str(snapshot.pk)].name == f"n° {snapshot.number}"


def test_a_bad_day_is_said_at_its_field(client, project, auditor):
    answer = page(client, project, auditor, du="2026-05-02", au="2026-05-01")
    assert answer.status_code == 422
    assert "avant la première" in answer.content.decode()


def test_a_demand_with_a_mistake_is_answered_by_no_rows(client, project, auditor):
    """All of them would pass for its answer."""
    record("note.read", actor=auditor, project=project)
    answer = page(client, project, auditor, du="2026-11-28", au="2026-11-01")
    html = answer.content.decode()
    assert (answer.status_code, answer.context["page"].paginator.count) == (422, 0)
    assert "Corrigez la demande" in html
    assert "Tout le journal" in html  # the way back


def test_the_history_of_an_object_is_of_no_other_with_such_a_number(client, project, auditor):
    for kind, number in (("a.code", "7"), ("a.code", "79"), ("a.note", "7")):
        entry = record("note.read", actor=auditor, project=project)
        AuditEntry.objects.filter(pk=entry.pk).update(object_type=kind, object_id=number)

    def found(**asked) -> set[tuple[str, str]]:
        rows = journal_of(project, Wanted(**asked))
        return set(rows.values_list("object_type", "object_id"))

    assert found(object_type="a.code", object_id="7") == {("a.code", "7")}
    assert found(object_type="a.code") == {("a.code", "7"), ("a.code", "79")}
    # « tous les objets » chosen on the page of one: its number says nothing then
    assert len(found(object_id="7")) == 3
    html = page(client, project, auditor, objet="annotation.document", numero="7").content.decode()
    assert ", d'un seul objet" in html


def test_nothing_of_another_project(client, project, other_project, auditor, stranger):
    record("note.read", actor=stranger, project=other_project)
    html = page(client, project, auditor).content.decode()
    assert f"?qui={stranger.pk}" not in html
    assert f'value="{stranger.pk}"' not in html
    assert all(row[2] != stranger.username for row in file_of(client, project, auditor))
    # whom the form does not know is not asked for, and no file of everything is given instead
    answer = client.post(reverse("audit:journal-file", args=[project.pk]), {"qui": stranger.pk})
    assert answer.status_code == 422


def test_the_file_holds_what_was_asked_and_the_journal_says_so(client, project, auditor, annotator):
    record("note.read", actor=annotator, project=project)
    record("export.approved", actor=auditor, project=project, notes=3)
    head, row = file_of(client, project, auditor, action="export.approved")
    assert head[:3] == ["Ligne", "Quand", "Compte"]
    assert row[2:6] == ["auditrice", "auditrice", "Export approuvé", "export.approved"]
    assert row[8] == '{"notes": 3}'
    last = AuditEntry.objects.order_by("-pk").first()
    assert (last.action, last.details) == ("journal.downloaded", {"rows": 1})
    assert verify_chain().is_intact


@pytest.mark.parametrize(
    "name", ["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", "\r=1", " =HYPERLINK(1)", "\n=1"]
)
def test_no_cell_is_a_formula(client, project, auditor, annotator, name):
    annotator.first_name = name
    annotator.save()
    record("note.read", actor=annotator, project=project)
    (row,) = file_of(client, project, auditor, action="note.read")[1:]
    assert row[3].startswith("'")
    assert harmless(name) == f"'{name}"


def test_an_ordinary_cell_stays_as_it_is():
    assert [harmless(cell) for cell in ("Durand", "", 12, "2026-01-02")] == [
        "Durand", "", "12", "2026-01-02",
    ]  # fmt: skip


@pytest.mark.parametrize("many", [1, 60])
def test_the_page_costs_the_same_however_many_rows(client, project, auditor, annotator, note, many):
    for _time in range(many):
        record("note.read", actor=annotator, project=project, target=note)
    client.force_login(auditor)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("audit:journal", args=[project.pk]))
    assert len(queries) <= 13


@pytest.mark.parametrize(
    "asked", [{"du": "0001-01-01"}, {"au": "9999-12-31"}, {"du": "1899-12-31", "au": "1900-01-01"}]
)
def test_a_day_at_the_end_of_the_calendar_is_refused_in_words(client, project, auditor, asked):
    answer = page(client, project, auditor, **asked)
    assert answer.status_code == 422
    assert client.post(reverse("audit:journal-file", args=[project.pk]), asked).status_code == 422


@pytest.mark.parametrize("month", ["0001-01", "9999-12", "9999-11", "2026-13", "x"])
def test_a_month_that_cannot_be_reviewed_is_not_there(client, project, auditor, month):
    client.force_login(auditor)
    address = reverse("audit:review", args=[project.pk])
    assert client.get(address, {"mois": month}).status_code == 404
    assert client.post(address, {"mois": month, "conclusion": "x"}).status_code == 404


def test_a_row_says_which_role_was_given(client, project, auditor, annotator):
    record("member.added", actor=None, project=project, target=annotator, role="steward")
    client.force_login(auditor)
    page = client.get(reverse("audit:journal", args=[project.pk])).content.decode()
    assert 'Rôle ajouté</a> <span class="muted">responsable des données</span>' in page
