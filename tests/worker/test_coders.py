"""A project's coder: from accepted codes to a version in service, through page, job and services."""

from __future__ import annotations

import gzip
import html
import json
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.models import Patient
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.domain.coder import CodePrediction as Found
from icdcoder.domain.coder import Evidence
from icdcoder.domain.joint import JointCoder
from icdcoder.models import CodedNote, CodePrediction, CodeSnapshot
from icdcoder.selectors.accepted import finished_notes, material_of
from icdcoder.services.forget_code_snapshots import forget_code_snapshots
from icdcoder.services.take_snapshot import take_snapshot
from tests.worker.coding import toy
from worker.coding import project as teaching
from worker.models import CoderVersion
from worker.selectors import coders
from worker.selectors.coders import coder_for
from worker.services.errors import TrainingRefusedError
from worker.services.start_coder_training import start_coder_training
from worker.tasks import run_job, train_coder
from worker.tasks.train_coder import stays_of

EXPORT = uuid.UUID(int=7)


class Says:
    """A coder that gives one code wherever a word stands."""

    def __init__(self, word="HTA", code="I10", score=0.6, version="says-1"):
        self.word, self.code, self.score = word, code, score
        self.name, self.version, self.says = "essai", version, "Un essai."

    def predict(self, texts, top=25, hidden=()):
        return [
            [Found(self.code, "", self.score, (Evidence(0, 3, 1.0),))] if self.word in text else []
            for text in texts
        ]


def coded(project, number, text="HTA.", codes=("I10",), stay="", state="accepted"):
    note = CodedNote.objects.create(
        project=project, export_id=EXPORT, public_id=f"p{number}", text=text, order=number, stay=stay,
        coder_version="x",
    )  # fmt: skip
    for code in codes:
        CodePrediction.objects.create(
            note=note, code=code, label="", score=0.5, coder_version="x", state=state,
            decided_at=None if state == "proposed" else timezone.now(),
        )  # fmt: skip
    return note


def test_only_what_is_decided_to_the_end_is_taught(project, admin):
    done = coded(project, 1)
    coded(project, 2, state="proposed")
    coded(project, 3, state="rejected")
    coded(project, 4, stay="s1")
    coded(project, 5, stay="s1", state="proposed")  # its stay is not finished
    both = [coded(project, 6, stay="s2"), coded(project, 7, stay="s2", codes=("E119", "I10"))]
    assert list(finished_notes(project)) == [done, *both]
    assert (material_of(project).notes, material_of(project).stays) == (3, 2)
    snapshot = take_snapshot(actor=admin, project=project)
    lines = [json.loads(line) for line in gzip.decompress(snapshot.content).splitlines()]
    assert [line["codes"] for line in lines] == [["I10"], ["I10"], ["E119", "I10"]]
    assert (snapshot.note_count, snapshot.stay_count, snapshot.code_count) == (3, 2, 2)
    assert sorted(stay.codes for stay in stays_of(snapshot)) == [("E119", "I10"), ("I10",)]


def test_a_snapshot_never_changes_and_is_taken_once(project, admin):
    coded(project, 1)
    first = take_snapshot(actor=admin, project=project)
    assert take_snapshot(actor=admin, project=project) == first
    with pytest.raises(TypeError):
        first.save()
    coded(project, 2)
    assert take_snapshot(actor=admin, project=project).number == 2


def test_what_substitution_wrote_is_frozen_with_a_note_and_told_to_who_is_judged(project, admin):
    """The dictionary and the candidate are compared as they work: nothing comes out of a surrogate."""
    note = coded(project, 1, text="HTA à HTA.")
    bare = gzip.decompress(take_snapshot(actor=admin, project=project).content)
    assert "hidden" not in json.loads(bare)  # what was coded before it was kept: the same address
    note.hidden = [[6, 9]]
    note.save()
    (stay,) = stays_of(take_snapshot(actor=admin, project=project))
    assert stay.hidden == (((6, 9),),)
    told = []

    class Told(Says):
        def predict(self, texts, top=25, hidden=()):
            told.append(hidden)
            return super().predict(texts, top, hidden)

    assert teaching.figures_of(Told(), [stay]).f1 == 1
    assert told == [(((6, 9),),)]


def test_both_speak_with_the_higher_probability_and_all_evidence():
    joint = JointCoder(Says(), Says(score=0.9, version="net"))
    other = JointCoder(Says(), Says(word="HTA", code="E119", score=0.9))
    (found,) = joint.predict(["HTA"])
    assert [(f.code, f.score) for f in found] == [("I10", 0.9)]
    assert joint.version == "says-1+net"
    assert [f.code for f in other.predict(["HTA"])[0]] == ["E119", "I10"]
    assert [f.code for f in other.predict(["HTA"], 1)[0]] == ["E119"]


def test_too_few_stays_are_refused_with_their_number(project, admin):
    coded(project, 1)
    with pytest.raises(TrainingRefusedError, match=r"au moins 20 séjours.*il y en a 1"):
        start_coder_training(actor=admin, project=project)
    assert not Job.objects.filter(kind="train_icd").exists()


def lose_a_patient(project):
    Patient.objects.create(project=project, external_id="p1")
    oppose(["p1"])


def ran(job):
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_frozen_codes_of_who_opposed_are_emptied_and_teach_nobody(project, admin):
    coded(project, 1)
    snapshot = take_snapshot(actor=admin, project=project)
    job = jobs.enqueue(
        kind="train_icd", project=project, actor=admin, payload={"snapshot": str(snapshot.pk)}
    )
    Job.objects.filter(pk=job.pk).update(state="dead")
    lose_a_patient(project)
    assert not finished_notes(project)
    assert ran(Job.objects.get(kind="forget_notes")).state == Job.State.DONE
    snapshot.refresh_from_db()
    assert bytes(snapshot.content) == b""
    entry = AuditEntry.objects.get(action="icd.notes_forgotten", object_id=str(snapshot.pk))
    assert entry.details == {"notes": 1}
    job.refresh_from_db()
    jobs.retry(job, actor=admin)
    assert (ran(job).state, "n'existe plus" in job.error) == (Job.State.FAILED, True)


def test_frozen_codes_stay_when_nobody_of_them_opposed_and_come_back_with_their_notes(
    project, admin
):
    coded(project, 1)
    taken = take_snapshot(actor=admin, project=project)
    lose_a_patient(project)
    CodedNote.objects.update(effects_seen=1)
    assert forget_code_snapshots(project, effects_seen=1) == 0
    CodedNote.objects.update(effects_seen=0)  # the key that tells whose they are is missing
    assert forget_code_snapshots(project, effects_seen=1) == 1
    CodedNote.objects.update(effects_seen=1)
    again = take_snapshot(actor=admin, project=project)
    assert (again.pk, bytes(again.content)) == (taken.pk, bytes(taken.content))


@pytest.fixture
def training(project, admin, client, settings, tmp_path, monkeypatch):
    """A job that trains for real, on forty accepted notes."""
    settings.MODEL_DIR = tmp_path / "models"
    settings.MODEL_DIR.mkdir()
    backbone = toy.backbone(tmp_path / "backbone")
    monkeypatch.setattr("worker.tasks.train_coder.encoder_of", lambda project_id: backbone)
    monkeypatch.setattr("worker.tasks.train_coder.default_coder", Says)
    monkeypatch.setattr("worker.selectors.coders.default_coder", Says)

    class Labels:
        def label(self, code):
            return ""

    monkeypatch.setattr("worker.tasks.train_coder.nomenclature", Labels)
    monkeypatch.setattr(
        teaching, "learn",
        lambda stays, plan, learn=teaching.learn: learn(stays, _quick(plan)),
    )  # fmt: skip
    coders._held.clear()
    for number, stay in enumerate(toy.stays(40, words=20)):
        coded(project, number, stay.texts[0], stay.codes)
    client.force_login(admin)
    client.post(reverse("worker:coder-training-start", args=[project.pk]))
    return Job.objects.get(kind="train_icd")


@pytest.fixture
def trained(training, django_capture_on_commit_callbacks):
    """The version that this job has trained."""
    assert ran(training).state == Job.State.DONE, training.error
    return CoderVersion.objects.get()


def test_a_coder_that_learned_while_somebody_opposed_is_not_published(
    training, project, settings, monkeypatch
):
    teach = train_coder.teach

    def teach_then_oppose(*args):
        taught = teach(*args)
        lose_a_patient(project)
        return taught

    monkeypatch.setattr(train_coder, "teach", teach_then_oppose)
    assert (ran(training).state, "opposé" in training.error) == (Job.State.FAILED, True)
    assert not CoderVersion.objects.exists()
    assert not list(settings.MODEL_DIR.iterdir())


def _quick(plan):
    from dataclasses import replace

    return replace(plan, recipe=replace(toy.QUICK, epochs=3))


def address(name, version):
    return reverse(f"worker:coder-{name}", args=[version.project_id, version.pk])


def test_accepted_codes_become_a_coder_in_service_and_back(
    client, trained, project, settings, monkeypatch
):
    listed = reverse("worker:coder-list", args=[project.pk])
    page = client.get(listed).text
    assert "Codeur n° 1" in page
    assert "Jeu n° 1" in page
    assert "40 notes jamais lues" in page  # how good the dictionary is, in its own words
    better = "Sur ces séjours, le dictionnaire seul code mieux."
    assert better not in page
    worse = trained.metrics | {"before": trained.metrics["before"] | {"f1": 1.1}}
    type(trained).objects.filter(pk=trained.pk).update(metrics=worse)
    assert better in client.get(listed).text
    assert trained.train_stays + trained.test_stays == 40
    assert trained.metrics["before"]["f1"] == 0.0  # the toy's notes never say HTA
    assert not list(settings.MODEL_DIR.glob(".training-*"))
    assert coder_for(project.pk).version == "says-1"
    client.post(address("promote", trained))
    monkeypatch.setattr(
        "worker.selectors.coders.trained_coder", lambda folder: Says(version=folder.name[:6])
    )
    assert coder_for(project.pk).version == f"says-1+{trained.content_hash[:6]}"
    client.post(address("discard", trained))  # no: it is in service
    trained.refresh_from_db()
    assert trained.state == "promoted"
    client.post(address("withdraw", trained))
    assert coder_for(project.pk).version == "says-1"
    client.post(address("roll-back", trained))
    trained.refresh_from_db()
    assert trained.state == "promoted"
    told = AuditEntry.objects.filter(action__startswith="coder.").values_list("action", flat=True)
    assert list(told) == ["coder.trained", "coder.promoted", "coder.withdrawn", "coder.rolled_back"]


def test_the_job_again_changes_nothing_and_the_same_codes_teach_nothing_new(
    client, trained, project
):
    job = Job.objects.get(kind="train_icd")
    Job.objects.filter(pk=job.pk).update(state="queued")
    run_job(str(job.pk))
    assert CoderVersion.objects.count() == 1
    start = reverse("worker:coder-training-start", args=[project.pk])
    told = client.post(start, follow=True).text
    assert "redonne le codeur n° 1" in html.unescape(told)
    assert Job.objects.filter(kind="train_icd").count() == 1, "said before hours of training"
    # one that another encoder or other labels may change is tried; should it give the same, the job says so
    Job.objects.filter(pk=job.pk).update(payload=job.payload | {"start": "another"})
    client.post(start)
    again = Job.objects.filter(kind="train_icd").exclude(pk=job.pk).get()
    run_job(str(again.pk))
    again.refresh_from_db()
    assert again.state == Job.State.FAILED
    assert "redonne le codeur n° 1" in again.error
    assert CodeSnapshot.objects.count() == 1


def test_a_discarded_coder_leaves_no_file(
    client, trained, settings, django_capture_on_commit_callbacks
):
    assert (settings.MODEL_DIR / trained.content_hash / "icd.json").is_file()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address("discard", trained))
    assert not (settings.MODEL_DIR / trained.content_hash).exists()


@pytest.mark.parametrize("role", ["annotator", "reviewer", "steward", "auditor"])
def test_the_others_of_the_project_are_refused(client, make_user, project, role):
    client.force_login(make_user("autre-role", project, role))
    assert client.get(reverse("worker:coder-list", args=[project.pk])).status_code == 403
    start = reverse("worker:coder-training-start", args=[project.pk])
    assert client.post(start).status_code == 403


def test_another_projects_coder_is_not_there(client, stranger, other_project, project, admin):
    coded(project, 1)
    snapshot = take_snapshot(actor=admin, project=project)
    version = CoderVersion.objects.create(
        project=project, snapshot=snapshot, number=1, content_hash="a" * 64, train_stays=1,
        test_stays=1, codes=1,
    )  # fmt: skip
    client.force_login(stranger)
    for name in ("promote", "discard", "withdraw", "roll-back"):
        for where in (project, other_project):
            url = reverse(f"worker:coder-{name}", args=[where.pk, version.pk])
            assert client.post(url).status_code == 404
