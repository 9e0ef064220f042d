"""Counts that an older version did not keep: made up for once, chunk by chunk, and never twice."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation.models import DayTally, Document, DocumentPriority, EntityDay, Layer, LayerTally
from annotation.selectors.missing_counts import is_behind
from annotation.services.backfill import catch_up, request_catching_up
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, DAY, NAME
from worker.tasks.run import execute


def progress(_done: int, _total: int) -> None:
    """Nobody looks."""


def guard() -> None:
    """Nobody else is at work."""


def forget() -> None:
    """As an older version left things."""
    DocumentPriority.objects.all().delete()
    Document.objects.update(risk=-1, uncertainty=-1, draw=2)
    LayerTally.objects.all().delete()
    DayTally.objects.all().delete()
    EntityDay.objects.all().delete()


def figures():
    """All that is counted, in an order of its own."""
    rows = DayTally.objects.order_by("day", "author", "engine_version")
    return (
        list(Document.objects.order_by("pk").values_list("pk", "risk", "uncertainty", "draw")),
        list(DocumentPriority.objects.order_by("pk").values_list("pk", "bare", "unsure")),
        list(LayerTally.objects.order_by("pk").values()),
        list(rows.values("day", "author", "engine_version", "notes", "accepted", "added")),
        list(
            EntityDay.objects.order_by("axis", "name").values("axis", "name", "notes", "accepted")
        ),
    )


@pytest.fixture
def work(make_note, annotator):
    """Three pre-annotated notes, one of them handed in."""
    notes = [make_note(spans=[NAME, CITY, DAY]) for _number in range(3)]
    layer = start_annotation(actor=annotator, document=notes[0])
    submit_layer(actor=annotator, layer=layer, if_match=0)
    return notes


@pytest.mark.parametrize("chunk", [1, 50])
def test_what_was_not_counted_is_counted_as_if_it_had_been(work, project, monkeypatch, chunk):
    monkeypatch.setattr("annotation.services.backfill.CHUNK", chunk)
    before = figures()
    forget()
    assert is_behind(project)
    # the validated note is in no queue any more: its urgency stays unknown
    assert catch_up(project, progress, guard) == {"notes": 2, "readings": 1}
    ranked, reasons, tallies, days, entities = figures()
    waiting = {note.pk for note in work[1:]}
    assert [row for row in ranked if row[0] in waiting] == [r for r in before[0] if r[0] in waiting]
    assert reasons == [row for row in before[1] if row[0] in waiting]
    assert (tallies, days, entities) == before[2:]
    assert not is_behind(project)
    assert catch_up(project, progress, guard) == {"notes": 0, "readings": 0}
    assert figures()[3] == before[3]


def test_readings_whose_labels_were_not_told_apart_are_counted_again_once(work, project):
    before = figures()
    LayerTally.objects.update(labels=None)
    EntityDay.objects.all().delete()
    assert is_behind(project)
    assert catch_up(project, progress, guard)["readings"] == 1
    assert figures()[2:] == before[2:]
    assert not is_behind(project)


def test_the_day_is_that_of_the_submission(work, project):
    Layer.objects.filter(kind="annotator").update(submitted_at=timezone.now().replace(year=2024))
    forget()
    catch_up(project, progress, guard)
    assert [day.day.year for day in DayTally.objects.all()] == [2024]


def test_what_is_stopped_half_way_goes_on(work, project, monkeypatch):
    monkeypatch.setattr("annotation.services.backfill.CHUNK", 1)
    forget()

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        catch_up(project, stop, guard)
    assert catch_up(project, progress, guard) == {"notes": 0, "readings": 1}


def test_workers_that_start_queue_one_job_for_a_project_that_is_behind(
    work, project, other_project, monkeypatch
):
    monkeypatch.setattr(jobs, "dispatch", lambda *_args: None)
    assert request_catching_up() == 0
    forget()
    assert (request_catching_up(), request_catching_up()) == (1, 0)
    (job,) = Job.objects.filter(kind="backfill")
    assert job.project == project
    execute(jobs.claim(job.pk, worker="w"))
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"notes": 2, "readings": 1})
    assert request_catching_up() == 0


def test_the_command_does_the_work_and_says_so(work, project, capsys):
    forget()
    call_command("backfill")
    assert capsys.readouterr().out == f"{project.pk} : 2 note(s), 1 lecture(s)\n"
    call_command("backfill")
    assert capsys.readouterr().out == ""
