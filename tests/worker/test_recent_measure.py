"""The engine in service, measured by itself on recently validated notes: when, on which, what it tells."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, Patient
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.models import MeasuredNote, ModelVersion, NoteResult, SiteMeasure
from worker.presentation.intervals import share_interval
from worker.selectors.engines import forget_engines
from worker.selectors.site_measures import fallen_measure, newest_measure, recent_layers
from worker.services.request_recent_measures import request_recent_measures
from worker.tasks import measure_recent, run_job
from worker.tasks.run import execute

TEXT = "Vu ce jour, contact : paul.nul@example.fr, code interne kelvo."


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path, monkeypatch):
    settings.MODEL_DIR = tmp_path / "models"
    monkeypatch.setattr(jobs, "dispatch", lambda *_args: None)
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def gold(project):
    """A mail address, which the rules mask, and a code word, which nothing masks. `tests`: of patients on whom a
    model of the project is tested."""
    made = 0

    def make(count: int, *, days_ago: int = 0, tests: bool = False) -> list[Document]:
        nonlocal made
        found = []
        while len(found) < count:
            made += 1
            [part] = split([Member(f"n{made}", f"p{made}")] * 1, Shares(), 0).values()
            if tests and part is not Part.TEST:
                continue
            patient = Patient.objects.create(project=project, external_id=f"p{made}")
            document = Document.objects.create(
                project=project, patient=patient, external_id=f"n{made}", position=made,
                text=TEXT, sha256=text_sha256(TEXT), state="gold", doc_type="CRH",
            )  # fmt: skip
            validate(document, days_ago)
            found.append(document)
        return found

    return make


def validate(document, days_ago=0, version=1) -> None:
    layer = Layer.objects.create(document=document, kind="gold", state="submitted", version=version)
    at = timezone.now() - timedelta(days=days_ago)
    Layer.objects.filter(pk=layer.pk).update(created_at=at)
    for word, label, subtype in (
        ("paul.nul@example.fr", "MAIL", "MAIL"),
        ("kelvo", "QID", "AUTRE"),
    ):
        start = TEXT.index(word)
        LayerSpan.objects.create(
            layer=layer, start=start, end=start + len(word), label=label, subtype=subtype,
            state="manual", surface=word,
        )  # fmt: skip


def run_queued() -> Job:
    [job] = Job.objects.filter(kind="measure_recent", state="queued")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    return job


def later(days: int) -> None:
    """Everything that was measured was so many days ago."""
    for job in Job.objects.all():
        Job.objects.filter(pk=job.pk).update(created_at=job.created_at - timedelta(days=days))


def test_once_a_week_where_notes_were_validated_since(project, other_project, gold):
    assert request_recent_measures() == 0
    gold(6)
    measure_recent()
    assert request_recent_measures() == 0  # one waits
    job = run_queued()
    assert (job.project, job.created_by, job.result["notes"]) == (project, None, 6)
    assert request_recent_measures() == 0  # a week has not gone by
    later(8)
    Layer.objects.update(created_at=timezone.now() - timedelta(days=9))
    assert request_recent_measures() == 0  # nothing was validated since
    gold(1)
    assert request_recent_measures() == 1
    assert run_queued().result["notes"] == 7


def test_it_can_be_switched_off_or_come_more_often(settings, gold):
    gold(6)
    settings.MEASURE_EVERY_DAYS = 0
    assert request_recent_measures() == 0
    settings.MEASURE_EVERY_DAYS = 1
    assert request_recent_measures() == 1


def test_it_keeps_figures_and_places_and_no_text(admin, project, gold):
    notes = gold(6)
    request_recent_measures()
    run_queued()
    [measure] = SiteMeasure.objects.all()
    assert (measure.is_recent, measure.content_hash, measure.note_count) == (True, "", 6)
    assert measure.result["then"] is None
    told = MeasuredNote.objects.filter(measure=measure)
    assert set(told.values_list("document", flat=True)) == {note.pk for note in notes}
    judged = told.first().judged
    assert judged["missed"] == [[TEXT.index("kelvo"), TEXT.index("kelvo") + 5, "QID"]]
    assert "kelvo" not in str(judged)
    assert AuditEntry.objects.get(action="model.recent_measured").details["notes"] == 6
    # the sheet of the site speaks of what somebody asked for
    assert newest_measure(admin, project) is None


def test_what_was_validated_long_ago_judges_nothing(project, gold):
    gold(3, days_ago=100)
    recent = gold(2)
    again = gold(1, days_ago=100)[0]
    validate(again, version=2)
    assert {layer.document for layer in recent_layers(project)} == set(recent)
    request_recent_measures()
    assert run_queued().result == {"notes": 2, "fewest": 5}
    assert not SiteMeasure.objects.exists()


def test_a_model_is_judged_by_patients_that_it_never_saw_and_notes_of_after_it(
    project, gold, in_service
):
    gold(8, tests=False)
    fresh = gold(2, tests=True)
    before = gold(2, tests=True, days_ago=30)
    found = {layer.document for layer in recent_layers(project)}
    assert found >= set(fresh)
    assert not found & set(before)
    parts = split(
        [Member(d.external_id, d.patient.external_id) for d in Document.objects.all()], Shares(), 0
    )
    assert {parts[document.external_id] for document in found} == {Part.TEST}


@pytest.fixture
def in_service(project, make_version) -> ModelVersion:
    """Made a fortnight ago."""
    version = make_version(1, "promoted")
    version.metrics["snapshot"] = {"id": "x", "number": 1, "address": "y"}
    version.created_at = timezone.now() - timedelta(days=14)
    version.save()
    return version


def judged_then(version, documents, missed=0) -> None:
    row = {
        "tokens": 9, "identifying": 20, "redacted": 20 - missed, "alarms": 0, "corrections": 0, "missed": [],
        "wrong": [], "flaws": [], "labels": {}, "words": {"PER": [20, 20 - missed]},
    }  # fmt: skip
    for document in documents:
        NoteResult.objects.create(version=version, document=document, before=row, after=row)


def test_a_fall_below_the_promotion_alarms_at_home_and_on_the_page(
    client, admin, project, gold, in_service
):
    """It masked all 200 words then; of the recent notes' words it masks the mail address alone."""
    judged_then(in_service, gold(10, days_ago=30))
    gold(6, tests=True)
    request_recent_measures()
    run_queued()
    measure = fallen_measure(admin, project)
    assert [fall["name"] for fall in measure.result["falls"]] == ["redacted"]
    assert measure.result["then"][0] == 1.0
    client.force_login(admin)
    page = client.get(reverse("worker:drift", args=[project.pk])).content.decode()
    assert "Le moteur en service masque moins qu'à sa promotion" in page.replace("&#x27;", "'")
    home = client.get(reverse("home")).content.decode()
    assert "moteur qui masque moins" in home
    # another model in service: the alarm was not about it
    ModelVersion.objects.update(state="retired")
    assert fallen_measure(admin, project) is None
    assert "moteur qui masque moins" not in client.get(reverse("home")).content.decode()


def test_the_series_has_its_intervals_on_the_page(client, admin, project, gold):
    gold(6)
    request_recent_measures()
    run_queued()
    client.force_login(admin)
    address = reverse("worker:drift", args=[project.pk])
    page = client.get(address).content.decode()
    assert "Mesures sur les notes récentes" in page
    assert share_interval(SiteMeasure.objects.get().result["all"]["redacted"]) in page
    later(8)
    gold(1)
    request_recent_measures()
    run_queued()
    assert "Mots identifiants restés lisibles pour 100" in client.get(address).content.decode()


def test_an_attempt_that_died_after_publishing_is_not_published_twice(project, gold):
    gold(6)
    request_recent_measures()
    job = run_queued()
    Job.objects.filter(pk=job.pk).update(state="queued", finished_at=None)
    assert run_queued().result == job.result
    assert SiteMeasure.objects.count() == 1


def test_a_worker_that_lost_the_job_publishes_nothing(project, gold):
    gold(6)
    request_recent_measures()
    job = jobs.claim(Job.objects.get().pk, worker="slow")
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    taken = jobs.claim(job.pk, worker="other")
    execute(job)
    assert not SiteMeasure.objects.exists()
    execute(taken)
    assert SiteMeasure.objects.get().job == job
