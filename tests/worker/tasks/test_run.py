"""What a worker does when it starts."""

import threading

import pytest
from django.db import OperationalError

from deidweb.jobs import services
from deidweb.jobs.models import Job
from worker.tasks import run as runner
from worker.tasks.context import JobContext


@pytest.fixture
def jobs(project, admin, monkeypatch) -> list[Job]:
    """Two that run, each in a process of its own."""
    monkeypatch.setattr(services, "dispatch", lambda job_id, kind: None)
    made = [services.enqueue(kind="train_ner", project=project, actor=admin) for _each in range(2)]
    for number, job in enumerate(made, start=1):
        services.claim(job.pk, worker=f"host:{number}")
    return made


def states(jobs: list[Job]) -> list[str]:
    for job in jobs:
        job.refresh_from_db()
    return [job.state for job in jobs]


def test_a_worker_in_a_dead_one_s_place_gives_its_job_back(jobs, settings):
    settings.REPLACED_WORKER = "host:1"
    runner.sweep_at_start()
    assert states(jobs) == ["queued", "running"]
    assert jobs[0].error == "Le processus de travail s'est arrêté en cours de route."
    assert services.claim(jobs[0].pk, worker="host:3").attempt == 2


def test_a_worker_in_nobody_s_place_leaves_the_others_their_jobs(jobs, settings):
    settings.REPLACED_WORKER = ""
    runner.sweep_at_start()
    assert states(jobs) == ["running", "running"]


@pytest.mark.django_db
def test_a_worker_s_clock_goes_on_after_an_error(monkeypatch, settings):
    settings.JOB_SWEEP_SECONDS = 0.001
    stop, turns = threading.Event(), []

    def sweep() -> None:
        turns.append(len(turns))
        if len(turns) == 3:
            stop.set()
        raise OperationalError("locked")

    monkeypatch.setattr(runner, "sweep", sweep)
    monkeypatch.setattr(runner.connection, "close", lambda: None)  # the test's own
    runner.keep_sweeping(stop)
    assert turns == [0, 1, 2]


def test_a_job_s_heartbeat_goes_on_after_an_error(monkeypatch, settings):
    settings.JOB_LEASE_SECONDS = 0.004
    job = JobContext(Job())
    beats = []

    def heartbeat(*_job: object) -> bool:
        beats.append(len(beats))
        if len(beats) == 3:
            job.stop_heartbeat()
        raise OperationalError("locked")

    monkeypatch.setattr(services, "heartbeat", heartbeat)
    monkeypatch.setattr("worker.tasks.context.connection.close", lambda: None)  # the test's own
    job._beat()
    assert beats == [0, 1, 2]
