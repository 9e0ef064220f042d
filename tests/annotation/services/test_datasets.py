"""Snapshots: same content, same address; split by patient; files in other formats; downloads."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.domain.datasets.split import Shares
from annotation.models import DatasetFile, DatasetSnapshot, Document, Layer, LayerSpan, Patient
from annotation.selectors.dataset_files import dataset_file_path, read_snapshot, snapshot_path
from annotation.selectors.datasets import files_to_decide
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.decide_dataset_file import NotDecidedError, decide_dataset_file
from annotation.services.open_dataset_file import (
    FileChangedError,
    NotReleasedError,
    open_dataset_file,
)
from annotation.services.reopen_document import reopen_document
from annotation.services.store_suggestions import span_row
from annotation.services.submit_layer import submit_layer
from annotation.services.write_dataset_file import request_dataset_file
from deidweb.accounts.models import Handover, Membership
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, DAY, NAME, TEXT
from worker.tasks import run_job


@pytest.fixture(autouse=True)
def dataset_dir(settings, tmp_path):
    settings.DATASET_DIR = tmp_path / "datasets"
    return settings.DATASET_DIR


@pytest.fixture
def gold(make_note, annotator, project):
    """Six validated notes of three patients, as `submit_layer` leaves them."""
    patients = [Patient.objects.create(project=project, external_id=f"p{i}") for i in range(3)]
    notes = [
        make_note(patient=patients[number % 3], doc_type="CRH", service="SSR", state="gold")
        for number in range(6)
    ]
    layers = Layer.objects.bulk_create(
        Layer(
            document=note, kind="gold", author=annotator, version=1, state="submitted",
            submitted_at=timezone.now(),
        )
        for note in notes
    )  # fmt: skip
    LayerSpan.objects.bulk_create(
        span_row(span, layer, TEXT, LayerSpan.State.ACCEPTED)
        for layer in layers
        for span in (NAME, CITY, DAY)
    )
    return notes


def build(admin, project, **order) -> DatasetSnapshot:
    job = request_snapshot(actor=admin, project=project, order=Order(**order))
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return DatasetSnapshot.objects.get(pk=job.result["snapshot"])


def written(admin, snapshot, name, part="all") -> DatasetFile:
    job = request_dataset_file(actor=admin, snapshot=snapshot, format_name=name, part=part)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return DatasetFile.objects.get(pk=job.result["file"])


def test_a_snapshot_holds_all_gold_and_says_what(admin, project, gold):
    snapshot = build(admin, project)
    assert (snapshot.number, snapshot.note_count, snapshot.span_count) == (1, 6, 18)
    assert snapshot.patient_count == 3
    assert snapshot.statistics["labels"] == {"DATE": 6, "LOC": 6, "PER": 6}
    data = snapshot_path(snapshot).read_bytes()
    assert hashlib.sha256(data).hexdigest() == snapshot.content_sha256
    header = b"deidweb-dataset 1\nseed 0\nshares 0.100000 0.100000\n"
    assert hashlib.sha256(header + data).hexdigest() == snapshot.address
    assert [json.loads(line)["id"] for line in data.splitlines()] == [f"n{i}" for i in range(1, 7)]
    entry = AuditEntry.objects.filter(action="dataset.built").get()
    assert entry.details["notes"] == 6
    assert {note.meta["service"] for _part, note in read_snapshot(snapshot)} == {"SSR"}


def test_a_patient_is_in_one_part_and_every_part_has_somebody(admin, project, gold):
    snapshot = build(admin, project)
    parts: dict[str, set[str]] = {}
    for part, note in read_snapshot(snapshot):
        parts.setdefault(note.patient.id, set()).add(part.value)
    assert all(len(found) == 1 for found in parts.values())
    assert set.union(*parts.values()) == {"train", "validation", "test"}


def test_same_content_and_seed_give_the_same_snapshot(admin, project, gold):
    first = build(admin, project)
    assert build(admin, project) == first
    assert build(admin, project, seed=1) != first
    assert build(admin, project, shares=Shares(0.2, 0.1)) != first
    assert DatasetSnapshot.objects.count() == 3


def test_new_gold_gives_a_new_snapshot_and_the_old_one_stays(admin, project, gold, annotator):
    first = build(admin, project)
    layer = reopen_document(actor=annotator, document=Document.objects.get(pk=gold[0].pk))
    layer.spans.filter(label="DATE").delete()
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    second = build(admin, project)
    assert second.number == 2
    assert (first.span_count, second.span_count) == (18, 17)
    assert sum(len(note.entities) for _part, note in read_snapshot(first)) == 18


def test_a_snapshot_never_changes(admin, project, gold):
    snapshot = build(admin, project)
    snapshot.note_count = 1
    with pytest.raises(TypeError):
        snapshot.save()


def test_without_gold_the_job_says_so(admin, project, note):
    job = request_snapshot(actor=admin, project=project, order=Order())
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "Aucune note validée" in job.error


@pytest.mark.parametrize("name", ["jsonl", "doccano", "brat", "conll", "webanno", "omop_parquet"])
def test_a_file_is_written_whole_and_counts_what_it_lost(admin, project, gold, name, dataset_dir):
    snapshot = build(admin, project)
    file = written(admin, snapshot, name)
    path = dataset_file_path(file)
    assert file.note_count == 6
    assert hashlib.sha256(path.read_bytes()).hexdigest() == file.sha256
    assert path.stat().st_mode & 0o077 == 0
    assert not list(dataset_dir.rglob(".draft-*"))
    if name == "jsonl":
        assert file.losses == {}
    else:
        assert file.losses


def test_a_part_alone(admin, project, gold):
    snapshot = build(admin, project)
    counts = {part: written(admin, snapshot, "jsonl", part).note_count for part in ("train", "validation", "test")}  # fmt: skip
    assert counts == {"train": 2, "validation": 2, "test": 2}


def release(file, actor) -> DatasetFile:
    decide_dataset_file(
        actor=actor, file=file, approve=True, sha256=file.sha256, reason="Étude ABC"
    )
    file.refresh_from_db()
    return file


def test_a_download_is_recorded_and_a_changed_file_is_refused(admin, steward, project, gold):
    file = release(written(admin, build(admin, project), "jsonl"), steward)
    with open_dataset_file(actor=admin, file=file) as stream:
        assert stream.read().count(b"\n") == 6
    assert AuditEntry.objects.filter(action="dataset.downloaded").count() == 1
    dataset_file_path(file).write_bytes(b"autre")
    with pytest.raises(FileChangedError):
        open_dataset_file(actor=admin, file=file)
    assert AuditEntry.objects.filter(action="dataset.file_changed").count() == 1


def test_notes_with_identifiers_never_leave_by_one_person(admin, steward, project, gold, make_user):
    """The requester, who may be a steward, too; his puppet; and with a decision about other bytes."""
    file = written(admin, build(admin, project), "jsonl")
    with pytest.raises(NotReleasedError):
        open_dataset_file(actor=admin, file=file)
    Membership.objects.create(user=admin, project=project, role="steward")
    puppet = make_user("marionnette", project, "steward")
    Handover.objects.create(user=puppet, by=admin)
    for actor in (admin, puppet):
        with pytest.raises(NotDecidedError):
            release(file, actor)
    assert AuditEntry.objects.filter(action="dataset.self_decision_refused").count() == 2
    with pytest.raises(NotDecidedError):
        decide_dataset_file(actor=steward, file=file, approve=True, sha256="0" * 64, reason="x")
    with pytest.raises(NotDecidedError):
        decide_dataset_file(actor=steward, file=file, approve=True, sha256=file.sha256, reason=" ")
    file.refresh_from_db()
    assert file.state == "written"


def test_who_had_the_file_written_does_not_let_it_go(admin, project, gold, make_user, steward):
    """He started the dead job of somebody else again: these bytes are there at his word."""
    both = make_user("deuxcasquettes", project, "admin")
    Membership.objects.create(user=both, project=project, role="steward")
    snapshot = build(admin, project)
    job = request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all")
    Job.objects.filter(pk=job.pk).update(state="dead")
    jobs.retry(Job.objects.get(pk=job.pk), actor=both)
    run_job(str(job.pk))
    file = DatasetFile.objects.get(snapshot=snapshot)
    assert not files_to_decide(both, project).exists()
    with pytest.raises(NotDecidedError):
        release(file, both)
    assert release(file, steward).state == "released"


def test_writing_the_file_anew_takes_the_decision_back(admin, steward, project, gold):
    snapshot = build(admin, project)
    release(written(admin, snapshot, "jsonl"), steward)
    file = written(admin, snapshot, "jsonl")
    assert (file.state, file.decided_by, file.decided_sha256) == ("written", None, "")
    with pytest.raises(NotReleasedError):
        open_dataset_file(actor=admin, file=file)


def test_a_file_that_changed_on_the_disk_is_not_let_go(admin, steward, project, gold):
    file = written(admin, build(admin, project), "jsonl")
    dataset_file_path(file).write_bytes(b"autre")
    with pytest.raises(NotDecidedError):
        release(file, steward)


def test_a_refusal_is_final_and_written_down(admin, steward, project, gold):
    file = written(admin, build(admin, project), "jsonl")
    decide_dataset_file(
        actor=steward, file=file, approve=False, sha256=file.sha256, reason="Sans accord"
    )
    file.refresh_from_db()
    assert (file.state, file.decided_by, file.decision_reason) == (
        "refused",
        steward,
        "Sans accord",
    )
    with pytest.raises(NotDecidedError):
        release(file, steward)
    assert AuditEntry.objects.filter(action="dataset.refused", actor=steward).count() == 1


def test_the_database_itself_knows_no_file_that_one_person_released(admin, project, gold):
    file = written(admin, build(admin, project), "jsonl")
    with pytest.raises(IntegrityError), transaction.atomic():
        DatasetFile.objects.filter(pk=file.pk).update(decided_by=admin)


@pytest.mark.parametrize("role", ["annotator", "reviewer", "steward", "auditor"])
def test_only_admins_build_and_download(admin, project, gold, make_user, role):
    file = written(admin, build(admin, project), "jsonl")
    other = make_user(f"x-{role}", project, role)
    with pytest.raises(PermissionDenied):
        request_snapshot(actor=other, project=project, order=Order())
    with pytest.raises(PermissionDenied):
        request_dataset_file(actor=other, snapshot=file.snapshot, format_name="jsonl", part="all")
    with pytest.raises(PermissionDenied):
        open_dataset_file(actor=other, file=file)


def test_gold_of_doubtful_spans_keeps_doubt_and_comment(admin, project, gold):
    layer = Layer.objects.filter(kind="gold", document=gold[0]).get()
    layer.spans.filter(label="PER").update(doubt=True, comment="nom ou prénom ?")
    notes = {note.id: note for _part, note in read_snapshot(build(admin, project))}
    said = [(s.doubt, s.comment) for s in notes["n1"].entities if s.label == "PER"]
    assert said == [(True, "nom ou prénom ?")]
