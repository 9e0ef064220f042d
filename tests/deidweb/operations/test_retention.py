"""What purge removes, and what it leaves."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from deidweb.audit.services import verify_chain
from deidweb.jobs.models import Job


@pytest.fixture
def things(project, admin, settings, tmp_path):
    settings.IMPORT_DIR = tmp_path
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(hours=1))
    Session.objects.create(session_key="new", session_data="", expire_date=now + timedelta(hours=1))
    for state, days in (("done", 200), ("done", 20), ("queued", 200), ("running", 200)):
        ended = now - timedelta(days=days) if state == "done" else None
        Job.objects.create(
            kind="import", project=project, created_by=admin, state=state, finished_at=ended
        )


def test_a_dry_run_says_and_does_nothing(things):
    out = StringIO()
    call_command("purge", "--dry-run", stdout=out)
    assert out.getvalue().startswith("1 session(s), 1 travail(aux), 0 tentative(s)")
    assert (Session.objects.count(), Job.objects.count()) == (2, 4)


def test_what_has_served_its_time_goes_and_the_rest_stays(things):
    call_command("purge", stdout=StringIO())
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
    assert sorted(Job.objects.values_list("state", flat=True)) == ["done", "queued", "running"]
    assert verify_chain().is_intact
