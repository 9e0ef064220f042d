"""What a worker does when it starts."""

from datetime import timedelta
from time import sleep

import pytest
from django.db import OperationalError
from django.utils import timezone

from deidweb.jobs import services
from deidweb.jobs.models import Job
from tests.sweeping import three_sweeps
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
    sweep, stop, turns = three_sweeps(OperationalError("locked"))
    monkeypatch.setattr(runner, "sweep", sweep)
    monkeypatch.setattr(runner.connection, "close", lambda: None)  # the test's own
    runner.keep_sweeping(stop)
    assert turns == [0, 1, 2]


def test_a_job_s_heartbeat_goes_on_after_an_error(monkeypatch, settings):
    settings.JOB_LEASE_SECONDS = 0.004
    job = JobContext(Job())
    beats = []

    def heartbeat(*_job: object, **_fields: object) -> bool:
        beats.append(len(beats))
        if len(beats) == 3:
            job.stop_heartbeat()
        raise OperationalError("locked")

    monkeypatch.setattr(services, "heartbeat", heartbeat)
    monkeypatch.setattr("worker.tasks.context.connection.close", lambda: None)  # the test's own
    job._beat()
    assert beats == [0, 1, 2]


@pytest.fixture
def ended(monkeypatch) -> list[str]:
    """The times that this process would have ended; its alarm stays off."""
    ends: list[str] = []
    monkeypatch.setattr("worker.tasks.context.end_process", lambda: ends.append("ended"))
    monkeypatch.setattr("worker.tasks.context.signal.setitimer", lambda _which, _seconds: None)
    return ends


@pytest.fixture
def one(project, admin, monkeypatch) -> Job:
    monkeypatch.setattr(services, "dispatch", lambda job_id, kind: None)
    return services.enqueue(kind="predict_codes", project=project, actor=admin)


def stood(context: JobContext, seconds: float) -> JobContext:
    """As if its handler had given no sign for so long."""
    context._signed_at -= seconds
    return context


def test_a_job_that_stands_still_three_times_is_dead_and_says_so(one, ended, caplog):
    for attempt, state in enumerate(("queued", "queued", "dead"), start=1):
        context = JobContext(services.claim(one.pk, worker="a"))
        context.progress(12, 40)
        stood(context, 901)._beat_once()
        assert states([one]) == [state]
        assert (one.attempt, len(ended)) == (attempt, attempt)
    assert one.error == (
        "Le travail n'avançait plus depuis 15 min (12 sur 40) : son processus a été arrêté."
    )
    assert "predict_codes at context.py:" in caplog.text, "the log names the place"


def test_each_call_is_a_sign_and_a_training_may_be_silent_for_long(one, jobs, ended):
    context = JobContext(services.claim(one.pk, worker="a"))
    for sign in (lambda: context.progress(1, 2), context.is_cancelled, context.assert_owned):
        stood(context, 901)
        sign()
        context._beat_once()
    stood(JobContext(jobs[0]), 2 * 3600)._beat_once()
    assert (states([one, *jobs]), ended) == (["running"] * 3, [])


def test_a_job_that_has_just_ended_ends_no_process(one, ended):
    claimed = services.claim(one.pk, worker="a")
    context = stood(JobContext(claimed), 901)
    services.finish(claimed, {})
    context.stop_heartbeat()
    context._beat_once()
    assert (states([one]), ended) == (["done"], [])


def test_a_job_that_another_attempt_owns_stands_still_in_no_process(one, ended, settings):
    """Its lease ran out while the machine was overburdened: the process would take no other job for ever."""
    settings.JOB_LEASE_SECONDS = 0.01
    context = stood(JobContext(services.claim(one.pk, worker="a")), 901)
    sleep(0.02)
    other = services.claim(one.pk, worker="b")
    context._beat_once()
    one.refresh_from_db()
    assert (one.state, one.fence, ended) == ("running", other.fence, ["ended"])


def test_a_database_that_the_job_holds_keeps_no_process_alive(one, ended, monkeypatch):
    def locked(*_job: object, **_fields: object) -> bool:
        raise OperationalError("locked")

    context = JobContext(services.claim(one.pk, worker="a"))
    monkeypatch.setattr(services, "attempt_failed", locked)
    stood(context, 901)._beat_once()
    assert ended == ["ended"]


def test_a_beat_that_comes_after_the_end_leaves_no_alarm_behind(one, monkeypatch):
    """It would end an idle worker, or the next job's."""
    armed: list[float] = []
    monkeypatch.setattr("signal.setitimer", lambda _which, seconds: armed.append(seconds))
    context = JobContext(services.claim(one.pk, worker="a"))
    context.start_heartbeat()
    context.stop_heartbeat()
    context._beat_once()
    assert (armed[0], armed[-1]) == (900, 0)


def test_a_job_that_does_not_get_on_is_seen_before_it_is_ended(one, ended, client, admin, settings):
    context = JobContext(services.claim(one.pk, worker="a"))
    client.force_login(admin)
    address = f"/projets/{one.project_id}/travaux/{one.pk}/progression/"
    metrics = {"Authorization": f"Bearer {settings.METRICS_TOKEN}"}
    for seconds, words, still in (
        (200, "", "0.0"),
        (400, "n'avance plus depuis 10 min", "1.0"),
    ):
        stood(context, seconds)._beat_once()
        page = client.get(address).content.decode()
        assert words in page
        assert ("avance plus" in page) == bool(words)
        assert (
            f"deidweb_still_jobs {still}\n"
            in client.get("/metrics", headers=metrics).content.decode()
        )
    assert ended == []
    one.refresh_from_db()
    assert timezone.now() - one.progressed_at > timedelta(seconds=599)


def test_no_memory_is_said_and_the_job_is_tried_again(one, monkeypatch):
    def handler(context):
        raise MemoryError

    monkeypatch.setattr(runner, "handler_of", lambda kind: handler)
    runner.run_job(str(one.pk))
    assert states([one]) == ["queued"]
    assert one.error == "La mémoire de cette machine ne suffit pas à ce travail."
