"""Représentations reçues: two files in, a candidate out; what is refused or ended leaves no file."""

from __future__ import annotations

import os
import time
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, Patient, PatientRecord
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.sentences import localised
from tests.worker.private import tiny
from worker.models import ModelVersion
from worker.presentation.card import card_text
from worker.private import reading
from worker.private.files import sha256_of
from worker.private.learning import Recipe
from worker.private.reading import (
    BAD_TENSOR,
    BAD_VALUES,
    MATERIAL,
    MODEL,
    NOT_ACCEPTED,
    SWAPPED,
    UNREADABLE,
)
from worker.selectors.engines import detector_of, forget_engines
from worker.selectors.versions import promoted_hash, work_folder
from worker.services.put_in_service import promote_version
from worker.tasks import run_job, sweep
from worker.tasks.context import JobContext
from worker.tasks.work_folders import remove_leftovers, remove_received
from worker.training import sequences

pytestmark = pytest.mark.usefixtures("few_regression_notes")
KIND = "learn_private"


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path, monkeypatch) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    settings.DATASET_DIR = tmp_path / "datasets"
    settings.JOB_LEASE_SECONDS = 3600.0
    recipe = Recipe(tagger_epochs=40, rate=5e-3, batch=16, hidden=16)
    monkeypatch.setattr(sequences, "RECIPE", recipe)
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def gold(project):
    """Notes like those that taught elsewhere, each of a patient of its own."""
    for number, note in enumerate(tiny.notes(12)):
        patient = Patient.objects.create(project=project, external_id=f"p{number}")
        PatientRecord.objects.create(patient=patient, identity={"last_name": ["Nul"]})
        document = Document.objects.create(
            project=project, patient=patient, external_id=f"n{number}", position=number,
            text=note.text, sha256=text_sha256(note.text), state="gold",
        )  # fmt: skip
        layer = Layer.objects.create(document=document, kind="gold", state="submitted", version=1)
        for span in note.entities:
            LayerSpan.objects.create(
                layer=layer, start=span.start, end=span.end, label="PER", subtype="NOM", state="manual",
                surface=note.text[span.start : span.end],
            )  # fmt: skip


@pytest.fixture
def pair(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return tiny.write_pair(folder, 60)


@pytest.fixture
def page(client, admin, project, gold):
    client.force_login(admin)
    return reverse("worker:received", args=[project.pk])


def send(client, page, pair, site="CHU du Lac"):
    files = {
        field: SimpleUploadedFile(name, (pair / name).read_bytes())
        for field, name in (("material", MATERIAL), ("model", MODEL))
    }
    return client.post(page, {"site": site, **files})


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def run(job: Job) -> Job:
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_two_files_become_a_candidate_that_serves_as_any_other(
    client, project, admin, page, pair, model_dir
):
    assert send(client, page, pair, site=" CHU\ndu  Lac ").status_code == 302
    job = Job.objects.get(kind=KIND)
    assert left(model_dir) == [f".training-{job.pk}"]
    entry = AuditEntry.objects.get(action="model.representations_received")
    digests = {name: sha256_of((pair / name).read_bytes()) for name in (MATERIAL, MODEL)}
    assert entry.details == {
        "representations_sha256": digests[MATERIAL], "network_sha256": digests[MODEL], "job": str(job.pk)
    }  # fmt: skip
    shown = client.get(page).content.decode()
    assert "Envoyer deux fichiers" not in shown
    assert "Un apprentissage à la fois" in shown

    assert (run(job).state, job.error) == ("done", "")
    version = ModelVersion.objects.get()
    assert left(model_dir) == [version.content_hash]
    assert (version.kind, version.state, version.train_notes) == ("lstm", "candidate", 0)
    told = version.metrics["private"]
    assert (told["site"], told["size"], told["neighbours"], told["sha256"]) == ("CHU du Lac", 8, 4, digests)  # fmt: skip
    assert told["f1"] > 0.6
    detail = client.get(reverse("worker:model-detail", args=[project.pk, version.pk])).content.decode()  # fmt: skip
    for words in ("CHU du Lac", digests[MATERIAL], "T1, représentation et phrase : un adversaire neuf", "accepté"):  # fmt: skip
        assert words in detail
        assert words in card_text(version) or words.startswith("T1")
    assert "aucun mot de vos notes" in detail
    assert "contient en clair les mots" not in detail
    assert "CHU du Lac" in client.get(page).content.decode()
    assert "représentations des notes d'un autre site : ses poids" in card_text(version)
    again = send(client, page, pair)
    assert (again.status_code, "déjà appris le modèle n° 1" in again.content.decode()) == (
        422,
        True,
    )
    assert left(model_dir) == [version.content_hash]

    promote_version(actor=admin, version=version, preannotate=True)
    engine = detector_of(promoted_hash(project.pk))
    read = engine.detect(["Mme Lopez vu par le Dr SIMON\ntoux"])[0]
    assert engine.detect(["Mme Lopez vu par le Dr SIMON\ntoux"])[0] == read, "no noise is drawn"
    assert {s.source.partition(":")[0] for s in read} >= {"model"}
    preannotation = Job.objects.get(kind="preannotate")
    assert run(preannotation).state == "done"


def hostile(pair, name, how):
    raw = (pair / name).read_bytes()
    head = int.from_bytes(raw[:8], "little")
    made = {
        "torn": lambda: raw[:-4],
        "head_without_end": lambda: (2**63).to_bytes(8, "little") + raw[8:],
        "head_of_a_gigabyte": lambda: (10**9).to_bytes(8, "little") + raw[8:],
        "pickle": lambda: b"\x80\x04\x95" + raw[3:],
        "photo": lambda: b"\xff\xd8\xff\xe0" + raw[4:],
        "zip": lambda: b"PK\x03\x04" + raw[4:],
        "rows_without_end": lambda: raw[:8] + raw[8 : 8 + head].replace(b'"shape":[', b'"shape":[1000000000,', 1)[:head] + raw[8 + head :],
        "deep": lambda: (100_000).to_bytes(8, "little") + b"[" * 100_000,
    }  # fmt: skip
    (pair / name).write_bytes(made[how]())


@pytest.mark.parametrize(
    "site", ["\u200b", "CHU\u202e du Lac", "CHU \u2066Lac", "CHU\x07", "CHU\u00adLac"]
)
def test_a_site_of_invisible_signs_is_refused(client, page, pair, model_dir, site):
    answer = send(client, page, pair, site=site)
    assert answer.status_code == 422
    assert "Ce nom contient des caractères invisibles" in answer.content.decode()
    assert left(model_dir) == []


@pytest.mark.parametrize("name", [MATERIAL, MODEL])
@pytest.mark.parametrize(
    "how", ["deep", "head_of_a_gigabyte", "head_without_end", "photo", "pickle", "rows_without_end", "torn", "zip"]
)  # fmt: skip
def test_a_hostile_file_is_refused_beside_its_field_and_nothing_stays(
    client, page, pair, model_dir, name, how
):
    hostile(pair, name, how)
    answer = send(client, page, pair)
    assert answer.status_code == 422
    form = answer.context["form"]
    told = f"{name} : {UNREADABLE}."
    assert form.errors == {"material" if name == MATERIAL else "model": [told]}
    assert told in answer.content.decode()
    assert left(model_dir) == []
    assert not Job.objects.filter(kind=KIND).exists()


@pytest.mark.parametrize(
    ("manifest", "arrays", "reason"),
    [
        ({"sentences": 10**9}, {}, BAD_TENSOR.format("lengths")),
        ({"size": 6}, {}, BAD_TENSOR.format("representations")),
        ({"verdict": None}, {}, NOT_ACCEPTED),
        ({}, {"representations": "nan"}, BAD_VALUES.format("representations")),
    ],
)
def test_what_a_file_says_wrongly_is_named(client, page, pair, model_dir, manifest, arrays, reason):
    if arrays:
        rows = tiny.load((pair / MATERIAL).read_bytes())["representations"]
        rows[3, 2] = float("nan")
        arrays = {"representations": rows}
    tiny.change(pair, MATERIAL, manifest, arrays)
    assert send(client, page, pair).context["form"].errors == {
        "material": [f"{MATERIAL} : {reason}."]
    }
    assert left(model_dir) == []


def test_swapped_empty_and_large_files_are_told_so(client, page, pair, monkeypatch, model_dir):
    material, model = ((pair / name).read_bytes() for name in (MATERIAL, MODEL))
    (pair / MATERIAL).write_bytes(model)
    (pair / MODEL).write_bytes(material)
    assert send(client, page, pair).context["form"].errors == {
        "material": [f"{MATERIAL} : {SWAPPED}."]
    }
    (pair / MATERIAL).write_bytes(b"")
    monkeypatch.setattr("worker.forms.received.MOST_BYTES", len(material) - 1)
    errors = send(client, page, pair).context["form"].errors
    assert (errors["material"], "dépasse" in errors["model"][0]) == (["Ce fichier est vide."], True)
    assert left(model_dir) == []


@pytest.mark.parametrize("module", ["dreamer", "glutton"])
def test_what_ends_the_child_is_refused_once(client, page, pair, monkeypatch, model_dir, module):
    monkeypatch.setattr("worker.services.read_pair_apart.MODULE", f"tests.data.hostile.{module}")
    answer = send(client, page, pair)
    assert (answer.status_code, "fait pour cela" in answer.content.decode()) == (422, True)
    assert left(model_dir) == []


def test_of_two_that_come_at_once_one_is_taken(client, page, pair, monkeypatch, model_dir):
    """The second arrives while the first one's files are still being checked."""
    from worker.services import receive_representations as service

    check = service.read_pair_apart
    answers = []

    def another_comes_first(folder):
        monkeypatch.setattr(service, "read_pair_apart", check)
        answers.append(send(client, page, pair).status_code)
        return check(folder)

    monkeypatch.setattr(service, "read_pair_apart", another_comes_first)
    refused = send(client, page, pair)
    assert (answers, refused.status_code) == ([302], 422)
    assert "déjà en cours" in refused.content.decode()
    job = Job.objects.get(kind=KIND)
    assert left(model_dir) == [f".training-{job.pk}"]


def test_cancelled_while_it_waits_its_files_go_with_the_next_sweep(
    client, admin, page, pair, model_dir
):
    send(client, page, pair)
    job = Job.objects.get(kind=KIND)
    sweep()
    assert len(left(work_folder(job.pk))) == 2
    jobs.request_cancel(job, actor=admin)
    sweep()
    assert left(model_dir) == []
    assert "Relancer" not in client.get(page).content.decode()


def test_cancelled_while_it_learns_it_stops_and_leaves_nothing(
    client, admin, page, pair, model_dir, monkeypatch
):
    send(client, page, pair)
    job = Job.objects.get(kind=KIND)
    seen = []

    def check(context, done, total):
        seen.append((done, total))
        if len(seen) == 3:
            jobs.request_cancel(job, actor=admin)
        context.check(done, total)

    monkeypatch.setattr(JobContext, "check_often", check)
    assert run(job).state == "cancelled"
    assert seen == [(0, 320), (1, 320), (2, 320)]
    assert left(model_dir) == []
    assert not ModelVersion.objects.exists()


def test_an_attempt_that_fails_keeps_the_files_for_the_next(
    client, page, pair, model_dir, monkeypatch
):
    send(client, page, pair)
    job = Job.objects.get(kind=KIND)
    with monkeypatch.context() as patch:
        patch.setattr("worker.tasks.learn_private.adopt_private", lambda *_args: 1 / 0)
        assert run(job).state == "queued"
    assert {MATERIAL, MODEL} <= set(left(work_folder(job.pk)))
    Job.objects.filter(pk=job.pk).update(run_after=None)
    assert (run(job).state, job.attempt) == ("done", 2)
    assert left(model_dir) == [ModelVersion.objects.get().content_hash]


def test_one_that_died_after_it_had_published_says_so_and_tidies_up(
    client, page, pair, model_dir, monkeypatch
):
    send(client, page, pair)
    job = Job.objects.get(kind=KIND)
    with monkeypatch.context() as patch:
        patch.setattr("worker.tasks.learn_private.shutil.rmtree", lambda *_a, **_k: None)
        run(job)
    Job.objects.filter(pk=job.pk).update(state="queued", result={})
    assert run(job).result["number"] == 1
    assert left(model_dir) == [ModelVersion.objects.get().content_hash]


def test_files_that_are_not_those_that_were_checked_teach_nothing(client, page, pair, model_dir):
    send(client, page, pair)
    job = Job.objects.get(kind=KIND)
    (work_folder(job.pk) / MATERIAL).write_bytes(b"x")
    assert (run(job).state, "envoyez-les de nouveau" in job.error) == ("failed", True)
    assert left(model_dir) == []
    shown = client.get(page).content.decode()
    assert "envoyez-les de nouveau" in shown
    assert "Relancer" not in shown, "its files are gone"


def test_every_reason_has_an_english_form():
    reasons = sorted(value for value in vars(reading).values() if isinstance(value, str) and " " in value and "\n" not in value)  # fmt: skip
    assert len(reasons) >= 9
    with translation.override("en"):
        for reason in reasons:
            told = localised(f"{MATERIAL} : {reason.format('size')}.")
            assert told.startswith(f"{MATERIAL}: ")
            assert reason.format("size") not in told


@pytest.mark.parametrize("tidy", [remove_leftovers, remove_received])
def test_what_is_arriving_is_left_alone_for_an_hour(model_dir, db, tidy):
    """A web process that was killed in between has left it."""
    folder, strange = work_folder(uuid4()), model_dir / ".training-of-somebody"
    folder.mkdir(parents=True)
    strange.mkdir()
    tidy()
    assert folder.is_dir()
    os.utime(folder, (time.time() - 4000,) * 2)
    tidy()
    assert left(model_dir) == [strange.name]


@pytest.mark.parametrize("tidy", [remove_leftovers, remove_received])
def test_what_becomes_a_jobs_while_it_is_looked_at_stays(
    admin, project, model_dir, db, monkeypatch, tidy
):
    """The upload commits after the sweep has asked for jobs, before it asks how old the folder is."""
    key = uuid4()
    folder = work_folder(key)
    folder.mkdir(parents=True)

    def committed_meanwhile():
        Job.objects.get_or_create(pk=key, kind=KIND, project=project, created_by=admin)
        return NOW()

    NOW = time.time  # noqa: N806
    monkeypatch.setattr("worker.tasks.work_folders.time.time", committed_meanwhile)
    tidy()
    assert folder.is_dir()
    assert Job.objects.filter(pk=key).exists()


def test_a_sweep_leaves_what_another_training_that_died_goes_on_from(admin, project, model_dir, db):
    job = jobs.enqueue(kind="train_ner", project=project, actor=admin)
    Job.objects.filter(pk=job.pk).update(state="dead")
    work_folder(job.pk).mkdir(parents=True)
    os.utime(work_folder(job.pk), (time.time() - 4000,) * 2)
    sweep()
    assert left(model_dir) == [f".training-{job.pk}"]


def test_too_few_gold_notes_take_nothing(client, admin, project, pair, model_dir):
    client.force_login(admin)
    page = reverse("worker:received", args=[project.pk])
    assert "Il faut au moins" in client.get(page).content.decode()
    assert "Il faut au moins" in (answer := send(client, page, pair)).content.decode()
    assert (answer.status_code, left(model_dir)) == (422, [])


def test_only_who_manages_models_may(client, page, pair, annotator, stranger, admin, project):
    for person, status in ((annotator, 403), (stranger, 404)):
        client.force_login(person)
        assert client.get(page).status_code == status
        assert send(client, page, pair).status_code == status
    assert not Job.objects.filter(kind=KIND).exists()
