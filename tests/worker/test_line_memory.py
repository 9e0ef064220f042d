"""The memory of lines: the job learns it, a pre-annotation applies it, a page shows it."""

from __future__ import annotations

import hashlib
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from annotation.domain.risk import Priority
from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document, KnownLine, Layer, LayerSpan, Patient
from annotation.selectors.in_force import newest_suggestion
from annotation.services.backfill import request_catching_up
from annotation.services.oppose import oppose
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.services.errors import TrainingRefusedError
from worker.services.read_notes import Reading
from worker.services.start_line_search import start_line_search
from worker.tasks import preannotate, run_job

HEAD = "CHU du Val d'Ouche - Service Pinel"


class Nothing:
    """An engine of the test that takes the word « Val » for a person."""

    version = "test-1"

    def read(self, texts, patients, on_wait=None):
        return [
            Reading((Span(t.index("Val"), t.index("Val") + 3, "PER", "NOM", 0.6, "model"),), Priority(1, 1, 0, 1))
            for t in texts
        ]  # fmt: skip

    def close(self):
        pass


@pytest.fixture(autouse=True)
def engine(settings, monkeypatch):
    settings.JOB_LEASE_SECONDS = 3600.0
    monkeypatch.setattr(preannotate, "reader_for", lambda _project: Nothing())


@pytest.fixture
def notes(project) -> list[Document]:
    """Four patients' notes under one letterhead; the first is validated."""
    found = []
    for number in range(1, 5):
        text = f"{HEAD}\nVu le {number} mars, bon état."
        patient = Patient.objects.create(project=project, external_id=f"p{number}")
        found.append(
            Document.objects.create(
                project=project, external_id=f"n{number}", position=number, text=text,
                sha256=text_sha256(text), patient=patient,
            )
        )  # fmt: skip
    gold = Layer.objects.create(document=found[0], kind="gold", state="submitted", version=1)
    for start, end, subtype in ((0, 18, "HOPITAL"), (21, 34, "SERVICE")):
        LayerSpan.objects.create(
            layer=gold, start=start, end=end, label="ORG", subtype=subtype, state="manual",
            surface=HEAD[start:end],
        )  # fmt: skip
    return found


def run(job: Job) -> Job:
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "done", job.error
    return job


def suggestions(note: Document) -> list[tuple[int, int, str]]:
    layer = newest_suggestion(note)
    rows = LayerSpan.objects.filter(layer=layer).order_by("start")
    return list(rows.values_list("start", "end", "subtype"))


def test_a_letterhead_validated_once_is_suggested_in_every_note(project, admin, notes):
    job = run(start_line_search(actor=admin, project=project))
    assert job.result == {"lines": 1, "changed": True}
    [line] = KnownLine.objects.all()
    assert (line.notes, line.golds, line.sample_start) == (4, 1, 0)
    run(jobs.enqueue(kind="preannotate", project=project, actor=admin))
    assert suggestions(notes[3]) == [(0, 18, "HOPITAL"), (21, 34, "SERVICE")]
    layer = newest_suggestion(notes[3])
    assert layer is not None
    assert layer.engine_version.startswith("test-1+")
    # nothing new: the second search changes nothing, and nothing is read again
    assert run(start_line_search(actor=admin, project=project)).result["changed"] is False
    done = run(jobs.enqueue(kind="preannotate", project=project, actor=admin))
    assert done.result["documents"] == 0


def test_a_line_is_forgotten_once_too_few_patients_are_left(project, admin, notes):
    run(start_line_search(actor=admin, project=project))
    (line,) = KnownLine.objects.all()
    assert line.digest not in {hashlib.sha256(HEAD.encode()).hexdigest()[:32]}
    oppose(["p2", "p3"])
    run(Job.objects.get(kind="forget_notes"))
    assert not KnownLine.objects.exists()


def test_workers_that_start_search_lines_again_that_an_update_has_forgotten(project, admin, notes):
    assert request_catching_up() == 0, "nobody has asked for a search"
    run(start_line_search(actor=admin, project=project))
    assert request_catching_up() == 0, "they are there"
    forget = import_module("annotation.migrations.0021_key_line_memory").forget
    forget(apps, None)
    assert (request_catching_up(), request_catching_up()) == (1, 0)
    run(Job.objects.get(kind="learn_lines", state="queued"))
    assert KnownLine.objects.count() == 1
    # an opposition takes a line for good: one search more, which finds none
    oppose(["p2", "p3"])
    run(Job.objects.get(kind="forget_notes"))
    assert request_catching_up() == 1
    assert run(Job.objects.get(kind="learn_lines", state="queued")).result["lines"] == 0
    assert request_catching_up() == 0


def test_without_a_memory_an_engine_keeps_its_name(project, admin, notes):
    run(jobs.enqueue(kind="preannotate", project=project, actor=admin))
    layer = newest_suggestion(notes[0])
    assert layer is not None
    assert layer.engine_version == "test-1"
    assert suggestions(notes[3]) == [(7, 10, "NOM")]


def test_the_page_shows_marks_and_a_note_but_no_text(client, project, admin, notes):
    client.force_login(admin)
    page = reverse("worker:line-memory", args=[project.pk])
    assert "Aucune ligne connue" in client.get(page).content.decode()
    run(start_line_search(actor=admin, project=project))
    text = client.get(page).content.decode()
    assert "Hôpital, Service nommé" in text
    assert "Ouche" not in text
    client.post(reverse("worker:line-memory-start", args=[project.pk]))
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_line_search(actor=admin, project=project)


def test_who_may_see_and_start(client, project, other_project, admin, annotator, stranger):
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        for method, name in (("get", "line-memory"), ("post", "line-memory-start")):
            address = reverse(f"worker:{name}", args=[target.pk])
            assert getattr(client, method)(address).status_code == status
    assert client.get(reverse("worker:line-memory-start", args=[project.pk])).status_code == 405
