"""Représentations: a job makes them of a data set, adversaries judge, another person lets them leave."""

from __future__ import annotations

from datetime import UTC, datetime
from html import unescape

import pytest
from django.db import connection
from django.urls import reverse

from annotation.domain.datasets.split import Shares
from annotation.models import (
    DatasetFile,
    DatasetSnapshot,
    Layer,
    OppositionEffect,
    Patient,
)
from annotation.selectors.dataset_files import dataset_file_path, sha256_of, snapshot_path
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.decide_dataset_file import NotDecidedError, decide_dataset_file
from annotation.services.open_dataset_file import (
    NotReleasedError,
    SourceGoneError,
    open_dataset_file,
)
from annotation.services.oppose import oppose
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.jobs.services import request_cancel
from deidweb.operations.retention import foresee_purge, purge
from privacy.models import ExportRequest
from privacy.selectors.export_files import substituted_notes
from privacy.services.move_export import remove_export_file
from privacy.services.open_released import open_released
from privacy.services.rebuild_export import rebuild_export
from worker.obfuscation.learn import words_of
from worker.private import attacks, files, verdict
from worker.private import share as sharing
from worker.private.files import read_pair
from worker.private.learning import Recipe
from worker.private.reading import MATERIAL, MODEL
from worker.tasks import private, run_job

NAMES = ("Petit", "Morel", "Garnier", "Lopez", "Simon", "Fabre", "Roux", "Blanc", "Noir", "Colin")
CHOICES = {"size": "50", "neighbours": "3", "floor": "0.5", "method": "three_phases"}
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)
RECIPE = Recipe(
    tagger_epochs=1, adversary_epochs=1, joint_epochs=1, probe_epochs=1, batch=16, hidden=4
)


@pytest.fixture(autouse=True)
def tiny(settings, tmp_path, monkeypatch):
    pytest.importorskip("gensim")
    settings.DATASET_DIR = tmp_path / "datasets"
    monkeypatch.setattr(private, "RECIPE", RECIPE)
    monkeypatch.setattr(private, "RUNS", 2)
    monkeypatch.setattr(verdict, "CHOOSING", 8)
    monkeypatch.setattr(verdict, "TELLING", 8)


@pytest.fixture
def nobody_reads(monkeypatch):
    """What a long training would have to reach."""
    monkeypatch.setattr(attacks.Attack, "passes", property(lambda _self: True))


@pytest.fixture
def snapshot(released, project, admin, make_note) -> DatasetSnapshot:
    for number, name in enumerate(NAMES):
        patient = Patient.objects.create(project=project, external_id=f"p{number}")
        make_note(project, f"M. {name} va bien.", ((name, "PER", "NOM"),), patient=patient)
    job = request_snapshot(actor=admin, project=project, order=Order(shares=Shares(0, 0)))
    run_job(str(job.pk))
    return DatasetSnapshot.objects.get()


def url(project, name="representations"):
    return reverse(f"privacy:{name}", args=[project.pk])


def ask(client, project, snapshot, released, **changes):
    order = {"snapshot": snapshot.pk, "export": released.pk} | CHOICES | changes
    return client.post(url(project, "representations-start"), order)


def run() -> Job:
    job = Job.objects.get(kind="share_private")
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_what_adversaries_cannot_read_leaves_by_the_word_of_another_person(
    client, admin, steward, project, released, snapshot, nobody_reads, tmp_path
):
    client.force_login(admin)
    assert "Fabriquer et éprouver" in client.get(url(project)).content.decode()
    assert ask(client, project, snapshot, released).status_code == 302
    ask(client, project, snapshot, released)  # a second click waits for the first
    ask(client, project, snapshot, released, size="100")  # another trial is refused, and told
    page = client.get(url(project)).content.decode()
    assert ("Un autre essai de ce projet" in page, "Un essai à la fois" in page) == (True, True)
    assert "Fabriquer et éprouver" not in page  # until that one has ended
    assert Job.objects.get(kind="share_private").payload["size"] == 50
    assert AuditEntry.objects.filter(action="privacy.representations_asked").count() == 1
    job = run()
    assert job.state == Job.State.DONE, job.error
    assert job.progress_done == job.progress_total == 1 + 1 + 1 + 1 + 2
    made = {file.format: file for file in DatasetFile.objects.all()}
    assert set(made) == {"representations", "representation_model"}
    page = client.get(url(project)).content.decode()
    assert "Dernier essai : accepté" in page
    assert "lengths, representations, tags" in page
    assert "à décider" in page
    # by the gate of the data sets' files
    shown = made["representations"]
    download = reverse("annotation:dataset-download", args=[project.pk, shown.pk])
    assert client.post(download).status_code == 302
    client.force_login(steward)
    steward.set_password("un mot de passe")
    steward.save()
    client.force_login(steward)
    detail = client.get(reverse("annotation:dataset-detail", args=[project.pk, snapshot.pk]))
    assert "Aucune note dans ce fichier." in detail.content.decode()
    assert "portent tous leurs identifiants : ce fichier" not in detail.content.decode()
    decided = client.post(
        reverse("annotation:dataset-file-decide", args=[project.pk, shown.pk]),
        {"decision": "approve", "sha256": shown.sha256, "reason": "Un autre site", "password": "un mot de passe"},
    )  # fmt: skip
    assert decided.status_code == 302
    client.force_login(admin)
    content = b"".join(client.post(download).streaming_content)
    (tmp_path / MATERIAL).write_bytes(content)
    (tmp_path / MODEL).write_bytes(dataset_file_path(made["representation_model"]).read_bytes())
    material, _network, known = read_pair(tmp_path)
    assert material.rows.shape[1] == 50
    words = {word.casefold() for word in known.words}
    with open_released(released) as file:
        exported = [text for _id, text, *_rest in substituted_notes(file)]
    assert words == {word.casefold() for text in exported for word in words_of(text)}
    assert words.isdisjoint(name.casefold() for name in NAMES)
    assert not any(name.encode() in content for name in NAMES)


@pytest.fixture
def published(client, admin, project, released, snapshot, nobody_reads) -> dict[str, DatasetFile]:
    client.force_login(admin)
    ask(client, project, snapshot, released)
    job = run()
    assert job.state == Job.State.DONE, job.error
    return {file.format: file for file in DatasetFile.objects.all()}


def approve(file, actor):
    decide_dataset_file(
        actor=actor, file=file, approve=True, sha256=file.sha256, reason="Un autre site"
    )
    file.refresh_from_db()


def test_the_files_come_with_the_end_of_their_job(
    client, admin, project, released, snapshot, nobody_reads, monkeypatch
):
    """Who dies afterwards has nothing to do again; what is long is done before the rows are locked."""
    depths = []

    def hashed(path):
        depths.append(len(connection.savepoint_ids))
        return sha256_of(path)

    def killed(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(private, "sha256_of", hashed)
    monkeypatch.setattr(jobs, "finish", killed)
    client.force_login(admin)
    ask(client, project, snapshot, released)
    with pytest.raises(KeyboardInterrupt):
        run()
    job = Job.objects.get(kind="share_private")
    assert (job.state, job.result["written"]) == (Job.State.DONE, True)
    assert depths == [0, 0]
    assert DatasetFile.objects.count() == 2


def test_what_nobody_could_read_is_not_learned(
    client, admin, project, released, snapshot, monkeypatch
):
    monkeypatch.setattr(files, "MOST_BYTES", 2**26 + 8_000_000)  # the words' points alone have more
    monkeypatch.setattr(sharing, "learn", lambda *_args: pytest.fail("learned"))
    client.force_login(admin)
    ask(client, project, snapshot, released)
    job = run()
    assert (job.state, "2 Gio" in job.error) == (Job.State.FAILED, True), job.error


def test_an_attempt_that_fails_is_followed_by_another(
    client, admin, project, released, snapshot, nobody_reads, monkeypatch
):
    client.force_login(admin)
    ask(client, project, snapshot, released)
    with monkeypatch.context() as once:
        once.setattr(private, "publish_dataset_file", lambda **_named: 1 / 0)
        assert run().state == Job.State.QUEUED
    assert not DatasetFile.objects.exists()
    Job.objects.update(run_after=None)
    assert run().state == Job.State.DONE
    assert DatasetFile.objects.count() == 2
    assert not [path for path in dataset_folder_of(snapshot) if "draft" in path.name]


def test_who_had_them_made_does_not_let_them_go(
    client, admin, make_user, steward, project, released, snapshot, nobody_reads
):
    """Neither who asked nor who started the job again, though both are stewards, too; and what is refused stays."""
    again = make_user("relance", project, "admin")
    for person in (admin, again):
        Membership.objects.create(user=person, project=project, role="steward")
    client.force_login(admin)
    ask(client, project, snapshot, released)
    job = Job.objects.get(kind="share_private")
    Job.objects.filter(pk=job.pk).update(state="dead")
    jobs.retry(job, actor=again)
    run()
    file = DatasetFile.objects.get(format="representations")
    for person in (admin, again):
        with pytest.raises(NotDecidedError):
            approve(file, person)
    decide_dataset_file(actor=steward, file=file, approve=False, sha256=file.sha256, reason="Non")
    file.refresh_from_db()
    with pytest.raises(NotReleasedError):
        open_dataset_file(actor=admin, file=file)
    with pytest.raises(NotDecidedError):
        approve(file, steward)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "quarantined"},
        {"state": "withdrawn"},
        {"sha256": "0" * 64, "decided_sha256": "0" * 64},
        {"decided_at": LONG_AGO},
        {"effects_seen": 0},
    ],
    ids=["quarantined", "withdrawn", "rebuilt", "expired", "opposition"],
)
def test_what_holds_the_words_of_an_export_leaves_as_long_as_it(
    published, admin, steward, project, released, change
):
    """Its data set may be free again: the patient is in the export alone."""
    model, material = published["representation_model"], published["representations"]
    approve(model, steward)
    open_dataset_file(actor=admin, file=model).close()
    if "effects_seen" in change:
        OppositionEffect.objects.create(project=project, at=LONG_AGO, patient_count=1, note_count=1)
        DatasetSnapshot.objects.update(effects_seen=1)
    ExportRequest.objects.filter(pk=released.pk).update(**change)
    model, material = (DatasetFile.objects.get(pk=file.pk) for file in (model, material))
    with pytest.raises(SourceGoneError):
        open_dataset_file(actor=admin, file=model)
    with pytest.raises(NotDecidedError):
        approve(material, steward)


def test_a_file_is_decided_on_its_own_evidence(
    client, published, project, released, snapshot, monkeypatch
):
    """What was tried since says how often, and shows nothing of the file."""
    page = unescape(client.get(url(project)).content.decode())
    own = page.partition("Ce qui peut sortir")[2]
    assert own.count("T2, deux représentations : un adversaire neuf") == 1
    assert "accepté, 3 voisins par mot sensible" in own
    assert f"de l'export n° {released.number}" in own
    assert "terminés : 1 ; refusés : 0" in own
    assert "Un essai plus récent" not in own
    monkeypatch.setattr(attacks.Attack, "passes", property(lambda _self: False))
    ask(client, project, snapshot, released, neighbours="4")
    job = Job.objects.order_by("-created_at").first()
    run_job(str(job.pk))
    page = unescape(client.get(url(project)).content.decode())
    assert "Dernier essai : refusé" in page
    assert "Cet essai n'a rien écrit" in page
    own = page.partition("Ce qui peut sortir")[2]
    assert own.count("Un essai plus récent de ce jeu a été refusé") == 2
    assert "terminés : 2 ; refusés : 1" in own
    assert "accepté, 3 voisins par mot sensible" in own


def opposed_and_forgotten(export):
    oppose(["8003456123"])
    job = Job.objects.get(kind="forget_notes")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error


def expired_and_purged(export):
    ExportRequest.objects.update(decided_at=LONG_AGO)
    assert foresee_purge().words == 2
    assert purge().words == 2


def built_again(export):
    ExportRequest.objects.update(state="quarantined")
    rebuild_export(actor=export.requested_by, export=export)


@pytest.mark.parametrize("how", [opposed_and_forgotten, expired_and_purged, built_again, remove_export_file])  # fmt: skip
def test_what_holds_the_words_of_an_export_goes_with_it(
    request, released, ward, project, how, django_capture_on_commit_callbacks
):
    Layer.objects.filter(document__patient=ward["durand"].patient).delete()  # fmt: skip
    published = request.getfixturevalue("published")
    left = snapshot_path(DatasetSnapshot.objects.get()).with_name(".draft-killed-1.network")
    left.touch()
    paths = [dataset_file_path(file) for file in published.values()]
    assert all(path.is_file() for path in paths)
    own = snapshot_path(DatasetSnapshot.objects.get())
    with django_capture_on_commit_callbacks(execute=True):
        how(released)
    assert not DatasetFile.objects.exists()
    assert not any(path.exists() for path in paths)
    assert own.is_file()  # the patient was in the export alone
    assert left.exists() == (how not in (opposed_and_forgotten, expired_and_purged))
    assert AuditEntry.objects.filter(action="dataset.file_forgotten").count() == 2


def test_what_they_can_read_is_not_written(client, admin, project, released, snapshot):
    client.force_login(admin)
    ask(client, project, snapshot, released)
    job = run()
    assert (job.state, job.result["written"]) == (Job.State.DONE, False), job.error
    page = client.get(url(project)).content.decode()
    assert "Dernier essai : refusé" in page
    assert "non conforme" in page
    assert not DatasetFile.objects.exists()
    assert not [path for path in dataset_folder_of(snapshot) if "representation" in path.name]


def dataset_folder_of(snapshot):
    return list(
        dataset_file_path(
            DatasetFile(snapshot=snapshot, format="jsonl", part="all")
        ).parent.iterdir()
    )


@pytest.mark.parametrize(
    ("meanwhile", "state", "why"),
    [
        (lambda export: oppose(["8003456123"]), Job.State.FAILED, "opposé"),
        (
            lambda export: (
                type(export)
                .objects.filter(pk=export.pk)
                .update(sha256="0" * 64, decided_sha256="0" * 64)
            ),
            Job.State.FAILED,
            "pas approuvé",
        ),
        (
            lambda export: request_cancel(
                actor=export.requested_by, job=Job.objects.get(kind="share_private")
            ),
            Job.State.CANCELLED,
            "",
        ),
    ],
    ids=["opposition", "another build", "cancelled"],
)
def test_what_changes_meanwhile_leaves_nothing(
    client, admin, project, released, snapshot, nobody_reads, monkeypatch, meanwhile, state, why
):
    client.force_login(admin)
    ask(client, project, snapshot, released)
    whole = private.learn_points

    def then(texts):
        meanwhile(released)
        return whole(texts)

    monkeypatch.setattr(private, "learn_points", then)
    job = run()
    assert job.state == state
    assert why in job.error
    assert not DatasetFile.objects.filter(format="representations").exists()
    assert not [path for path in dataset_folder_of(snapshot) if "draft" in path.name]


def test_a_project_without_what_it_takes_is_told(client, admin, project, built):
    client.force_login(admin)
    assert (
        "ses patients d&#x27;apprentissage enseignent" in client.get(url(project)).content.decode()
    )
    assert client.post(url(project, "representations-start"), CHOICES).status_code == 422


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("stranger", 404)])
def test_who_may_not_see_exports_sees_nothing(client, project, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.get(url(project)).status_code == status


def test_a_steward_decides_and_makes_none(client, steward, project, released, snapshot):
    client.force_login(steward)
    assert "Fabriquer et éprouver" not in client.get(url(project)).content.decode()
    assert ask(client, project, snapshot, released).status_code == 403
