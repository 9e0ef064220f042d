"""The training job: publishes once, stops without a trace, refuses what is too little."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.domain.text import text_sha256
from annotation.models import Document, ImportBatch, Layer, LayerSpan, Patient, PatientRecord
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker import registry, selectors, services
from worker.models import ModelVersion
from worker.tasks import run_job, train
from worker.tasks.context import JobContext, LeaseLost

CODES = ["kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket"]


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    settings.JOB_LEASE_SECONDS = 3600.0
    registry.forget_engines()
    yield settings.MODEL_DIR
    registry.forget_engines()


@pytest.fixture
def make_gold(project, admin):
    """Gold notes with one code each, unknown to the rules; a patient of their own."""

    def make(count: int, batch: ImportBatch | None = None) -> None:
        first = Document.staged_too.count() + 1
        for number in range(first, first + count):
            code = CODES[number % len(CODES)]
            text = f"Vu ce jour, bracelet {code}, bon état général."
            patient = Patient.objects.create(project=project, external_id=f"p{number}")
            PatientRecord.objects.create(patient=patient, identity={"last_name": ["Nul"]})
            document = Document.staged_too.create(
                project=project,
                patient=patient,
                batch=batch,
                external_id=f"n{number}",
                position=number,
                text=text,
                sha256=text_sha256(text),
                state="gold",
            )
            add_gold(document, code, version=1)

    return make


def add_gold(document: Document, code: str, version: int) -> None:
    layer = Layer.staged_too.create(
        document=document, kind="gold", state="submitted", version=version
    )
    start = document.text.index(code)
    LayerSpan.objects.create(
        layer=layer,
        start=start,
        end=start + len(code),
        label="QID",
        subtype="AUTRE",
        state="manual",
        surface=code,
    )


@pytest.fixture
def trained(project, admin):
    def run() -> Job:
        job = jobs.enqueue(kind="train_tagger", project=project, actor=admin)
        run_job(str(job.pk))
        job.refresh_from_db()
        return job

    return run


def left(model_dir: Path) -> list[str]:
    return sorted(path.name for path in model_dir.glob("*")) if model_dir.exists() else []


@pytest.fixture
def same_split(monkeypatch):
    """Row ids are drawn anew in each test: the split would follow them."""
    monkeypatch.setattr(
        selectors,
        "_gold_note",
        lambda layer, make=selectors._gold_note: _renamed(make(layer), layer),
    )


def _renamed(note, layer):
    from dataclasses import replace

    return replace(note, patient=replace(note.patient, id=layer.document.external_id))


def test_it_trains_compares_and_publishes_a_candidate(
    project, admin, make_gold, trained, model_dir, same_split
):
    make_gold(24)
    job = trained()
    assert (job.state, job.error) == ("done", "")
    version = ModelVersion.objects.get()
    assert job.result["model"] == str(version.pk)
    assert (version.number, version.state, version.created_by) == (1, "candidate", admin)
    assert version.train_notes + version.test_notes == 24
    assert left(model_dir) == [version.content_hash]
    before, after = version.metrics["before"], version.metrics["after"]
    assert before == {**version.metrics["rules"], "engine": before["engine"]}
    assert (before["redacted"], before["identifying"]) == (0, version.test_notes)
    assert after["redacted"] == version.test_notes
    assert after["engine"] == f"tagger-{version.content_hash[:12]}"
    assert version.metrics["before_number"] is None
    assert job.progress_done == job.progress_total == 16  # 12 epochs, 3 folds, 1 comparison


def test_a_retry_after_publication_makes_no_second_model(make_gold, trained):
    make_gold(8)
    job = trained()
    Job.objects.filter(pk=job.pk).update(state="queued", attempt=0)
    run_job(str(job.pk))
    again = Job.objects.get(pk=job.pk)
    assert (again.state, again.result) == ("done", job.result)
    assert ModelVersion.objects.count() == 1


def test_the_same_notes_are_not_trained_twice_and_the_known_model_stays(
    make_gold, trained, model_dir
):
    make_gold(8)
    trained()
    [known] = left(model_dir)
    job = trained()
    assert job.state == "failed"
    assert "n'ont pas changé" in job.error
    assert "n° 1" in job.error
    assert left(model_dir) == [known]


def test_the_model_in_service_is_what_the_next_candidate_is_compared_with(
    admin, make_gold, trained, same_split
):
    make_gold(24)
    trained()
    services.promote(actor=admin, version=ModelVersion.objects.get())
    make_gold(4)
    trained()
    second = ModelVersion.objects.get(number=2)
    assert second.metrics["before_number"] == 1
    assert second.metrics["before"]["redacted"] == second.metrics["before"]["identifying"] > 0
    assert second.metrics["rules"]["redacted"] == 0


def test_too_few_gold_notes_are_refused_with_the_reason(make_gold, trained, model_dir):
    make_gold(3)
    job = trained()
    assert job.state == "failed"
    assert "Il faut au moins 4 notes validées" in job.error
    assert left(model_dir) == []


def test_notes_of_an_unfinished_import_and_older_gold_versions_do_not_count(
    project, admin, make_gold
):
    make_gold(2)
    batch = ImportBatch.objects.create(
        project=project, created_by=admin, file_name="a", format="jsonl", size_bytes=1, sha256="0"
    )
    make_gold(2, batch)
    document = Document.objects.get(position=1)
    Layer.objects.create(document=document, kind="gold", state="submitted", version=2)
    first, second = selectors.gold_notes(project)
    assert first.entities == ()  # version 2 marks nothing
    assert len(second.entities) == 1
    assert first.id == str(document.pk)
    assert first.patient.last_name == ("Nul",)


@pytest.mark.parametrize("step", [1, 5, 13])
def test_a_stop_leaves_nothing(make_gold, trained, model_dir, monkeypatch, step):
    """Asked during the first epochs, then while the threshold is set."""
    make_gold(8)
    steps = 0
    report = train._report

    def stop_later(context, given):
        nonlocal steps
        steps += 1
        if steps == step:
            Job.objects.filter(pk=context.job.pk).update(cancel_requested=True)
        report(context, given)

    monkeypatch.setattr(train, "_report", stop_later)
    job = trained()
    assert job.state == "cancelled"
    assert ModelVersion.objects.count() == 0
    assert left(model_dir) == []


def test_a_stop_within_an_epoch_is_seen_without_waiting_for_its_end(
    make_gold, trained, model_dir, monkeypatch
):
    make_gold(8)
    monkeypatch.setattr(train, "CANCEL_POLL_SECONDS", 0.0)
    monkeypatch.setattr(JobContext, "is_cancelled", lambda self: True)
    monkeypatch.setattr(
        train, "_read_notes", lambda ctx, _c: list(selectors.gold_notes(ctx.job.project))
    )
    job = trained()
    assert job.state == "cancelled"
    assert job.progress_done == 0
    assert left(model_dir) == []


def test_an_attempt_that_lost_its_lease_publishes_nothing(
    make_gold, trained, model_dir, monkeypatch
):
    make_gold(8)

    def lost(self):
        raise LeaseLost

    monkeypatch.setattr(JobContext, "assert_owned", lost)
    trained()
    assert ModelVersion.objects.count() == 0
    assert left(model_dir) == []


def test_drafts_of_a_killed_attempt_are_swept_by_the_next(project, admin, make_gold, model_dir):
    make_gold(8)
    job = jobs.enqueue(kind="train_tagger", project=project, actor=admin)
    (model_dir / f".draft-{job.pk}-1").mkdir(parents=True)
    run_job(str(job.pk))
    assert left(model_dir) == [ModelVersion.objects.get().content_hash]


def test_no_text_of_a_note_is_in_the_job_or_in_the_metrics(make_gold, trained):
    make_gold(8)
    job = trained()
    stored = f"{job.result}{job.message}{job.error}{ModelVersion.objects.get().metrics}"
    assert not any(code in stored for code in CODES)
