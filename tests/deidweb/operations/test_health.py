"""Health, readiness and figures: what they say, to whom, and that nothing of a patient is in them."""

from __future__ import annotations

import io
import logging
import os
import re
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection

from annotation.models import Document, Patient
from deidweb.jobs.models import Job
from deidweb.operations import health
from deidweb.operations.logs import Console

pytestmark = pytest.mark.django_db
TOKEN = {"Authorization": "Bearer metrics-" + "0" * 40}


@pytest.fixture(autouse=True)
def _forget():
    health.forget()
    yield
    health.forget()


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_alive_asks_nothing_of_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_ready_names_each_part(client):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "ready": True, "database": "ok", "migrations": "ok", "disk": "ok", "broker": "ok",
        "log": "ok",
    }  # fmt: skip


def test_a_missing_migration_is_not_ready(client):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"] == "missing"


def test_a_database_that_is_gone_is_not_ready_and_says_no_more_than_its_kind(client, monkeypatch):
    def gone(*_arguments):
        raise ConnectionError("host=db password=canary")

    monkeypatch.setattr(health.connection, "cursor", gone)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "ConnectionError"
    assert b"canary" not in answer.content


def test_a_full_disk_is_not_ready(client, settings):
    settings.READY_MIN_FREE_BYTES = 2**62
    assert client.get("/readyz").json()["disk"] == "full"
    assert client.get("/readyz").status_code == 503


def test_a_folder_that_cannot_be_written_is_not_ready(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "gone"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "FileNotFoundError")


def test_a_log_that_takes_no_line_is_told_and_pages_go_on(client, monkeypatch):
    full = io.FileIO("/dev/full", "w")
    console = Console(io.TextIOWrapper(full, write_through=True))
    logger = logging.getLogger("deidweb")
    monkeypatch.setattr(Console, "lost", 0)
    monkeypatch.setattr(logger, "propagate", False)
    logger.addHandler(console)
    try:
        logger.warning("this line is lost")
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["log"]) == (200, "lost")
        console.setStream(written := io.StringIO())
        assert client.get("/readyz").json()["log"] == "ok"
    finally:
        logger.removeHandler(console)
    assert "2 log lines came late or are lost" in written.getvalue()


def test_a_log_on_a_full_disk_is_told_before_a_line_is_lost(client, monkeypatch):
    room = SimpleNamespace(f_bavail=0)
    monkeypatch.setattr(health.os, "fstatvfs", lambda _file: room)
    with Path(os.devnull).open("w") as nothing, tempfile.TemporaryFile("w") as file:
        monkeypatch.setattr(health.sys, "__stderr__", nothing)
        assert client.get("/readyz").json()["log"] == "ok", "no file, no room to run out of"
        monkeypatch.setattr(health.sys, "__stderr__", file)
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["log"]) == (200, "full")


def test_without_the_broker_pages_go_on(client, settings):
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": "/nowhere/at/all"}
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (200, "missing")


@pytest.mark.parametrize(
    "shown", [{}, {"Authorization": "Bearer no"}, {"Authorization": "Bearer "}]
)
def test_figures_need_the_token(client, shown):
    assert client.get("/metrics", headers=shown).status_code == 401


def test_without_a_token_in_the_settings_nobody_has_it(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 401


def test_a_neighbour_reads_figures_but_not_through_a_proxy(client, settings):
    settings.METRICS_NETWORKS = ["127.0.0.0/8"]
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 401
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 401


def test_figures_count_jobs_and_notes_and_name_nobody(client, project, admin):
    project.name = "Canaricole"
    project.save()
    patient = Patient.objects.create(project=project, external_id="canari-42")
    Document.objects.create(
        project=project, patient=patient, external_id="canari-n1", position=1, text="Canari", sha256="0" * 64
    )  # fmt: skip
    Job.objects.create(kind="import", project=project, created_by=admin)
    Job.objects.create(kind="canari kind", project=project, created_by=admin)
    text = client.get("/metrics", headers=TOKEN).content.decode()
    assert 'deidweb_jobs{kind="import",state="queued"} 1.0' in text
    assert 'deidweb_jobs{kind="other",state="queued"} 1.0' in text
    assert 'deidweb_notes{state="imported"} 1.0' in text
    assert 'deidweb_up{part="database"} 1.0' in text
    assert not re.search("canari|administratrice", text, re.IGNORECASE)


def test_figures_without_a_database_still_say_that_it_is_gone(client, monkeypatch):
    def gone(*_arguments):
        raise ConnectionError

    monkeypatch.setattr(health.connection, "cursor", gone)
    answer = client.get("/metrics", headers=TOKEN)
    assert answer.status_code == 200
    assert b'deidweb_up{part="database"} 0.0' in answer.content
