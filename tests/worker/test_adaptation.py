"""The adaptation of the encoder: who may begin it, what it reads, what it leaves, what an opposition takes away."""

from __future__ import annotations

import json
import shutil

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.text import text_sha256
from annotation.models import Document, OppositionEffect, Patient
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.operations.end_project import _erase_files, what_there_is
from worker.engine.encoder.files import is_model
from worker.selectors.adapted import TOLD, adapted_folder, adapted_of, raw_notes
from worker.selectors.training_starts import UnknownStartError, folder_of_start, training_starts
from worker.services.errors import TrainingRefusedError
from worker.services.start_adaptation import start_adaptation
from worker.tasks import adapt as adapt_task
from worker.tasks import forget_notes, run_job
from worker.tasks.context import JobContext
from worker.training.adapt import Chunk


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path, tiny_backbone):
    settings.MODEL_DIR = tmp_path / "models"
    settings.BACKBONE_DIR = tmp_path / "backbones"
    shutil.copytree(tiny_backbone, settings.BACKBONE_DIR / "mini")
    settings.JOB_LEASE_SECONDS = 3600.0
    return settings.MODEL_DIR


@pytest.fixture
def notes(project) -> list[Document]:
    made: list[Document] = []
    for number in range(40):
        text = f"Vu ce jour bracelet {number}, bon état."
        patient = (
            made[-1].patient
            if number % 2
            else Patient.objects.create(project=project, external_id=f"p{number // 2}")
        )
        made.append(
            Document.objects.create(
                project=project, patient=patient, external_id=f"n{number}", position=number + 1, text=text,
                sha256=text_sha256(text), state="imported",
            )
        )  # fmt: skip
    return made


def adapted(admin, project, start="backbone:mini") -> Job:
    job = start_adaptation(actor=admin, project=project, passes=1, start=start)
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_what_judges_a_model_is_not_read(project, notes):
    found = raw_notes(project)
    parts = split([Member(f"n{n}", f"p{n // 2}") for n in range(40)], Shares(), 0)
    ids = {str(note.pk): note.external_id for note in notes}
    assert {ids[row] for row in found.taught} == {
        n for n, part in parts.items() if part is Part.TRAIN
    }
    assert {ids[row] for row in found.kept} == {n for n, part in parts.items() if part is Part.VALIDATION}  # fmt: skip
    assert found.taught
    assert found.kept


@pytest.mark.slow
def test_a_new_start_is_left_for_trainings(admin, project, notes, model_dir):
    job = adapted(admin, project)
    assert (job.state, job.error) == ("done", "")
    told = adapted_of(project)
    assert told is not None
    assert told.notes == len(raw_notes(project).taught) == job.result["notes"]
    assert not is_model(adapted_folder(project))
    assert folder_of_start(project, "adapted") == adapted_folder(project)
    assert "adapted" in [key for key, _name in training_starts(project)]
    # again, from what there is: the old one is replaced, nothing else is left
    assert adapted(admin, project, "adapted").state == "done"
    assert [path.name for path in model_dir.iterdir()] == [f"adapted-{project.pk}"]


def ready(project, seen=0) -> None:
    folder = adapted_folder(project)
    folder.mkdir(parents=True)
    rows = [{"done": 1, "total": 2, "taught": 3.2, "loss": 3.0}, {"done": 2, "total": 2, "taught": 2.2, "loss": 1.0}]  # fmt: skip
    told = {"at": "2026-11-20T10:00:00+00:00", "notes": 31, "chunks": rows, "effects_seen": seen}
    (folder / TOLD).write_text(json.dumps(told))


def test_an_opposition_takes_it_away(project, admin):
    ready(project)
    assert adapted_of(project) is not None
    OppositionEffect.objects.create(
        project=project, at=timezone.now(), patient_count=1, note_count=1
    )
    assert adapted_of(project) is None
    assert "adapted" not in [key for key, _name in training_starts(project)]
    with pytest.raises(UnknownStartError):
        folder_of_start(project, "adapted")
    job = jobs.enqueue(kind="forget_notes", project=project, actor=admin, payload={})
    forget_notes.run(JobContext(jobs.claim(job.pk, worker="w")))
    assert not adapted_folder(project).exists()


def test_the_end_of_a_project_takes_it_away(project):
    ready(project)
    assert what_there_is(project)["adapted_encoders"] == 1
    _erase_files(project)
    assert not adapted_folder(project).exists()
    assert what_there_is(project)["adapted_encoders"] == 0


def test_the_page_shows_what_was_measured(client, project, admin):
    ready(project)
    client.force_login(admin)
    text = client.get(reverse("worker:adaptation", args=[project.pk])).content.decode()
    assert "31 notes lues" in text
    assert '<td class="num">50,0 %</td><td class="num">20,1</td>' in text
    assert '<td class="num">100,0 %</td><td class="num">2,7</td>' in text


def test_senseless_counts_too_few_notes_and_a_second_one_begin_nothing(client, project, admin):
    client.force_login(admin)
    address = reverse("worker:adaptation-start", args=[project.pk])
    for passes, reason in (("0", "entre 1 et 10"), ("x", "entre 1 et 10"), ("2", "au moins 10")):
        text = client.post(address, {"passes": passes}, follow=True).content.decode()
        assert reason in text
    assert Job.objects.count() == 0


def test_one_at_a_time(project, admin, notes):
    start_adaptation(actor=admin, project=project, passes=1)
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_adaptation(actor=admin, project=project, passes=1)


def test_who_may_see_and_start(client, project, other_project, admin, annotator, stranger):
    names = (("get", "adaptation"), ("post", "adaptation-start"))
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        for method, name in names:
            address = reverse(f"worker:{name}", args=[target.pk])
            assert getattr(client, method)(address).status_code == status


def test_an_opposition_while_it_reads_publishes_nothing(
    project, admin, notes, model_dir, monkeypatch
):
    def reads(raw, plan, output, **options):
        output.mkdir(parents=True)
        OppositionEffect.objects.create(
            project=project, at=timezone.now(), patient_count=1, note_count=1
        )
        return [Chunk(1, 1, 2.0, None)]

    monkeypatch.setattr(adapt_task, "adapt", reads)
    job = adapted(admin, project)
    assert (job.state, "s'est opposé" in job.error) == ("failed", True)
    assert list(model_dir.iterdir()) == []


def test_the_next_attempt_goes_on_from_the_same_start(project, admin, notes, settings, monkeypatch):
    seen = []

    def reads(raw, plan, output, **options):
        seen.append((plan.start, plan.work, (plan.start / "config.json").read_text()))
        raise RuntimeError("killed")

    monkeypatch.setattr(adapt_task, "adapt", reads)
    job = start_adaptation(actor=admin, project=project, passes=1, start="backbone:mini")
    claimed = jobs.claim(job.pk, worker="w")
    for _attempt in range(2):
        with pytest.raises(RuntimeError):
            adapt_task.run(JobContext(claimed))
        (settings.BACKBONE_DIR / "mini" / "config.json").write_text('{"model_type": "bert"}')
    assert seen[0] == seen[1]


def test_a_model_that_started_from_it_says_when_a_patient_opposed(client, project, admin, make_version):  # fmt: skip
    version = make_version()
    version.metrics["raw_seen"] = 0
    version.save()
    client.force_login(admin)
    address = reverse("worker:model-detail", args=[project.pk, version.pk])
    assert "toutes les notes brutes" in client.get(address).content.decode()
    OppositionEffect.objects.create(
        project=project, at=timezone.now(), patient_count=1, note_count=1
    )
    assert "s'est opposé depuis" in client.get(address).content.decode()
