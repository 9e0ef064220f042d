"""A model's weights leave the installation as a data set's file does, and not when they know too much."""

from __future__ import annotations

import hashlib
import io
from datetime import timedelta
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.domain.text import text_sha256
from annotation.models import (
    DatasetFile,
    DatasetSnapshot,
    Document,
    Layer,
    Patient,
    PatientRecord,
)
from annotation.selectors.dataset_files import dataset_file_path, dataset_folder
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from privacy.selectors.representations import representation_files
from worker.models import ModelVersion
from worker.selectors.engines import forget_engines
from worker.selectors.taught import Taught, write_taught
from worker.services.ask_weights import ask_weights
from worker.services.discard_version import discard_version
from worker.services.errors import TrainingRefusedError, WeightsRefusedError
from worker.tasks import run_job

QUIET = {"names": 40, "before": 0.5, "after": 0.51, "gain": [0.01, -0.05, 0.07]}
BY_HEART = {"names": 40, "before": 0.5, "after": 0.8, "gain": [0.3, 0.2, 0.4]}
PASSWORD = "pw-for-tests-only"


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    settings.DATASET_DIR = tmp_path / "datasets"
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def snapshot(project, admin) -> DatasetSnapshot:
    """Three patients with a note each."""
    for number in range(3):
        patient = Patient.objects.create(project=project, external_id=f"p{number}")
        PatientRecord.objects.create(patient=patient, identity={"last_name": ["Nul"]})
        text = f"Note {number}, rien à signaler."
        document = Document.objects.create(
            project=project, patient=patient, external_id=f"n{number}", position=number + 1,
            text=text, sha256=text_sha256(text), state="gold",
        )  # fmt: skip
        Layer.objects.create(document=document, kind="gold", state="submitted", version=1)
    done(request_snapshot(actor=admin, project=project, order=Order()))
    return DatasetSnapshot.objects.get()


@pytest.fixture
def make(make_version, snapshot, model_dir):
    """make(2, exposure=…): a version that the data set's first two patients have taught."""

    def version(number: int = 1, exposure=QUIET, **fields) -> ModelVersion:
        found = make_version(number, **fields)
        told = {"id": str(snapshot.pk), "number": snapshot.number, "address": snapshot.address}
        start = {"name": "livré", "sha256": "0" * 64}
        found.metrics |= {"snapshot": told, "exposure": exposure, "start": start}
        found.save()
        taught = Patient.objects.filter(documents__external_id__in=["n0", "n1"]).values_list(
            "pk", flat=True
        )
        write_taught(model_dir / found.content_hash, Taught(frozenset(taught)))
        return found

    return version


def done(job: Job) -> Job:
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    return job


def written(admin, version, **options) -> DatasetFile:
    done(ask_weights(actor=admin, version=version, **options))
    return DatasetFile.objects.get(source_id=version.pk)


def decide(client, steward, file, **fields):
    client.force_login(steward)
    address = reverse("annotation:dataset-file-decide", args=[file.snapshot.project_id, file.pk])
    signed = {
        "decision": "approve",
        "sha256": file.sha256,
        "reason": "Site B",
        "password": PASSWORD,
    }
    return client.post(address, {**signed, **fields})


def download(client, admin, file):
    client.force_login(admin)
    address = reverse("annotation:dataset-download", args=[file.snapshot.project_id, file.pk])
    return client.post(address, follow=True)


def sent(response) -> bool:
    return "attachment" in response.get("Content-Disposition", "")


def text_of(client, name, *args) -> str:
    return unescape(client.get(reverse(name, args=args)).content.decode())


def test_an_administrator_asks_a_steward_lets_go_and_the_journal_says_so(
    client, project, admin, steward, make, snapshot
):
    version = make()
    client.force_login(admin)
    page = ("worker:model-detail", project.pk, version.pk)
    assert "Demander la sortie des poids" in text_of(client, *page)
    ask = reverse("worker:weights-ask", args=[project.pk, version.pk])
    client.post(ask)
    job = done(Job.objects.get(kind="write_weights"))
    assert job.payload == {"model": str(version.pk)}
    file = DatasetFile.objects.get()
    assert "à décider" in text_of(client, *page)
    assert not sent(download(client, admin, file))
    assert decide(client, admin, file).status_code == 403  # it takes a steward

    client.force_login(steward)
    text = text_of(client, "annotation:dataset-detail", project.pk, snapshot.pk)
    assert "À décider : Poids du modèle n° 1" in text
    assert file.sha256 in text
    assert "aucun signe que des noms soient appris par cœur" in text
    assert "cette dérogation" not in text
    assert decide(client, steward, file, sha256="0" * 64).status_code == 409
    assert decide(client, steward, file, reason=" ").status_code == 422
    assert decide(client, steward, file, password="wrong").status_code == 422
    assert decide(client, steward, file).status_code == 302

    response = download(client, admin, file)
    content = b"".join(response.streaming_content)
    assert hashlib.sha256(content).hexdigest() == file.sha256
    archive = ZipFile(io.BytesIO(content))
    names = set(archive.namelist())
    assert {"carte.md", "config.json", "model.safetensors", "ner.json"} <= names
    assert "taught.json" not in names
    assert version.content_hash in archive.read("carte.md").decode()
    actions = AuditEntry.objects.filter(action__in=["model.weights_asked", "dataset.written", "dataset.approved", "dataset.downloaded"])  # fmt: skip
    told = [(entry.action, entry.actor) for entry in actions.order_by("pk")]
    assert told == [
        ("model.weights_asked", admin),
        ("dataset.written", admin),
        ("dataset.approved", steward),
        ("dataset.downloaded", admin),
    ]
    assert not any("override" in entry.details for entry in actions)
    assert representation_files(admin, project) == []


def test_nobody_lets_go_what_he_has_asked_for(client, project, admin, steward, make):
    file = written(admin, make())
    file.asked_by.add(steward)
    assert decide(client, steward, file).status_code == 403
    file.refresh_from_db()
    assert file.state == "written"


def test_written_again_it_is_the_same_bytes_and_to_be_decided_anew(client, admin, steward, make):
    version = make()
    file = written(admin, version)
    decide(client, steward, file)
    again = written(admin, version)
    assert (again.pk, again.sha256, again.state) == (file.pk, file.sha256, "written")


def test_a_file_whose_time_is_over_says_so_where_one_asks_anew(client, admin, steward, make):
    version = make()
    file = written(admin, version)
    assert decide(client, steward, file).status_code == 302
    client.force_login(admin)
    pages = (
        ("worker:model-detail", version.project_id, version.pk),
        ("annotation:dataset-detail", version.project_id, file.snapshot_id),
    )
    assert not [page for page in pages if "Ne se télécharge plus" in text_of(client, *page)]
    DatasetFile.objects.update(decided_at=timezone.now() - timedelta(days=400))
    for page in pages:
        text = text_of(client, *page)
        assert "Ne se télécharge plus depuis le" in text
        assert "demandez-le de nouveau" in text
    assert "Demandez-le de nouveau" in unescape(download(client, admin, file).content.decode())


def test_two_models_of_one_data_set_have_a_file_each(client, admin, steward, make):
    first, second = (written(admin, make(number)) for number in (1, 2))
    decide(client, steward, first)
    second = DatasetFile.objects.get(pk=second.pk)
    assert first.sha256 != second.sha256
    assert second.state == "written"
    assert dataset_file_path(first) != dataset_file_path(second)
    assert sent(download(client, admin, first))


@pytest.mark.parametrize(
    ("exposure", "words"), [(BY_HEART, "appris par cœur"), (None, "n'a pas pu être fait")]
)
def test_what_is_known_by_heart_or_not_known_leaves_by_a_signed_override_only(
    client, project, admin, steward, make, snapshot, exposure, words
):
    version = make(exposure=exposure)
    with pytest.raises(WeightsRefusedError, match=words):
        ask_weights(actor=admin, version=version)
    client.force_login(admin)
    text = text_of(client, "worker:model-detail", project.pk, version.pk)
    assert words in text
    assert "Demander une dérogation" in text
    ask = reverse("worker:weights-ask", args=[project.pk, version.pk])
    client.post(ask, {"override": "on"})
    done(Job.objects.get(kind="write_weights"))
    file = DatasetFile.objects.get()
    client.force_login(steward)
    text = text_of(client, "annotation:dataset-detail", project.pk, snapshot.pk)
    assert "je signe cette dérogation" in text
    refused = decide(client, steward, file)
    assert refused.status_code == 422
    assert "par dérogation" in unescape(refused.content.decode())
    assert decide(client, steward, file, override="on").status_code == 302
    told = AuditEntry.objects.filter(action__in=["model.weights_asked", "dataset.approved"])
    assert [entry.details["override"] for entry in told] == [True, True]
    assert sent(download(client, admin, file))


def test_a_test_of_an_earlier_release_proves_nothing(admin, make):
    """It took the model that the training started from, which may have known the names already."""
    version = make()
    del version.metrics["start"]
    version.save()
    with pytest.raises(WeightsRefusedError, match="version précédente"):
        ask_weights(actor=admin, version=version)


def test_a_classifier_of_others_has_learned_no_name_here(admin, make):
    version = make(exposure=None)
    ModelVersion.objects.update(kind="tagger")
    version.refresh_from_db()
    assert written(admin, version).state == "written"


def test_a_refusal_needs_no_override(client, admin, steward, make):
    file = written(admin, make(exposure=BY_HEART), override=True)
    assert decide(client, steward, file, decision="refuse").status_code == 302
    assert not sent(download(client, admin, file))


def test_after_an_opposition_of_who_taught_it_or_its_start_nothing_leaves(
    client, project, admin, steward, make, snapshot
):
    """p0 may stand in the data set of the start alone: then the file itself stays, and is barred all the same."""
    version = make()
    file = written(admin, version)
    decide(client, steward, file)
    oppose(["p0"])
    DatasetSnapshot.objects.update(effects_seen=1)  # as one that never held him
    assert not sent(download(client, admin, file))
    assert AuditEntry.objects.filter(action="dataset.downloaded").count() == 0
    with pytest.raises(WeightsRefusedError, match="opposé"):
        ask_weights(actor=admin, version=version)
    client.force_login(admin)
    text = text_of(client, "worker:model-detail", project.pk, version.pk)
    assert "ses poids ne sortent pas" in text
    assert "Demander la sortie" not in text


def test_an_opposition_before_the_decision_bars_it(client, admin, steward, make):
    file = written(admin, make())
    oppose(["p1"])
    DatasetSnapshot.objects.update(effects_seen=1)
    assert decide(client, steward, file).status_code == 409
    file.refresh_from_db()
    assert file.state == "written"


def test_who_never_taught_it_may_oppose(client, admin, steward, make):
    file = written(admin, make())
    oppose(["p2"])
    DatasetSnapshot.objects.update(effects_seen=1)
    assert decide(client, steward, file).status_code == 302
    assert sent(download(client, admin, file))


def test_where_nobody_knows_who_taught_it_any_opposition_bars_it(admin, make, model_dir):
    version = make()
    (model_dir / version.content_hash / "taught.json").unlink()
    written(admin, version)
    oppose(["p2"])
    DatasetSnapshot.objects.update(effects_seen=1)
    with pytest.raises(WeightsRefusedError, match="on ne peut plus l'exclure"):
        ask_weights(actor=admin, version=version)


def test_a_discarded_version_takes_its_file_back(
    client, project, admin, steward, make, django_capture_on_commit_callbacks
):
    version = make()
    file = written(admin, version)
    decide(client, steward, file)
    with django_capture_on_commit_callbacks(execute=True):
        discard_version(actor=admin, version=version)
    assert not DatasetFile.objects.exists()
    assert [path.suffix for path in dataset_folder(project).iterdir()] == [".jsonl"]
    with pytest.raises(WeightsRefusedError, match="écarté"):
        ask_weights(actor=admin, version=ModelVersion.objects.get())


def test_files_that_changed_are_not_written_and_two_jobs_are_one_too_many(admin, make, model_dir):
    version = make()
    job = ask_weights(actor=admin, version=version)
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        ask_weights(actor=admin, version=version)
    with (model_dir / version.content_hash / "model.safetensors").open("ab") as stream:
        stream.write(b"0")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "ont changé" in job.error) == ("failed", True)
    assert not DatasetFile.objects.exists()


def test_a_version_without_a_data_set_stays(admin, make_version):
    with pytest.raises(WeightsRefusedError, match="sans jeu de données"):
        ask_weights(actor=admin, version=make_version(1))


def test_who_may_ask(client, project, other_project, annotator, steward, stranger, make):
    version = make()
    address = reverse("worker:weights-ask", args=[project.pk, version.pk])
    for person, status in ((annotator, 403), (steward, 403), (stranger, 404)):
        client.force_login(person)
        assert client.post(address).status_code == status
    elsewhere = reverse("worker:weights-ask", args=[other_project.pk, version.pk])
    assert client.post(elsewhere).status_code == 404
    assert client.get(address).status_code == 405
    assert not Job.objects.filter(kind="write_weights").exists()
