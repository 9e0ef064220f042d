"""The training job: publishes once, stops without a trace, refuses what is too little."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path
from time import time

import pytest
import torch
from django.core.management import call_command
from django.urls import reverse

from annotation.domain.datasets.split import Member, Shares, split
from annotation.domain.text import text_sha256
from annotation.models import (
    DatasetSnapshot,
    Document,
    ImportBatch,
    Layer,
    LayerSpan,
    OppositionEffect,
    Patient,
    PatientRecord,
)
from annotation.selectors.dataset_files import read_snapshot
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from tests.mini_model import write_mini_tagger
from tests.peers import interpreter
from worker.engine.encoder.files import content_hash
from worker.engine.encoder.sources import licence_of
from worker.models import ModelVersion, NoteResult
from worker.presentation.card import card_text
from worker.selectors.engines import detector_of, encoder_of, forget_engines
from worker.selectors.gate import QUESTIONS, gate_of
from worker.selectors.searches import newest_search
from worker.selectors.site_measures import judging_layers, recent_layers
from worker.selectors.taught import are_all_here, read_taught
from worker.selectors.training_notes import marked_notes
from worker.selectors.training_starts import training_starts
from worker.selectors.versions import promoted_hash
from worker.services.discard_version import discard_version
from worker.services.errors import GateRefusedError, WrongStateError
from worker.services.put_in_service import promote_version, put_in_service
from worker.services.start_adoption import start_adoption
from worker.services.start_comparison import start_comparison
from worker.services.start_search import start_search
from worker.services.withdraw_version import withdraw_version
from worker.tasks import run_job, train, training_progress, training_snapshot
from worker.tasks.context import JobContext, LeaseLost
from worker.training import cost, search, sequences
from worker.training.encoder import checkpoint, loop
from worker.training.encoder.recipe import Recipe
from worker.training.learn import Learnt
from worker.training.plan import EpochFigures, Stage, Step

pytestmark = pytest.mark.usefixtures("few_regression_notes")

CODES = ["kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket"]


QUICK = Recipe(
    epochs=2, learning_rate=4e-3, head_factor=2, batch_size=8, micro_batch=8, dropout=0.0,
    word_dropout=0.0, freezes_embeddings=False, patience=30,
)  # fmt: skip


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path, monkeypatch, tiny_backbone) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    settings.BACKBONE_DIR = tmp_path / "backbones"
    shutil.copytree(tiny_backbone, settings.BACKBONE_DIR / "mini")
    (settings.BACKBONE_DIR / "mini" / "LICENSE").write_text("EUPL-1.2\n", encoding="utf-8")
    settings.DATASET_DIR = tmp_path / "datasets"
    monkeypatch.setattr(train, "RECIPES", {True: QUICK, False: QUICK})
    settings.JOB_LEASE_SECONDS = 3600.0
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


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
    def run(start: str = "backbone:mini") -> Job:
        payload = {"start": start}
        job = jobs.enqueue(kind="train_ner", project=project, actor=admin, payload=payload)
        run_job(str(job.pk))
        job.refresh_from_db()
        return job

    return run


def left(model_dir: Path) -> list[str]:
    return sorted(path.name for path in model_dir.iterdir()) if model_dir.exists() else []


def test_it_trains_compares_and_publishes_a_candidate(
    project, admin, make_gold, trained, model_dir, monkeypatch, settings
):
    long = replace(QUICK, epochs=30)
    monkeypatch.setattr(train, "RECIPES", {True: long, False: long})
    make_gold(48)
    job = trained()
    assert (job.state, job.error) == ("done", "")
    version = ModelVersion.objects.get()
    assert job.result["model"] == str(version.pk)
    assert (version.number, version.state, version.created_by) == (1, "candidate", admin)
    snapshot = DatasetSnapshot.objects.get()
    assert version.metrics["snapshot"]["address"] == snapshot.address
    parts = snapshot.statistics["notes"]
    assert (version.train_notes, version.test_notes) == (parts["train"], parts["test"])
    assert sum(parts.values()) == 48
    assert left(model_dir) == [version.content_hash]
    before, after = version.metrics["before"], version.metrics["after"]
    assert before == {**version.metrics["rules"], "engine": before["engine"]}
    assert (before["redacted"], before["identifying"]) == (0, version.test_notes)
    assert after["redacted"] == version.test_notes
    assert after["engine"] == f"projet-{project.pk.hex[:6]}-{version.content_hash[:12]}"
    assert version.metrics["before_number"] is None
    gate = version.metrics["gate"]
    assert tuple(check["name"] for check in gate["checks"]) == QUESTIONS
    assert (gate["against"], gate["shipped"]) == ("", content_hash(Path(settings.SHIPPED_MODEL)))
    assert version.metrics["evaluation"]["after"]["all"]["redacted"] == [1, 1, 1]
    assert version.metrics["evaluation"]["before"]["labels"]["QID"]["recall"] == [0, 0, 0]
    assert version.metrics["cost"]["seconds"] > 0
    assert version.metrics["cost"]["memory_mb"] > 50
    assert version.metrics["start"] == {"name": "mini", "sha256": ""}
    assert version.metrics["kept_epoch"] in range(1, 31)
    folder = model_dir / version.content_hash
    assert (folder / "carte.md").read_text(encoding="utf-8") == card_text(version)
    assert version.metrics["licence"] == licence_of(folder) == "EUPL-1.2"
    assert content_hash(folder) == version.content_hash  # the card is beside what it names
    results = NoteResult.objects.filter(version=version)
    assert results.count() == version.test_notes
    assert all(row.after["missed"] == [] and len(row.before["missed"]) == 1 for row in results)
    assert job.progress_done == job.progress_total == 3000  # 30 epochs in hundredths
    assert [row["epoch"] for row in job.details["epochs"]] == list(range(1, 31))
    assert job.details["epochs"] == version.metrics["epochs"]
    assert job.details["epochs"][-1]["f1_by_label"]["QID"] > 0.8


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
    admin, make_gold, trained
):
    make_gold(24)
    trained()
    first = ModelVersion.objects.get()
    put_in_service(admin, first, "candidate", "promoted", preannotate=False, is_waived=True)
    make_gold(4)
    trained(start="in_service")
    second = ModelVersion.objects.get(number=2)
    assert second.metrics["before_number"] == 1
    assert first.content_hash[:12] in second.metrics["before"]["engine"]
    assert second.content_hash != first.content_hash


def in_service(admin, number: int) -> ModelVersion:
    version = ModelVersion.objects.get(number=number)
    put_in_service(admin, version, "candidate", "promoted", preannotate=False, is_waived=True)
    return version


def of_part(*parts: str) -> set[str]:
    """Ids in the hospital, in the newest data set."""
    newest = DatasetSnapshot.objects.order_by("-number").first()
    return {note.id for part, note in read_snapshot(newest) if part in parts}


def judging(project) -> set[str]:
    return {layer.document.external_id for layer in judging_layers(project)}


def test_whoever_taught_neither_the_model_nor_what_it_started_from_may_judge(
    project, admin, make_gold, trained
):
    make_gold(24)
    assert trained().state == "done"
    in_service(admin, 1)
    tests = of_part("test")
    assert judging(project) == tests
    make_gold(6)  # patients who came after the training
    new = {f"n{number}" for number in range(25, 31)}
    assert judging(project) == tests | new
    assert {layer.document.external_id for layer in recent_layers(project)} == new
    assert trained(start="in_service").state == "done"
    in_service(admin, 2)
    assert judging(project) == (tests | new) - of_part("train", "validation")
    # the first training's notes do not judge the second's either, though it starts again from one that read them
    make_gold(1)
    assert len(judging(project)) == len((tests | new) - of_part("train", "validation")) + 1


def test_who_chose_the_epoch_does_not_judge_when_the_one_who_did_is_gone(
    project, admin, make_gold, trained
):
    """A data set's empty part takes the next patient in the row, who validated."""
    make_gold(8)
    assert trained().state == "done"
    in_service(admin, 1)
    [kept], [chose] = of_part("test"), of_part("validation")
    assert judging(project) == {kept}
    oppose([kept.replace("n", "p")])
    assert split([Member(f"n{i}", f"p{i}") for i in range(1, 9) if f"n{i}" != kept], Shares(), 0)[chose] == "test"  # fmt: skip
    assert judging(project) == set()


def test_a_model_of_before_or_of_an_adapted_encoder_is_judged_by_what_data_sets_keep(
    project, admin, make_gold, trained, model_dir
):
    make_gold(24)
    trained()
    version = in_service(admin, 1)
    (model_dir / version.content_hash / "taught.json").unlink()
    make_gold(6)
    parts = split([Member(f"n{i}", f"p{i}") for i in range(1, 31)], Shares(), 0)
    assert judging(project) == {note for note, part in parts.items() if part == "test"}
    trained(start="in_service")  # what the first one read stays unknown
    second = ModelVersion.objects.get(number=2)
    assert not (model_dir / second.content_hash / "taught.json").exists()


def test_a_candidate_that_a_promotion_made_void_is_compared_anew(
    client, project, admin, make_gold, trained, monkeypatch
):
    """Trained again from the same start on the same notes it would be the same model, which is refused."""
    make_gold(24)
    trained()
    monkeypatch.setattr(train, "RECIPES", {True: QUICK, False: replace(QUICK, epochs=3)})
    trained()
    first, second = in_service(admin, 1), ModelVersion.objects.get(number=2)
    assert "stale" in gate_of(second).failed
    client.force_login(admin)
    page, start = (reverse(f"worker:{name}", args=[project.pk, second.pk]) for name in ("model-detail", "comparison-start"))  # fmt: skip
    assert "Comparer de nouveau" in client.get(page).content.decode()
    assert "Comparaison demandée" in client.post(start, follow=True).content.decode()
    assert "déjà en cours" in client.post(start, follow=True).content.decode()
    job = Job.objects.get(kind="compare_model")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    second.refresh_from_db()
    assert second.metrics["gate"]["against"] == first.content_hash
    assert second.metrics["before_number"] == 1
    assert first.content_hash[:12] in second.metrics["before"]["engine"]
    assert second.metrics["recipe"]["epochs"] == 3  # what it learned and when is as it was
    assert NoteResult.objects.filter(version=second).count() == second.test_notes == 1
    assert "stale" not in gate_of(second).failed
    Job.objects.filter(pk=job.pk).update(state="queued", attempt=0)
    run_job(str(job.pk))  # an attempt that died before it said so changes nothing
    told = AuditEntry.objects.filter(action__in=["model.comparison_asked", "model.compared"])
    assert [entry.details["number"] for entry in told] == [2, 2]
    with pytest.raises(WrongStateError):
        start_comparison(actor=admin, version=in_service(admin, 2))


def test_a_comparison_of_what_is_no_candidate_any_more_publishes_nothing(admin, make_gold, trained):
    make_gold(8)
    trained()
    version = ModelVersion.objects.get()
    before = version.metrics
    job = start_comparison(actor=admin, version=version)
    discard_version(actor=admin, version=version)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.error == "Le modèle n° 1 est maintenant « écarté » : rien n'a été changé."
    version.refresh_from_db()
    assert version.metrics == before


def test_who_taught_a_candidate_does_not_judge_its_new_comparison(admin, make_gold, trained):
    make_gold(8)
    trained()
    [kept] = of_part("test")
    oppose([kept.replace("n", "p")])
    job = start_comparison(actor=admin, version=ModelVersion.objects.get())
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "servi à apprendre" in job.error) == ("failed", True)


def test_only_who_manages_models_compares_anew(
    client, project, other_project, admin, annotator, stranger, make_gold, trained
):
    make_gold(8)
    trained()
    version = ModelVersion.objects.get()
    start = reverse("worker:comparison-start", args=[project.pk, version.pk])
    for person, status in ((annotator, 403), (stranger, 404)):
        client.force_login(person)
        assert client.post(start).status_code == status
    client.force_login(admin)
    elsewhere = reverse("worker:comparison-start", args=[other_project.pk, version.pk])
    assert (client.post(elsewhere).status_code, client.get(start).status_code) == (404, 405)
    assert not Job.objects.filter(kind="compare_model").exists()


def test_too_few_gold_notes_are_refused_with_the_reason(make_gold, trained, model_dir):
    make_gold(3)
    job = trained()
    assert job.state == "failed"
    assert "Il faut au moins 4 notes validées" in job.error
    assert left(model_dir) == []


def test_notes_of_an_unfinished_import_and_older_gold_versions_do_not_count(
    project, admin, make_gold, trained
):
    make_gold(4)
    batch = ImportBatch.objects.create(
        project=project, created_by=admin, file_name="a", format="jsonl", size_bytes=1, sha256="0"
    )
    make_gold(2, batch)
    document = Document.objects.get(position=1)
    Layer.objects.create(document=document, kind="gold", state="submitted", version=2)
    trained()
    notes = {note.id: note for _part, note in marked_notes(DatasetSnapshot.objects.get())}
    assert len(notes) == 4
    assert notes[str(document.pk)].entities == ()  # version 2 marks nothing
    assert sorted(len(note.entities) for note in notes.values()) == [0, 1, 1, 1]
    assert {note.patient.last_name for note in notes.values()} == {("Nul",)}


def test_a_note_deleted_while_the_model_learns_is_left_out(
    make_gold, trained, monkeypatch, model_dir
):
    make_gold(12)
    report = train.throttled_report

    def deleting(context, epochs):
        told = report(context, epochs)

        def watch(step):
            if step.stage is Stage.JUDGE:
                Document.objects.all().delete()
            told(step)

        return watch

    monkeypatch.setattr(train, "throttled_report", deleting)
    assert trained().state == "done"
    assert NoteResult.objects.count() == 0


@pytest.mark.parametrize("stage", list(Stage))
def test_a_stop_leaves_nothing(make_gold, trained, model_dir, monkeypatch, stage):
    """Asked while it learns, while the threshold is set, while it is compared."""
    make_gold(8)
    monkeypatch.setattr(training_progress, "POLL_SECONDS", 0.0)
    make_report = train.throttled_report

    def stopping(context, epochs):
        report = make_report(context, epochs)

        def stop(step):
            if step.stage is stage:
                Job.objects.filter(pk=context.job.pk).update(cancel_requested=True)
            report(step)

        return stop

    monkeypatch.setattr(train, "throttled_report", stopping)
    job = trained()
    assert job.state == "cancelled"
    assert ModelVersion.objects.count() == 0
    assert left(model_dir) == []


def test_a_stop_within_an_epoch_is_seen_without_waiting_for_its_end(
    make_gold, trained, model_dir, monkeypatch
):
    make_gold(8)
    monkeypatch.setattr(training_progress, "POLL_SECONDS", 0.0)
    begun = train.Parts.of

    def then_stop(marked):
        found = begun(marked)
        Job.objects.update(cancel_requested=True)
        return found

    monkeypatch.setattr(train.Parts, "of", then_stop)
    job = trained()
    assert job.state == "cancelled"
    assert not job.details.get("epochs")
    assert left(model_dir) == []


def test_an_attempt_that_lost_its_lease_publishes_nothing(
    make_gold, trained, model_dir, monkeypatch
):
    make_gold(8)

    owned = iter([True, False])  # when the data set is made, no more when the model is published

    def lost(self):
        if not next(owned):
            raise LeaseLost

    monkeypatch.setattr(JobContext, "assert_owned", lost)
    job = trained()
    assert ModelVersion.objects.count() == 0
    assert left(model_dir) == [f".training-{job.pk}"]  # the owner goes on with it


def test_names_are_known_by_heart_beside_a_model_that_has_not_read_the_notes(
    admin, make_gold, trained, model_dir, monkeypatch, settings
):
    """Beside a model of the project that knows them, its successor would seem to know no more."""
    make_gold(12)
    trained()
    in_service(admin, 1)
    make_gold(4)
    starts = []
    monkeypatch.setattr(train, "starting_model", lambda plan: starts.append(Path(plan.start)))
    assert trained(start="in_service").state == "done"
    assert trained(start="shipped").state == "done"
    assert starts == [Path(settings.SHIPPED_MODEL)] * 2


def test_who_opposes_while_a_model_learns_from_him_keeps_its_weights_here(
    make_gold, trained, monkeypatch, model_dir
):
    """His rows are gone before anybody writes down who taught it; the next model starts from this one."""
    make_gold(12)
    report = train.throttled_report

    def opposing(context, epochs):
        told = report(context, epochs)

        def watch(step):
            if step.stage is Stage.JUDGE:
                oppose([min(of_part("train")).replace("n", "p")])
            told(step)

        return watch

    monkeypatch.setattr(train, "throttled_report", opposing)
    assert trained().state == "done"
    taught = read_taught(model_dir / ModelVersion.objects.get().content_hash)
    assert not are_all_here(taught)


def test_a_killed_attempt_goes_on_after_its_last_epoch(
    project, admin, make_gold, model_dir, monkeypatch
):
    make_gold(8)
    payload = {"start": "backbone:mini"}
    job = jobs.enqueue(kind="train_ner", project=project, actor=admin, payload=payload)

    class Killed(BaseException):
        pass

    make_report = train.throttled_report

    def dying(context, epochs):
        report = make_report(context, epochs)

        def die(step):
            report(step)
            if len(step.epochs) == 1:
                raise Killed

        return die

    monkeypatch.setattr(train, "throttled_report", dying)
    monkeypatch.setattr(cost, "KEEP_SECONDS", 0.0)
    with pytest.raises(Killed):
        run_job(str(job.pk))
    assert left(model_dir) == [f".training-{job.pk}"]
    monkeypatch.setattr(train, "throttled_report", make_report)
    spent = model_dir / f".training-{job.pk}" / "spent.json"
    assert json.loads(spent.read_text())["seconds"] > 0
    spent.write_text(json.dumps({"seconds": 3600.0, "kwh": 2.5}))  # it had learned for an hour
    [snapshot] = DatasetSnapshot.objects.all()
    make_gold(4)  # what is validated meanwhile is not learned half-way
    restored = []
    restore = checkpoint.restore

    def remember(trainer, folder):
        found = restore(trainer, folder)
        restored.append((found, trainer.epoch))
        return found

    monkeypatch.setattr(checkpoint, "restore", remember)
    Job.objects.filter(pk=job.pk).update(state="queued", lease_until=None)
    run_job(str(job.pk))
    assert restored == [(True, 1)]
    told = ModelVersion.objects.get().metrics["cost"]
    assert 3600 < told["seconds"] < 3700
    assert 2.5 <= told["kwh"] < 2.6
    assert DatasetSnapshot.objects.get() == snapshot
    assert left(model_dir) == [ModelVersion.objects.get().content_hash]


@pytest.fixture
def killed(project, admin, monkeypatch):
    """killed(start) → a job whose first attempt has learned one epoch and was killed."""

    def run(start: str = "backbone:mini") -> Job:
        class Killed(BaseException):
            pass

        make_report = train.throttled_report

        def dying(context, epochs):
            def die(step):
                if len(step.epochs) == 1:
                    raise Killed

            return die

        payload = {"start": start}
        job = jobs.enqueue(kind="train_ner", project=project, actor=admin, payload=payload)
        monkeypatch.setattr(train, "throttled_report", dying)
        with pytest.raises(Killed):
            run_job(str(job.pk))
        monkeypatch.setattr(train, "throttled_report", make_report)
        Job.objects.filter(pk=job.pk).update(state="queued", lease_until=None)
        return job

    return run


@pytest.fixture
def restored(monkeypatch) -> list[bool]:
    """Whether each training went on from a checkpoint."""
    found: list[bool] = []
    restore = checkpoint.restore

    def remember(trainer, folder):
        found.append(restore(trainer, folder))
        return found[-1]

    monkeypatch.setattr(checkpoint, "restore", remember)
    return found


def test_what_a_patient_taught_before_he_opposed_does_not_go_on_in_the_next_attempt(
    make_gold, killed, restored
):
    make_gold(12)
    job = killed()
    oppose([min(of_part("train")).replace("n", "p")])
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, restored) == ("done", [False, False])


def test_another_model_in_service_is_another_start_for_the_next_attempt(
    admin, make_gold, trained, killed, restored, monkeypatch
):
    """Else the weights would come from the first and the lineage from the second."""
    make_gold(12)
    trained()
    monkeypatch.setattr(train, "RECIPES", {True: QUICK, False: replace(QUICK, epochs=3)})
    trained()
    in_service(admin, 1)
    job = killed(start="in_service")
    in_service(admin, 2)
    restored.clear()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, restored) == ("done", [False])


def test_work_of_trainings_that_are_over_is_swept_by_the_next(make_gold, trained, model_dir):
    """A folder of no job may be arriving (worker.services.receive_representations); after an hour it is not."""
    make_gold(8)
    left_behind = model_dir / ".training-0b6ff0a3-64a8-4f0c-8f5e-0d4b7d0c1d11"
    left_behind.mkdir(parents=True)
    os.utime(left_behind, (time() - 7200,) * 2)
    trained()
    assert left(model_dir) == [ModelVersion.objects.get().content_hash]


def test_a_start_that_is_gone_is_refused(make_gold, trained, model_dir):
    make_gold(8)
    job = trained(start="backbone:disparu")
    assert (job.state, ModelVersion.objects.count()) == ("failed", 0)
    assert "n'existe plus" in job.error


def test_an_encoder_whose_weights_are_a_pickle_is_refused_at_once(make_gold, trained, settings):
    make_gold(8)
    folder = settings.BACKBONE_DIR / "mini"
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    job = trained()
    assert (job.state, job.attempt, ModelVersion.objects.count()) == ("failed", 1, 0)
    assert job.error == "encodeur « mini » illisible : config.json ou model.safetensors"


def test_no_text_of_a_note_is_in_the_job_or_in_the_metrics(make_gold, trained):
    make_gold(8)
    job = trained()
    rows = list(NoteResult.objects.values())
    stored = f"{job.result}{job.message}{job.error}{ModelVersion.objects.get().metrics}{rows}"
    assert not any(code in stored for code in CODES)


def test_who_opposes_while_the_data_set_is_written_is_not_kept_in_it(
    make_gold, trained, model_dir, settings, monkeypatch
):
    make_gold(8)
    write = training_snapshot.write_snapshot

    def write_and_oppose(*args, **options):
        draft = write(*args, **options)
        oppose(["p3"])
        return draft

    monkeypatch.setattr(training_snapshot, "write_snapshot", write_and_oppose)
    job = trained()
    assert OppositionEffect.objects.get().note_count == 1
    assert job.state == "failed"
    assert "opposé" in job.error
    assert not DatasetSnapshot.objects.exists()
    assert [path for path in settings.DATASET_DIR.rglob("*") if path.is_file()] == []
    assert left(model_dir) == []


def test_the_data_set_is_made_before_anything_counts_as_progress(make_gold, trained, monkeypatch):
    """« dernières étapes » would be said of what is counted to its end."""
    make_gold(8)
    seen = []
    write = training_snapshot.write_snapshot

    def look(*args, **options):
        draft = write(*args, **options)
        job = Job.objects.get()
        seen.append((job.is_finishing, job.progress_total, job.message))
        return draft

    monkeypatch.setattr(training_snapshot, "write_snapshot", look)
    trained()
    assert seen == [(False, 0, "constitution du jeu de données")]


def test_a_study_of_the_number_of_notes_runs_and_leaves_no_model(
    project, admin, make_gold, settings, monkeypatch
):
    monkeypatch.setattr("worker.training.arms.SIZES", (6,))
    make_gold(24)
    payload = {"study": "curve", "start": "backbone:mini"}
    job = jobs.enqueue(kind="study_ner", project=project, actor=admin, payload=payload)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "done", job.error
    small, all_notes = job.details["arms"]
    assert small["size"] == 6
    assert all_notes["size"] > 6
    assert 0 <= all_notes["p"] <= 1
    assert job.details["judged"] > 0
    assert ModelVersion.objects.count() == 0
    assert list(settings.MODEL_DIR.glob(".training-*")) == []


def test_a_search_runs_and_its_parameters_train_from_its_page(
    client, project, admin, make_gold, monkeypatch, model_dir
):
    monkeypatch.setattr(search, "EPOCHS", (3, 3))
    monkeypatch.setattr(search, "MAX_LENGTHS", (64,))
    make_gold(12)
    start_search(actor=admin, project=project, trials=1, start="backbone:mini")
    job = Job.objects.get(kind="search_ner")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error, job.result) == ("done", "", {"trials": 1})
    assert sorted(job.details["trials"][0]["params"]) == ["batch_size", "epochs", "max_length"]
    assert left(model_dir) == []  # its work is gone, no model came of it
    client.force_login(admin)
    page = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert "Réentraîner avec ces paramètres" in page
    client.post(reverse("worker:training-start", args=[project.pk]), {"recipe_from": job.pk})
    training = Job.objects.get(kind="train_ner")
    assert training.payload["start"] == "backbone:mini"
    run_job(str(training.pk))
    recipe = ModelVersion.objects.get().metrics["recipe"]
    batch = job.details["recipe"]["batch_size"]
    assert (recipe["epochs"], recipe["max_length"], recipe["batch_size"]) == (3, 64, batch)
    assert recipe["learning_rate"] == QUICK.learning_rate


@pytest.fixture
def quick_trials(monkeypatch):
    """Trials that learn nothing; what is called while the first of them runs."""
    meanwhile = []

    def learn(parts, plan, watch):
        if meanwhile:
            meanwhile.pop()()
        row = EpochFigures(1, 1.0, 0.5, 0.5, {})
        watch.on_step(Step(Stage.LEARN, (row,)))
        return Learnt(None, None, None, (row,), row)

    monkeypatch.setattr(search, "learn", learn)
    return meanwhile


def test_one_more_job_on_a_search_shares_its_notes_and_its_trials(
    client, project, admin, make_gold, model_dir, quick_trials
):
    make_gold(12)
    client.force_login(admin)
    start = reverse("worker:search-start", args=[project.pk])
    client.post(start, {"trials": "6", "start": "backbone:mini"})
    first = Job.objects.get(kind="search_ner")

    def second_works() -> None:
        page = client.get(reverse("worker:search", args=[project.pk])).content.decode()
        assert "Un travail de plus sur cette recherche" in page
        make_gold(4)  # validated meanwhile: the second one learns from what the first one does
        client.post(start, {"joins": first.pk})
        second = Job.objects.exclude(pk=first.pk).get(kind="search_ner")
        assert second.payload == {**first.payload, "search": str(first.pk)}
        run_job(str(second.pk))
        second.refresh_from_db()
        assert (second.state, second.error) == ("done", "")
        assert left(model_dir) == [f".training-{first.pk}"]  # the first one still needs it

    quick_trials.append(second_works)
    run_job(str(first.pk))
    first.refresh_from_db()
    assert (first.state, first.error) == ("done", "")
    assert DatasetSnapshot.objects.count() == 1
    second = Job.objects.exclude(pk=first.pk).get(kind="search_ner")
    told = [[row["number"] for row in job.details["trials"]] for job in (first, second)]
    assert told == [list(range(7))] * 2  # six, and the one that ran meanwhile
    assert second.details["trials"][0]["state"] == "running"
    assert newest_search(project) == first
    assert left(model_dir) == []


def test_nobody_joins_a_search_that_has_ended_or_is_another_project_s(
    client, project, other_project, admin, make_gold, quick_trials, model_dir
):
    make_gold(12)
    client.force_login(admin)
    start = reverse("worker:search-start", args=[project.pk])
    client.post(start, {"trials": "1", "start": "backbone:mini"})
    first = Job.objects.get(kind="search_ner")
    client.post(start, {"joins": first.pk})
    late = Job.objects.exclude(pk=first.pk).get(kind="search_ner")
    for _more in range(2):
        client.post(start, {"joins": first.pk})
    assert "4 au plus" in client.post(start, {"joins": first.pk}, follow=True).content.decode()
    Job.objects.exclude(pk__in=[first.pk, late.pk]).update(state="cancelled")
    Job.objects.filter(pk=first.pk).update(state="done")  # and took its folder along
    run_job(str(late.pk))
    late.refresh_from_db()
    assert (late.state, "terminée" in late.error) == ("failed", True)
    assert left(model_dir) == []
    foreign = Job.objects.create(kind="search_ner", project=other_project, state="running")
    for gone in (first, foreign):
        told = client.post(start, {"joins": gone.pk}, follow=True).content.decode()
        assert "Cette recherche est terminée" in told


def test_transitions_are_learned_where_the_page_asks_for_them(
    client, project, admin, make_gold, model_dir
):
    make_gold(8)
    client.force_login(admin)
    start = reverse("worker:training-start", args=[project.pk])
    told = client.post(start, {"decoding": "x"}, follow=True).content.decode()
    assert "façon de décoder" in told
    client.post(start, {"start": "backbone:mini", "decoding": "learned"})
    run_job(str(Job.objects.get(kind="train_ner").pk))
    version = ModelVersion.objects.get()
    assert version.metrics["decoding"] == "learned"
    assert (model_dir / version.content_hash / "transitions.safetensors").is_file()
    assert "aux transitions apprises" in card_text(version)


def test_a_search_of_others_and_one_that_found_nothing_train_nothing(
    client, project, other_project, admin, make_gold
):
    make_gold(8)
    client.force_login(admin)
    best = {"epochs": 3, "max_length": 64, "batch_size": 8, "learning_rate": 1e-4}
    row = {"number": 0, "state": "complete", "value": 0.9, "params": {}, "seconds": 1.0}
    found = {"trials": [row], "recipe": best}
    for target, state, details in (
        (other_project, "done", found),
        (project, "running", found),
        (project, "done", {"trials": [row]}),
        (project, "done", {**found, "trials": [{**row, "state": "pruned"}]}),
    ):
        job = Job.objects.create(kind="search_ner", project=target, state=state, details=details)
        address = reverse("worker:training-start", args=[project.pk])
        told = client.post(address, {"recipe_from": job.pk}, follow=True).content.decode()
        assert "pas trouvé de paramètres" in told
        page = client.get(reverse("worker:search", args=[project.pk])).content.decode()
        assert "Réentraîner avec ces" not in page
    assert client.post(address, {"recipe_from": "x"}).status_code == 400
    assert not Job.objects.filter(kind="train_ner").exists()


def test_a_classifier_of_others_is_compared_passes_the_gate_and_reads(
    client, project, admin, make_gold, model_dir, settings, tmp_path
):
    settings.TAGGER_DIR = tmp_path / "taggers"
    write_mini_tagger(settings.TAGGER_DIR / "camembert-ner", {"PER": "PER", "MISC": ""})
    outside = write_mini_tagger(tmp_path / "elsewhere", {"PER": "PER"})
    (settings.TAGGER_DIR / "link").symlink_to(outside)
    make_gold(8)
    client.force_login(admin)
    page, start = (reverse(f"worker:{name}", args=[project.pk]) for name in ("model-list", "adoption-start"))  # fmt: skip
    assert '<option value="camembert-ner">' in (shown := client.get(page).content.decode())
    assert "link" not in re.findall('<option value="([^"]*)"', shown)
    for name in ("link", "../elsewhere", str(outside), ""):
        told = client.post(start, {"tagger": name}, follow=True).content.decode()
        assert "proposé ici" in told
    client.post(start, {"tagger": "camembert-ner"})
    job = Job.objects.get(kind="adopt_tagger")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    version = ModelVersion.objects.get()
    assert (version.kind, version.state, version.train_notes) == ("tagger", "candidate", 0)
    detail = client.get(reverse("worker:model-detail", args=[project.pk, version.pk]))
    assert detail.status_code == 200
    # it finds nothing, as the shipped one of the tests
    promote_version(actor=admin, version=version)
    assert len(judging(project)) == 8  # nobody taught it
    engine = detector_of(promoted_hash(project.pk))
    assert "camembert-ner-" in engine.version
    _spans, reading = engine.read_closely("Vu ce jour.")
    assert list(reading.outside) == pytest.approx([0.9547] * 4, abs=0.001)  # O and MISC
    assert training_starts(project)[0][0] == "shipped"
    assert encoder_of(project.pk) == settings.SHIPPED_MODEL
    out = StringIO()
    call_command("adopt_tagger", "camembert-ner", project=str(project.pk), user=admin.username, stdout=out)  # fmt: skip
    again = Job.objects.exclude(pk=job.pk).get(kind="adopt_tagger")
    assert str(again.pk) in out.getvalue()
    run_job(str(again.pk))
    again.refresh_from_db()
    assert (again.state, "déjà le n° 1" in again.error) == ("failed", True)
    assert left(model_dir) == [version.content_hash]


def suggested(project, note: str) -> list[tuple[str, str]]:
    """The newest suggestion of a note: what reads there, and its sub-type."""
    layer = Layer.objects.filter(document__project=project, document__external_id=note, kind="suggestion").latest("created_at")  # fmt: skip
    text = layer.document.text
    return [(text[s.start : s.end], s.subtype) for s in LayerSpan.objects.filter(layer=layer)]


def test_rules_alone_and_another_tool_serve_as_any_model_does(
    client, project, admin, make_gold, model_dir, settings, tmp_path, monkeypatch
):
    """Asked for on the page, judged, through the gate, in service, reading in a process of its own, and back."""
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [[21, 26, "PER"]]))
    make_gold(8)
    client.force_login(admin)
    page, start = (reverse(f"worker:{name}", args=[project.pk]) for name in ("model-list", "adoption-start"))  # fmt: skip
    shown = client.get(page).content.decode()
    assert {"engine:rules", "peer:spacy"} <= set(re.findall('<option value="([^"]*)"', shown))
    for key in ("peer:rien", "engine:x"):
        assert "proposé ici" in client.post(start, {"tagger": key}, follow=True).content.decode()
    for number, (key, kind) in enumerate((("engine:rules", "rules"), ("peer:spacy", "peer")), 1):
        client.post(start, {"tagger": key})
        job = Job.objects.filter(kind="adopt_tagger").latest("created_at")
        run_job(str(job.pk))
        job.refresh_from_db()
        assert (job.state, job.error) == ("done", "")
        version = ModelVersion.objects.get(number=number)
        assert (version.kind, version.train_notes, gate_of(version).checks != ()) == (kind, 0, True)
        detail = client.get(reverse("worker:model-detail", args=[project.pk, version.pk])).content.decode()  # fmt: skip
        assert "Ce moteur n&#x27;a pas de poids" in detail
        assert "données de santé" not in card_text(version)
        client.post(reverse("worker:model-promote", args=[project.pk, version.pk]), {"preannotate": "on"})  # fmt: skip
        version.refresh_from_db()
        assert version.state == "promoted", gate_of(version)
        run_job(str(Job.objects.filter(kind="preannotate").latest("created_at").pk))
        assert training_starts(project)[0][0] == "shipped"
    assert suggested(project, "n1") == [("marig", "NOM")]
    rules = ModelVersion.objects.get(number=1)
    make_gold(1)  # one that nobody has read
    client.post(reverse("worker:model-roll-back", args=[project.pk, rules.pk]), {"preannotate": "on"})  # fmt: skip
    assert detector_of(promoted_hash(project.pk)).version == "hybrid(rules-3, sans modèle)"
    run_job(str(Job.objects.filter(kind="preannotate").latest("created_at").pk))
    assert suggested(project, "n9") == []


@pytest.mark.slow
@pytest.mark.parametrize(("key", "package"), [("crf", "pycrfsuite"), ("lstm", "gensim")])
def test_a_sequence_model_learns_here_serves_and_keeps_its_weights(
    client, project, admin, make_gold, model_dir, monkeypatch, key, package
):
    pytest.importorskip(package)
    monkeypatch.setattr(sequences, "BASE_NOTES", 6)
    monkeypatch.setattr(sequences, "RECIPE", replace(sequences.RECIPE, tagger_epochs=60, batch=8))
    make_gold(24)
    client.force_login(admin)
    start = reverse("worker:adoption-start", args=[project.pk])
    client.post(start, {"tagger": f"engine:{key}"})
    job = Job.objects.get(kind="adopt_tagger")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    version = ModelVersion.objects.get()
    tests = of_part("test")
    assert (version.kind, version.train_notes, version.test_notes) == (key, 24 - len(tests), len(tests))  # fmt: skip
    assert judging_taught(model_dir / version.content_hash) == 24 - len(tests)
    assert version.metrics["after"]["redacted"] > version.metrics["rules"]["redacted"]
    detail = client.get(reverse("worker:model-detail", args=[project.pk, version.pk])).content.decode()  # fmt: skip
    assert "contient en clair les mots" in detail
    assert "données de santé" in card_text(version)
    promote_version(actor=admin, version=version, preannotate=True)
    run_job(str(Job.objects.get(kind="preannotate").pk))
    assert suggested(project, "n1") == [("marig", "AUTRE")]
    withdraw_version(actor=admin, version=version)
    assert promoted_hash(project.pk) == ""
    client.post(start, {"tagger": f"engine:{key}"})
    again = Job.objects.filter(kind="adopt_tagger").latest("created_at")
    run_job(str(again.pk))
    again.refresh_from_db()
    assert "déjà le n° 1" in again.error, "the same notes, the same model"
    assert left(model_dir) == [version.content_hash]


def judging_taught(folder: Path) -> int:
    taught = read_taught(folder)
    return len(taught.patients) if taught else 0


def test_without_our_rules_the_gate_sees_what_is_lost(
    client, project, admin, make_gold, tmp_path, monkeypatch
):
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [[21, 26, "PER"]]))
    make_gold(8)
    client.force_login(admin)
    start = reverse("worker:adoption-start", args=[project.pk])
    client.post(start, {"tagger": "peer:spacy", "alone": "on"})
    run_job(str(Job.objects.get(kind="adopt_tagger").pk))
    version = ModelVersion.objects.get()
    assert version.metrics["merge"] == "alone"
    detail = client.get(reverse("worker:model-detail", args=[project.pk, version.pk])).content.decode()  # fmt: skip
    assert "le modèle seul, sans nos règles</dd>" in detail
    assert "le modèle seul, sans nos règles" in card_text(version)
    assert gate_of(version).failed == ("shipped",), (
        "the demonstration's notes have dates and numbers"
    )


def test_a_tool_that_has_changed_since_it_was_judged_reads_nothing(
    project, admin, make_gold, tmp_path, monkeypatch
):
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [[21, 26, "PER"]]))
    make_gold(8)
    start_adoption(actor=admin, project=project, name="peer:spacy")
    run_job(str(Job.objects.get(kind="adopt_tagger").pk))
    promote_version(actor=admin, version=ModelVersion.objects.get(), preannotate=True)
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [], version="1.3"))
    job = Job.objects.get(kind="preannotate")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "modèle précédent" in job.error) == ("failed", True)


def test_a_classifier_that_masks_everything_is_kept_out_by_the_gate(
    project, admin, make_gold, settings, tmp_path
):
    settings.TAGGER_DIR = tmp_path / "taggers"
    write_mini_tagger(settings.TAGGER_DIR / "avide", {"PER": "PRENOM"}, found="B-PER")
    make_gold(8)
    start_adoption(actor=admin, project=project, name="avide")
    run_job(str(Job.objects.get(kind="adopt_tagger").pk))
    version = ModelVersion.objects.get()
    assert "precision" in gate_of(version).failed
    with pytest.raises(GateRefusedError):
        promote_version(actor=admin, version=version)


@pytest.mark.fault("F19")
def test_a_card_that_vanishes_before_a_training_is_named_and_the_processor_learns(
    seen_card, make_gold, trained, model_dir
):
    make_gold(8)
    job = trained()
    assert (job.state, job.attempt) == ("queued", 1)
    assert job.error.startswith("La carte graphique NVIDIA Essai ne répond plus.")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempt, job.error) == ("done", 2, "")
    version = ModelVersion.objects.get()
    assert version.metrics["cost"]["device"] == "cpu"
    assert left(model_dir) == [version.content_hash]


@pytest.mark.fault("F19")
def test_a_card_lost_within_an_epoch_costs_an_attempt_and_the_next_goes_on_after_the_last_epoch(
    monkeypatch, make_gold, trained
):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    make_gold(8)
    step, done = loop.Trainer._step, []

    def losing(trainer, *numbers):
        done.append(trainer.epoch)
        if len(done) == 2:
            raise torch.AcceleratorError("CUDA error: unspecified launch failure")
        step(trainer, *numbers)

    monkeypatch.setattr(loop.Trainer, "_step", losing)
    job = trained()
    assert (job.state, job.attempt, done) == ("queued", 1, [0, 1])
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempt, done) == ("done", 2, [0, 1, 1])
    assert ModelVersion.objects.count() == 1


@pytest.mark.fault("F19")
def test_a_card_that_fails_each_worker_ends_the_job_with_its_name(monkeypatch, make_gold, trained):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    make_gold(8)

    def losing(*_step):
        raise torch.AcceleratorError("CUDA error: unspecified launch failure")

    monkeypatch.setattr(loop.Trainer, "_step", losing)
    job = trained()
    for _worker in range(2):
        run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("dead", 3)
    assert job.error.startswith("La carte graphique CUDA ne répond plus.")
