"""The job that codes a released export: approved bytes only, again without harm."""

from __future__ import annotations

import json

import pytest

from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.domain.coder import CodePrediction, Evidence
from icdcoder.domain.nomenclature import NomenclatureMissingError
from icdcoder.models import CodedNote
from privacy.selectors.export_files import export_path, open_export_file, substituted_notes
from worker.tasks import run_job


class OneCode:
    """Finds one code in every note that says "va bien"."""

    name, version = "essai", "essai-1"
    hidden: list = []

    def predict(self, texts, top=25, hidden=()):
        type(self).hidden += hidden
        found = []
        for text in texts:
            at = text.find("va bien")
            evidence = (Evidence(at, at + 7, 1.0),)
            found.append([CodePrediction("Z00.0", "Examen", 0.9, evidence)] if at >= 0 else [])
        return found


@pytest.fixture
def job(released, monkeypatch):
    monkeypatch.setattr("worker.tasks.predict_codes.default_coder", OneCode)
    return Job.objects.get(kind="predict_codes")


def test_every_exported_note_is_coded_under_its_pseudonym(job, released):
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.result["notes"], job.result["codes"]) == (Job.State.DONE, 3, 1)
    with open_export_file(released) as file:
        exported = {public_id: text for public_id, text, _spans in substituted_notes(file)}
    coded = CodedNote.objects.filter(export_id=released.pk)
    assert {note.public_id: note.text for note in coded} == exported


def test_the_coder_is_told_what_substitution_wrote(job, released, monkeypatch):
    monkeypatch.setattr(OneCode, "hidden", [])
    run_job(str(job.pk))
    with open_export_file(released) as file:
        rows = [json.loads(line) for line in file]
    wanted = [tuple((r["start"], r["end"]) for r in row["replacements"]) for row in rows]
    assert any(wanted)
    assert OneCode.hidden == wanted


def test_running_it_again_changes_nothing(job, released):
    run_job(str(job.pk))
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, attempt=0)
    run_job(str(job.pk))
    assert CodedNote.objects.count() == 3


def test_a_changed_file_is_not_coded(job, released):
    path = export_path(released)
    path.write_bytes(path.read_bytes().replace(b"va bien", b"va mal!"))
    run_job(str(job.pk))
    job.refresh_from_db()
    released.refresh_from_db()
    assert (job.state, released.state) == (Job.State.FAILED, "quarantined")
    assert not CodedNote.objects.exists()


def test_without_the_nomenclature_the_job_says_what_to_do(job, monkeypatch, tmp_path):
    def missing():
        raise NomenclatureMissingError(tmp_path)

    monkeypatch.setattr("worker.tasks.predict_codes.default_coder", missing)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "fetch_cim10" in job.error


def test_a_cancelled_coding_stops(job, admin, monkeypatch):
    real = jobs.is_cancel_requested
    monkeypatch.setattr(jobs, "is_cancel_requested", lambda job_id: real(job_id) or True)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert not CodedNote.objects.exists()
