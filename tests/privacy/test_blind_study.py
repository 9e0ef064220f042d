"""The job that shares a released export's notes out for a blind study: its key alone tells which original a copy has."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import worker.tasks.blind
from annotation.models import Document
from annotation.services.oppose import oppose
from deidweb.accounts.models import Project
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.models import BlindReading, CodedNote
from icdcoder.selectors.blind import next_reading, result_of_study
from icdcoder.services.blind_study import close_blind_study, open_blind_study
from icdcoder.services.code_blindly import finish_reading, open_reading
from icdcoder.services.errors import CodingError
from privacy.selectors.export_files import open_export_file, substituted_notes
from privacy.services.destroy_study_key import destroy_study_key
from privacy.services.keep_keys import key_path
from worker.tasks import run_job


@pytest.fixture
def coded(released, project):
    """The export's notes as the coding page knows them, without codes."""
    with open_export_file(released) as file:
        for order, (public_id, text, *_rest) in enumerate(substituted_notes(file)):
            CodedNote.objects.create(
                project=project, export_id=released.pk, public_id=public_id, text=text, order=order
            )
    return released


@pytest.fixture
def coders(make_user, project):
    return [make_user(name, project, "reviewer") for name in ("claire", "denis")]


def opened(steward, project, coded, coders):
    study = open_blind_study(
        actor=steward,
        project=project,
        export_id=coded.pk,
        coders=coders,
        notes=10,
        asks_guess=False,
    )
    run_job(str(study.job_id))
    study.refresh_from_db()
    return study


def turns(study, coder):
    return list(BlindReading.objects.filter(study=study, coder=coder))


def told(text):
    """What no substitution changes, and no two notes of the ward share."""
    return [word for word in ("habite", "revenu", "vue le") if word in text]


def test_copies_find_their_originals_and_go_with_them(coded, project, steward, coders, ward):
    blind = opened(steward, project, coded, coders)
    assert blind.job.state == Job.State.DONE, blind.job.error
    one = turns(blind, coders[0])
    assert {turn.document_id for turn in one} == {
        document.pk for name, document in ward.items() if name != "loose"
    }
    for turn in one:
        assert ("DURAND" in turn.document.text) <= ("DURAND" not in turn.note.text)
        assert told(turn.note.text) == told(turn.document.text)
    before = list(BlindReading.objects.values_list("pk", flat=True))
    Job.objects.filter(pk=blind.job_id).update(state=Job.State.QUEUED, attempt=0)
    run_job(str(blind.job_id))
    assert list(BlindReading.objects.values_list("pk", flat=True)) == before

    for coder in coders:
        for turn in turns(blind, coder):
            finish_reading(actor=coder, reading_id=turn.pk)
    assert result_of_study(blind).across.pairs == 3
    oppose(["patient-secret-1"])
    assert next_reading(coders[0], blind) is None
    assert result_of_study(blind).across is None  # hidden until one knows whose the copies are
    run_job(str(Job.objects.get(kind="forget_notes").pk))
    assert result_of_study(blind).across.pairs == 1
    assert (BlindReading.objects.count(), Document.objects.count()) == (2, 2)


def test_a_closed_study_is_told_without_its_originals_and_without_who_opposed(
    coded, project, steward, coders
):
    blind = opened(steward, project, coded, coders)
    for coder in coders:
        for turn in turns(blind, coder):
            finish_reading(actor=coder, reading_id=turn.pk)
    close_blind_study(actor=steward, study=blind)
    assert not BlindReading.objects.exclude(document=None).exists()
    assert result_of_study(blind).across.pairs == 3
    oppose(["patient-secret-1"])
    assert result_of_study(blind).across is None
    run_job(str(Job.objects.get(kind="forget_notes").pk))
    assert result_of_study(blind).across.pairs == 1


def test_with_the_exports_key_goes_what_leads_from_a_copy_to_its_original(
    coded, project, steward, coders
):
    blind = opened(steward, project, coded, coders)
    mine = turns(blind, coders[0])[0]
    assert BlindReading.objects.exclude(document=None).count() == 6
    destroy_study_key(actor=steward, study=coded.study, confirmation=coded.study.name)
    assert BlindReading.objects.filter(document=None).count() == 6
    blind.refresh_from_db()
    assert blind.closed_at is not None
    assert AuditEntry.objects.filter(action="blind.closed", actor=steward).count() == 1
    with pytest.raises(CodingError):
        open_reading(actor=coders[0], reading_id=mine.pk)


def test_notes_that_go_while_they_are_drawn_are_shared_out_to_nobody(
    coded, project, steward, coders, ward, monkeypatch
):
    """Between reading whose the copies are and sharing them out; on PostgreSQL a lock orders the two."""
    share_out, asked = worker.tasks.blind.share_out_study, []

    def after(take):
        def shared(*given, **more):
            take()
            with CaptureQueriesContext(connection) as queries:
                notes = share_out(*given, **more)
            asked.extend(query["sql"] for query in queries)
            return notes

        monkeypatch.setattr("worker.tasks.blind.share_out_study", shared)

    after(lambda: ward["petit"].delete())
    study = opened(steward, project, coded, coders)
    assert study.job.state == Job.State.DONE, study.job.error
    assert len(turns(study, coders[0])) == 2
    assert f'FROM "{Project._meta.db_table}"' in asked[2]  # after the savepoint and the fence
    after(lambda: oppose(["patient-secret-1"]))
    assert not opened(steward, project, coded, coders).readings.exists()


def test_a_study_closed_before_its_notes_are_drawn_stays_without(coded, project, steward, coders):
    study = open_blind_study(
        actor=steward, project=project, export_id=coded.pk, coders=coders, notes=3, asks_guess=False
    )
    close_blind_study(actor=steward, study=study)
    run_job(str(study.job_id))
    study.refresh_from_db()
    assert (study.job.state, study.readings.count()) == (Job.State.FAILED, 0)
    assert "L'étude est close" in study.job.error


def test_an_export_without_its_key_or_not_released_is_shared_out_to_nobody(
    coded, project, steward, coders
):
    key_path(coded.study_id).unlink()
    study = opened(steward, project, coded, coders)
    assert (study.job.state, study.readings.count()) == (Job.State.FAILED, 0)
    coded.state = "quarantined"
    coded.save(update_fields=["state"])
    study = opened(steward, project, coded, coders)
    assert "n'est pas approuvé" in study.job.error
