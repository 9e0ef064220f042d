"""A note on which a build, or its coding, fails twice is set aside by itself; what ended an attempt by chance is not. The child's
work is done in the test's own process: tests/integration/test_poison_notes.py has real children and real deaths."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.urls import reverse

from annotation.models import NoteAside
from annotation.services.set_aside import take_back
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.models import CodedNote
from privacy.domain.errors import BadPolicyError
from privacy.selectors.export_files import export_path
from privacy.services import build_export
from privacy.services.build_export import write_export_draft
from tests.privacy.test_coding_job import OneCode
from worker import rehearse
from worker.tasks import run_job
from worker.tasks.rehearsal import Rehearsal, RehearsalError


@pytest.fixture(autouse=True)
def rehearsed(monkeypatch) -> list:
    """What the child was asked."""
    asked_of = []

    def failure(self, asked, characters):
        asked_of.append(asked)
        stage, *ids = self.arguments
        said = rehearse.answer(rehearse.STAGES[stage](*ids), asked)
        if said == b"again":
            raise RehearsalError
        return "" if said == b"done" else "broken"

    monkeypatch.setattr(Rehearsal, "failure", failure)
    monkeypatch.setattr(Rehearsal, "require_sound", lambda self: None)
    return asked_of


@pytest.fixture
def poison(monkeypatch):
    """poison(condition): whoever substitutes such notes fails."""
    substitute = build_export.substitute_patient_file

    def make(is_poison, error=RecursionError):
        def substituted(notes, **named):
            if is_poison(notes):
                raise error
            return substitute(notes, **named)

        monkeypatch.setattr(build_export, "substitute_patient_file", substituted)

    return make


def attempt(job_id) -> Job:
    Job.objects.filter(pk=job_id).update(run_after=None)
    run_job(str(job_id))
    return Job.objects.get(pk=job_id)


def in_hand(export) -> list:
    return list(export_path(export).parent.glob("*.hand.draft"))


def test_the_note_at_fault_is_set_aside_and_the_rest_of_its_patient_leaves(
    ward, request_export, poison, client, admin, rehearsed
):
    poison(lambda notes: any("revenu" in note.text for note in notes))
    export = request_export()
    job = attempt(export.job_id)
    assert (job.state, job.attempt, rehearsed) == ("queued", 1, [])
    assert len(in_hand(export)) == 1
    job = attempt(export.job_id)
    assert (job.state, job.attempt, job.message) == ("done", 2, "1 note écartée")
    export.refresh_from_db()
    assert (export.document_count, export.patient_count) == (2, 2)
    assert export.manifest["aside"] == 1
    assert "Il va bien" not in export_path(export).read_text()
    aside = NoteAside.objects.get()
    assert (aside.document, aside.why, aside.words) == (
        ward["durand_2"],
        "broken",
        "fabrication d'un export",
    )
    assert AuditEntry.objects.get(action="note.quarantined").object_id == str(ward["durand_2"].pk)
    assert in_hand(export) == []

    client.force_login(admin)
    page = client.get(reverse("privacy:export-detail", args=[export.project_id, export.pk]))
    assert "1 note écartée par un travail, absente du fichier" in page.content.decode()
    told = client.get(
        reverse("privacy:export-certificates", args=[export.project_id, export.pk])
    ).json()
    assert told["notes_set_aside"] == 1
    page = client.get(reverse("annotation:aside-list", args=[export.project_id])).content.decode()
    assert "sa lecture arrête le programme : fabrication d&#x27;un export" in page


def test_notes_that_fail_together_alone_go_together(ward, request_export, poison):
    poison(lambda notes: len(notes) > 1)
    export = request_export()
    attempt(export.job_id)
    job = attempt(export.job_id)
    assert (job.state, job.message) == ("done", "2 notes écartées")
    export.refresh_from_db()
    assert (export.document_count, export.patient_count) == (1, 1)
    names = set(NoteAside.objects.values_list("document__external_id", flat=True))
    assert names == {ward["durand"].external_id, ward["durand_2"].external_id}


def test_an_attempt_that_ended_by_chance_costs_no_note_and_changes_no_byte(
    ward, request_export, poison, rehearsed
):
    poison(lambda _notes: True)
    export = request_export()
    attempt(export.job_id)
    assert in_hand(export)
    poison(lambda _notes: False)
    assert attempt(export.job_id).state == "done"
    assert rehearsed, "tried apart from there on"
    assert not NoteAside.objects.exists()
    export.refresh_from_db()
    assert export.manifest["aside"] == 0
    again = write_export_draft(
        export, job_id=export.job_id, attempt=99, on_progress=lambda *_done: None
    )
    assert again.sha256 == export.sha256
    again.draft.unlink()


def test_a_database_that_is_away_is_no_note_s_fault(ward, request_export, poison):
    poison(lambda _notes: True)
    export = request_export()
    attempt(export.job_id)
    poison(lambda _notes: True, error=OperationalError)
    job = attempt(export.job_id)
    assert (job.state, job.attempt) == ("queued", 2)
    assert not NoteAside.objects.exists()


def test_a_refusal_is_told_by_the_job_and_sets_nothing_aside(ward, request_export, poison):
    poison(lambda _notes: True)
    export = request_export()
    attempt(export.job_id)
    refusal = BadPolicyError("epsilon", "ε doit être positif")
    poison(lambda _notes: True, error=refusal)
    job = attempt(export.job_id)
    assert job.state == "failed"
    assert "ε doit être positif" in job.error
    assert not NoteAside.objects.exists()
    assert in_hand(export) == []


def test_a_note_that_was_taken_back_is_tried_and_set_aside_again(
    ward, request_export, poison, admin
):
    poison(lambda notes: any("revenu" in note.text for note in notes))
    for _export in range(2):
        export = request_export()
        attempt(export.job_id)
        assert attempt(export.job_id).state == "done"
        export.refresh_from_db()
        assert export.document_count == 2
        take_back(actor=admin, document=NoteAside.objects.get().document)


class Poisoned(OneCode):
    """Ends the program on some notes."""

    def predict(self, texts, top=25, hidden=()):
        if any("Beaune" in text or "né le" in text for text in texts):
            raise RecursionError
        return super().predict(texts, top, hidden)


@pytest.fixture
def coding(released, monkeypatch):
    monkeypatch.setattr("worker.selectors.coders.default_coder", Poisoned)
    return Job.objects.get(kind="predict_codes")


def test_a_note_that_no_coder_can_read_says_so_and_the_others_are_coded(
    coding, released, client, steward, monkeypatch, rehearsed
):
    text = export_path(released).read_text()
    poisoned = sum("Beaune" in line or "né le" in line for line in text.splitlines())
    assert poisoned == 1
    assert attempt(coding.pk).state == "queued"
    job = attempt(coding.pk)
    assert (job.state, job.result["notes"], job.result["unread"]) == ("done", 3, 1)
    assert job.message == "1 note n'a pas pu être codée"
    unread = CodedNote.objects.get(coder_says__startswith="Aucun codeur n'a lu cette note")
    assert CodedNote.objects.exclude(pk=unread.pk).filter(predictions__code="Z00.0").count() == 1
    assert not unread.predictions.exists()
    assert AuditEntry.objects.get(action="icd.note_unread").details == {"why": "broken"}
    assert in_hand(released) == []
    client.force_login(steward)
    page = client.get(
        reverse("icdcoder:note-detail", args=[released.project_id, released.pk, unread.pk])
    )
    assert "son codage arrête le programme" in page.content.decode()

    # another coder tries again
    monkeypatch.setattr("worker.selectors.coders.default_coder", OneCode)
    monkeypatch.setattr(OneCode, "version", "essai-2")
    Job.objects.filter(pk=coding.pk).update(state="queued", attempt=0)
    assert attempt(coding.pk).result["notes"] == 3
    unread.refresh_from_db()
    assert unread.coder_says == "Un essai."
