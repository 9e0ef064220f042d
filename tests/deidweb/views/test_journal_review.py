"""The monthly review: figures by person, signed once, asked for until it is."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry, AuditReview
from deidweb.audit.months import month_of, months_to_review, recent_alerts
from deidweb.audit.services import record
from deidweb.operations.gauges import metrics_text


@pytest.fixture
def auditor(make_user, project):
    return make_user("auditrice", project, "auditor")


@pytest.fixture
def october(monkeypatch, project, annotator, steward, other_project, make_note_ref):
    """Twelve notes read at two in the morning (Paris) on the 7th, three the day before; a file taken out. Now: 23 November."""
    night, day = datetime(2026, 10, 7, 0, 10, tzinfo=UTC), datetime(2026, 10, 6, 9, tzinfo=UTC)
    for moment, count in ((day, 3), (night, 12)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        for number in range(count):
            make_note_ref(annotator, project, f"note-{number}")
            make_note_ref(annotator, project, f"note-{number}")  # again: the same note
        make_note_ref(annotator, other_project, "elsewhere")
    record("export.downloaded", actor=steward, project=project)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))


@pytest.fixture
def make_note_ref(db):
    def read(actor, project, name):
        entry = record("note.read", actor=actor, project=project)
        AuditEntry.objects.filter(pk=entry.pk).update(
            object_type="annotation.document", object_id=name
        )

    return read


def test_figures_by_person(october, project):
    month = month_of(project.pk, date(2026, 10, 1))
    people = {person.name: person for person in month.people}
    assert set(people) == {"annotatrice", "responsable"}
    reader = people["annotatrice"]
    assert (reader.notes, reader.days, reader.night, reader.files) == (15, 2, 12, 0)
    assert people["responsable"].files == 1
    (alert,) = month.alerts
    assert (alert.name, alert.alert.kind, alert.alert.day.day, alert.alert.notes) == (
        "annotatrice", "night", 6, 12,
    )  # fmt: skip


def test_notes_of_an_export_that_are_read_before_it_leaves_count_one_by_one(
    october, project, steward, monkeypatch
):
    moment = datetime(2026, 10, 8, 1, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    for number in (1, 2, 3, 4, 5, 6, 6):
        record(
            "export.note_read", actor=steward, project=project, target=project, note=f"n{number}"
        )
    month = month_of(project.pk, date(2026, 10, 1))
    (reader,) = [person for person in month.people if person.name == "responsable"]
    assert (reader.notes, reader.days, reader.night, reader.files) == (6, 1, 6, 1)
    assert "responsable" in {alert.name for alert in month.alerts}


def test_the_night_between_two_months_is_told_whole_where_it_began(
    client, october, project, auditor, annotator, make_note_ref, monkeypatch
):
    """Three notes before midnight (Paris) and three after; the link of the start page shows them."""
    for hour, names in ((21, "abc"), (23, "def")):
        moment = datetime(2026, 10, 31, hour, 30, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        for name in names:
            make_note_ref(annotator, project, name)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 2, 12, tzinfo=UTC))
    told = {
        month: [
            one.alert.notes
            for one in month_of(project.pk, date(2026, month, 1)).alerts
            if one.alert.day.day == 31
        ]
        for month in (10, 11)
    }
    assert told == {10: [6], 11: []}
    client.force_login(auditor)
    assert "?mois=2026-10" in client.get("/").content.decode()


def test_the_auditor_sees_and_signs_once(client, october, project, auditor):
    client.force_login(auditor)
    address = f"/projets/{project.pk}/journal/revue/"
    page = client.get(address).content.decode()
    assert "octobre 2026" in page
    # the months beside it: the one that runs, none before the project's first
    assert 'rel="next" href="?mois=2026-11">novembre 2026' in page
    assert 'rel="prev"' not in page
    running = client.get(f"{address}?mois=2026-11").content.decode()
    assert "Ce mois n&#x27;est pas terminé" in running or "Ce mois n'est pas terminé" in running
    assert 'rel="prev" href="?mois=2026-10"' in running
    assert 'rel="next"' not in running
    assert "12 notes la nuit" in page
    assert (
        "1 mois n'a été relu par personne"
        in client.get(f"/projets/{project.pk}/journal/").content.decode()
    )
    assert "mois du journal à relire" in client.get("/").content.decode()
    sent = {"mois": "2026-10", "conclusion": "Garde de nuit, vérifié."}
    client.post(address, sent)
    client.post(address, sent | {"conclusion": "Autre."})
    (review,) = AuditReview.objects.all()
    assert (review.by, review.alert_count, review.conclusion) == (
        auditor,
        1,
        "Garde de nuit, vérifié.",
    )
    assert AuditEntry.objects.filter(action="audit.reviewed").count() == 1
    assert months_to_review(project.pk) == []
    assert "Signé par auditrice" in client.get(address).content.decode()


@pytest.mark.parametrize(
    "sent", [{"mois": "2026-11", "conclusion": "x"}, {"mois": "2026-10", "conclusion": "  "}]
)
def test_a_month_that_runs_or_an_empty_conclusion_is_refused(
    client, october, project, auditor, sent
):
    client.force_login(auditor)
    client.post(f"/projets/{project.pk}/journal/revue/", sent)
    assert not AuditReview.objects.exists()


@pytest.mark.parametrize("month", ["2026-13", "x", "2026-10-05", "0000-01", "2026-09", "2099-01"])
def test_a_month_that_does_not_exist(client, october, project, auditor, month):
    client.force_login(auditor)
    address = f"/projets/{project.pk}/journal/revue/"
    assert client.get(f"{address}?mois={month}").status_code == 404
    assert client.post(address, {"mois": month, "conclusion": "Vu."}).status_code == 404
    assert not AuditReview.objects.exists()


def test_a_project_of_this_month_begins_with_it(client, project, make_user, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))
    auditor = make_user("auditrice", project, "auditor")
    auditor.first_name, auditor.last_name = "Lou", "Martin"
    auditor.save()
    record("note.read", actor=auditor, project=project)
    client.force_login(auditor)
    page = client.get(f"/projets/{project.pk}/journal/revue/").content.decode()
    assert "Revue du journal, novembre 2026" in page
    assert "<td>Lou Martin</td>" in page


def test_others_do_not(client, october, project, other_project, admin, auditor):
    client.force_login(admin)
    address = "/projets/{}/journal/revue/"
    for method in (client.get, client.post):
        assert method(address.format(project.pk)).status_code == 403
    client.force_login(auditor)
    assert client.get(address.format(other_project.pk)).status_code == 404
    assert Membership.objects.filter(user=auditor).count() == 1


# --- what is unusual is told at once


@pytest.fixture
def last_week(october, monkeypatch):
    """The night of the 7th of October is three days ago."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 9, 12, tzinfo=UTC))


def told_at_home(client, person) -> dict[str, tuple[int, str]]:
    client.force_login(person)
    (summary,) = client.get("/").context["summaries"]
    return {item.sentence: (item.count, item.url) for item in summary.awaiting}


def test_the_auditor_is_told_of_unusual_readings_of_the_week(
    client, last_week, project, auditor, monkeypatch
):
    said = "lecture inhabituelle depuis sept jours"
    assert told_at_home(client, auditor)[said] == (
        1, f"/projets/{project.pk}/journal/revue/?mois=2026-10",
    )  # fmt: skip
    page = client.get(f"/projets/{project.pk}/journal/revue/?mois=2026-10").content.decode()
    assert "12 notes la nuit" in page
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 14, 12, tzinfo=UTC))
    assert said not in told_at_home(client, auditor)


def test_where_nobody_audits_who_gives_roles_is_told_how_many_and_not_whose(
    client, october, project, make_user, monkeypatch
):
    keeper = make_user("gestionnaire", project, "access")
    told = told_at_home(client, keeper)
    (month,) = [said for said in told if said.startswith("mois du journal que personne")]
    assert told[month] == (1, f"/projets/{project.pk}/membres/")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 9, 12, tzinfo=UTC))
    told = told_at_home(client, keeper)
    (unusual,) = [said for said in told if said.startswith("lecture inhabituelle")]
    assert "nommez un auditeur" in unusual
    assert told[unusual] == (1, f"/projets/{project.pk}/membres/")
    assert "annotatrice" not in client.get("/").content.decode()
    auditor = make_user("auditrice", project, "auditor")
    assert not [said for said in told_at_home(client, keeper) if "nommez" in said]
    auditor.is_active = False
    auditor.save()
    assert [said for said in told_at_home(client, keeper) if "nommez" in said]


def test_start_pages_and_monitoring_share_what_was_found(
    last_week, project, django_assert_num_queries
):
    found = recent_alerts(project.pk)
    assert found
    with django_assert_num_queries(0):
        assert recent_alerts(project.pk) == found


def test_monitoring_counts_unusual_readings_and_names_nobody(last_week, project):
    text = metrics_text().decode()
    assert "deidweb_unusual_readings 1.0" in text
    assert "annotatrice" not in text
    assert str(project.pk) not in text
