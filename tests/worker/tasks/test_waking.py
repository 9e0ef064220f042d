"""A machine that sleeps costs no job an attempt."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from deidweb.jobs import services
from deidweb.jobs.models import Job
from worker.tasks import run as runner
from worker.tasks import waking as module
from worker.tasks.waking import Waking


@pytest.fixture
def at(monkeypatch, settings):
    """at(awake, asleep) → the machine has been so long either since it started, in seconds."""
    settings.JOB_LEASE_SECONDS = 60.0

    def move(awake: float, asleep: float = 0.0) -> None:
        monkeypatch.setattr(module.time, "monotonic", lambda: 1000.0 + awake)
        monkeypatch.setattr(module.time, "time", lambda: 1.8e9 + awake + asleep)

    move(0)
    return move


def test_it_has_just_woken_for_one_lease(at):
    ours = Waking()
    told = []
    for awake, asleep in ((0, 0), (15, 0), (20, 28_800), (79, 28_800), (81, 28_800), (96, 28_825)):
        at(awake, asleep)
        told.append(ours.has_just_woken())
    assert told == [False, False, True, True, False, False]


def test_a_clock_that_is_set_back_and_a_busy_machine_are_no_sleep(at):
    ours = Waking()
    ours.has_just_woken()
    at(500)
    assert not ours.has_just_woken()
    at(501, -7200)
    assert not ours.has_just_woken()


def test_a_job_that_slept_with_its_machine_goes_on_and_a_dead_one_s_turn_comes(
    project, admin, at, monkeypatch
):
    monkeypatch.setattr(services, "dispatch", lambda job_id, kind: None)
    monkeypatch.setattr(runner, "waking", Waking())
    job = services.enqueue(kind="train_ner", project=project, actor=admin)
    claimed = services.claim(job.pk, worker="a")
    runner.sweep()
    over = timezone.now() - timedelta(hours=8)
    Job.objects.filter(pk=job.pk).update(lease_until=over)
    at(10, 28_800)
    runner.sweep()
    assert services.heartbeat(claimed.pk, claimed.fence), "it is its own still"
    Job.objects.filter(pk=job.pk).update(lease_until=over)  # its process ends all the same
    at(71, 28_800)
    runner.sweep()
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("queued", 1)
