"""The job that codes a released export: approved bytes only, again without harm."""

from __future__ import annotations

import json

import pytest
from django.http import Http404
from django.urls import reverse

from annotation.models import KnownLine, Patient
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.domain.coder import CodePrediction as Found
from icdcoder.domain.coder import Evidence
from icdcoder.domain.nomenclature import NomenclatureMissingError
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.selectors.coded_notes import coded_exports
from icdcoder.services.decide_code import decide_code
from privacy.models import ExportRequest
from privacy.selectors.export_files import (
    export_path,
    file_sha256,
    open_export_file,
    substituted_notes,
    words_path,
)
from privacy.services.destroy_study_key import destroy_study_key
from privacy.services.errors import StateConflictError
from privacy.services.keep_keys import key_path
from privacy.services.open_released import open_download
from privacy.services.rebuild_export import rebuild_export
from worker.selectors.adapted import adapted_folder
from worker.tasks import forget_notes, run_job
from worker.tasks.context import JobCancelled


class OneCode:
    """Finds one code in every note that says "va bien"."""

    name, version, says = "essai", "essai-1", "Un essai."
    hidden: list = []

    def predict(self, texts, top=25, hidden=()):
        type(self).hidden += hidden
        found = []
        for text in texts:
            at = text.find("va bien")
            evidence = (Evidence(at, at + 7, 1.0),)
            found.append([Found("Z00.0", "Examen", 0.9, evidence)] if at >= 0 else [])
        return found


@pytest.fixture
def job(released, monkeypatch):
    monkeypatch.setattr("worker.selectors.coders.default_coder", OneCode)
    return Job.objects.get(kind="predict_codes")


def test_every_exported_note_is_coded_under_its_pseudonym(job, released):
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.result["notes"], job.result["codes"]) == (Job.State.DONE, 3, 1)
    with open_export_file(released) as file:
        exported = {public_id: text for public_id, text, *_others in substituted_notes(file)}
        rows = [json.loads(line) for line in open_export_file(released)]
    coded = CodedNote.objects.filter(export_id=released.pk)
    assert {note.patient for note in coded} == {row["patient"]["id"] for row in rows}
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

    monkeypatch.setattr("worker.selectors.coders.default_coder", missing)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "fetch_cim10" in job.error


def test_the_pages_of_codes_call_the_export_as_its_own_page_does(
    job, released, client, steward, project
):
    run_job(str(job.pk))
    client.force_login(steward)
    for name, args in (("export-list", ()), ("note-list", (released.pk,))):
        page = client.get(reverse(f"icdcoder:{name}", args=[project.pk, *args])).content.decode()
        assert f"Export n° {released.number}" in page


def test_a_cancelled_coding_stops(job, admin, monkeypatch):
    real = jobs.is_cancel_requested
    monkeypatch.setattr(jobs, "is_cancel_requested", lambda job_id: real(job_id) or True)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert not CodedNote.objects.exists()


def forget(project):
    job = Job.objects.filter(kind="forget_notes", project=project).first()
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_coded_notes_of_who_opposes_are_hidden_at_once_then_erased(job, released, steward, project):
    run_job(str(job.pk))
    seen = CodedNote.objects.visible_to(steward)
    kept = seen.get(text__contains="67").public_id if seen.filter(text__contains="67") else None
    assert seen.count() == 3
    oppose(["8003456123"])  # Durand: two notes
    assert not seen.exists()
    assert not coded_exports(steward, project)
    done = forget(project)
    assert (done.state, done.result["notes"]) == (Job.State.DONE, 2)
    left = CodedNote.objects.get()
    assert kept in (None, left.public_id)
    assert list(seen.all()) == [left]
    assert AuditEntry.objects.filter(action="icd.notes_forgotten", details__notes=2).exists()


def test_a_code_of_a_hidden_note_is_not_decided(job, released, steward):
    run_job(str(job.pk))
    code = CodePrediction.objects.get()
    oppose(["8003456123"])
    with pytest.raises(Http404):
        decide_code(actor=steward, prediction_id=code.pk, decision="accepted")


def test_without_the_key_coded_notes_stay_hidden_and_go_when_it_was_destroyed(
    job, released, steward, project
):
    run_job(str(job.pk))
    oppose(["8003456123"])
    held = key_path(released.study_id).read_text()
    key_path(released.study_id).unlink()
    done = forget(project)
    assert (done.state, CodedNote.objects.count()) == (Job.State.FAILED, 3)
    assert not CodedNote.objects.visible_to(steward).exists()
    key_path(released.study_id).write_text(held)
    destroy_study_key(actor=steward, study=released.study, confirmation=released.study.name)
    jobs.retry(done, actor=steward)
    assert forget(project).state == Job.State.DONE
    assert not CodedNote.objects.exists()


def test_an_opposition_while_notes_are_coded_leaves_none_behind(
    job, released, steward, monkeypatch
):
    class ThenOppose(OneCode):
        def predict(self, texts, top=25, hidden=()):
            oppose(["8003456123"])
            return super().predict(texts, top, hidden)

    monkeypatch.setattr("worker.tasks.predict_codes.coder_for", lambda _project: ThenOppose())
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, CodedNote.objects.count()) == (Job.State.FAILED, 0)


def test_an_export_that_holds_nobody_who_left_is_free_again(released, project, make_note, admin):
    stranger = Patient.objects.create(project=project, external_id="p-9")
    make_note(project, "Vu le 5 juin.", (), patient=stranger, kind="suggestion")
    oppose(["p-9"])
    with pytest.raises(StateConflictError):
        open_download(actor=admin, export=released)
    assert forget(project).result["freed"] == 1
    open_download(actor=admin, export=released).close()
    oppose(["8003456123"])
    assert forget(project).result["freed"] == 0
    with pytest.raises(StateConflictError):
        open_download(actor=admin, export=released)


def test_an_export_that_is_built_anew_while_the_old_one_is_read_keeps_its_file(
    built, admin, project, monkeypatch
):
    ExportRequest.objects.update(state="quarantined")
    oppose(["8003456123"])
    names_of, old = forget_notes._names, built.sha256

    def read_then_rebuild(export_id, seen):
        names = names_of(export_id, seen)
        rebuild_export(actor=admin, export=built)
        built.refresh_from_db()
        run_job(str(built.job_id))
        return names

    monkeypatch.setattr("worker.tasks.forget_notes._names", read_then_rebuild)
    assert forget(project).state == Job.State.DONE
    built.refresh_from_db()
    assert (built.state, built.document_count, built.effects_seen) == ("built", 1, 1)
    assert built.sha256 != old
    assert file_sha256(built) == built.sha256


def test_nothing_waits_for_the_search_of_lines_which_reads_every_note(
    released, project, settings, tmp_path, monkeypatch
):
    """It is stopped at once: all that held the patient is gone already."""

    def stopped(_context):
        raise JobCancelled

    settings.MODEL_DIR = tmp_path / "models"
    adapted_folder(project).mkdir(parents=True)
    words_path(released).write_text("Durand")
    KnownLine.objects.create(project=project, digest="0" * 64, golds=1, notes=2)
    oppose(["8003456123"])
    monkeypatch.setattr("worker.tasks.lines.run", stopped)
    assert forget(project).state == Job.State.CANCELLED
    held = (adapted_folder(project), export_path(released), words_path(released))
    assert not any(path.exists() for path in held)
