"""A worker that hears nothing more of its broker finds out from the database, and ends."""

from __future__ import annotations

import threading

import pytest

from deidweb.jobs import services
from deidweb.jobs.models import Job
from worker.tasks import attention as module
from worker.tasks import run as runner
from worker.tasks.attention import Attention


@pytest.fixture
def at(monkeypatch):
    """at(seconds) → the machine's clock says so."""
    monkeypatch.setattr(services, "dispatch", lambda job_id, kind: None)

    def move(seconds: float) -> None:
        monkeypatch.setattr(module.time, "monotonic", lambda: 1000.0 + seconds)

    move(0)
    return move


@pytest.fixture
def ask(project, admin):
    return lambda kind: services.enqueue(kind=kind, project=project, actor=admin)


def test_an_idle_worker_for_which_a_job_waits_is_deaf_after_three_minutes(at, ask):
    ears = Attention(frozenset({"batch"}), _heard_at=1000.0)
    ask("preannotate")
    assert not ears.is_deaf()
    at(179)
    assert not ears.is_deaf()
    at(181)
    assert ears.is_deaf()


def test_who_works_or_has_just_worked_is_not(at, ask):
    ears = Attention(frozenset({"batch"}), _heard_at=1000.0)
    ask("preannotate")
    ears.is_deaf()
    with ears.at_work():
        at(7200)
        assert not ears.is_deaf()
    at(7200 + 179)
    assert not ears.is_deaf()
    at(7200 + 181)
    assert ears.is_deaf()


def test_what_others_serve_what_is_not_due_and_what_has_just_come_tell_nothing(at, ask):
    ears = Attention(frozenset({"batch"}), _heard_at=1000.0)
    ask("train_ner")
    Job.objects.filter(pk=ask("preannotate").pk).update(run_after="2999-01-01T00:00:00Z")
    gone = ask("learn_lines")
    ears.is_deaf()
    at(170)
    Job.objects.filter(pk=gone.pk).update(state="done")
    ask("preannotate")
    ears.is_deaf()
    at(190)
    assert not ears.is_deaf()


@pytest.mark.django_db
def test_a_deaf_worker_ends_its_process(monkeypatch, settings):
    settings.JOB_SWEEP_SECONDS = 0.001
    stop, ended = threading.Event(), []
    monkeypatch.setattr(runner, "sweep", lambda: None)
    monkeypatch.setattr(runner.connection, "close", lambda: None)  # the test's own
    monkeypatch.setattr(Attention, "is_deaf", lambda self: True)
    monkeypatch.setattr(runner, "end_process", lambda: (ended.append(1), stop.set()))
    runner.keep_sweeping(stop)
    assert ended == [1]
