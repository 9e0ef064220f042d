"""Life of a job: claimed once, fenced, retried, dead after three attempts, cancelled, swept."""

import errno
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from deidweb.accounts.permissions import held_in
from deidweb.jobs import kinds, services
from deidweb.jobs.models import Job
from worker.tasks import run as runner
from worker.tasks.context import JobCancelled, JobRefused, LeaseLost


@pytest.fixture
def sent(monkeypatch) -> list[str]:
    """Ids handed to the broker."""
    ids: list[str] = []
    monkeypatch.setattr(services, "dispatch", lambda job_id, kind: ids.append(str(job_id)))
    return ids


@pytest.fixture
def job(project, admin, sent) -> Job:
    return services.enqueue(kind="preannotate", project=project, actor=admin)


def use_handler(monkeypatch, handler) -> None:
    monkeypatch.setattr(runner, "handler_of", lambda kind: handler)


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_the_broker_is_told_after_commit_and_not_before(
    project, admin, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        job = services.enqueue(kind="preannotate", project=project, actor=admin)
    assert sent == []
    for callback in callbacks:
        callback()
    assert sent == [str(job.pk)]


@pytest.mark.fault("F5")
def test_a_job_delivered_twice_is_claimed_once(job):
    assert services.claim(job.pk, worker="a") is not None
    assert services.claim(job.pk, worker="b") is None


@pytest.mark.fault("F15")
def test_a_broker_that_is_away_is_no_error_and_the_sweeper_sends_again(project, admin, monkeypatch):
    def refuse(*args, **kwargs):
        raise ConnectionError("amqp://user:secret@host")

    monkeypatch.setattr(services.current_app, "send_task", refuse)
    job = services.enqueue(kind="preannotate", project=project, actor=admin)
    services.dispatch(job.pk, job.kind)
    long_ago = timezone.now() - timedelta(minutes=5)
    Job.objects.filter(pk=job.pk).update(dispatched_at=long_ago, created_at=long_ago)
    told: list[str] = []
    monkeypatch.setattr(
        services.current_app, "send_task", lambda name, args, **kw: told.append(args[0])
    )
    assert services.sweep() == 1
    assert told == [str(job.pk)]


@pytest.mark.fault("F6")
def test_an_expired_lease_goes_to_the_next_attempt_and_the_zombie_publishes_nothing(job):
    first = services.claim(job.pk, worker="a")
    expire(job)
    services.sweep()
    second = services.claim(job.pk, worker="b")
    assert (first.attempt, second.attempt) == (1, 2)
    assert services.finish(first, {"by": "zombie"}) is False
    assert services.heartbeat(first.pk, first.fence, progress_done=9) is False
    assert services.finish(second, {"by": "second"}) is True
    job.refresh_from_db()
    assert (job.state, job.result, job.progress_done) == ("done", {"by": "second"}, 0)


@pytest.mark.parametrize("lost", ["its process ended", "its lease ran out"])
def test_the_next_attempt_reckons_the_time_left_from_its_own_pace(job, lost):
    """Not from what the one before had done in an hour: « encore 30 s » of two hours."""
    first = services.claim(job.pk, worker="a")
    services.heartbeat(
        job.pk, first.fence, progress_done=50, progress_total=500, message="tour 1 sur 5"
    )
    if lost == "its process ended":
        services.worker_gone("a")
        job.refresh_from_db()
        assert (job.state, job.progress_done, job.message) == ("queued", 0, "")
    else:
        expire(job)
    second = services.claim(job.pk, worker="b")
    second.started_at -= timedelta(seconds=30)
    assert (second.attempt, second.remaining, second.message) == (2, "", "")
    second.progress_done, second.progress_total = 1, 500
    assert second.remaining == "4 h 10"  # 30 s for a five-hundredth
    services.heartbeat(job.pk, second.fence, message="tour 1 sur 5")
    services.worker_gone("b")
    services.claim(job.pk, worker="c")
    job.refresh_from_db()
    assert job.message == ""


@pytest.mark.fault("F2")
def test_three_lost_attempts_make_a_dead_job_that_a_person_can_retry(job, admin):
    for _ in range(3):
        assert services.claim(job.pk, worker="a") is not None
        expire(job)
        services.sweep()
    job.refresh_from_db()
    assert job.state == Job.State.DEAD
    assert "arrêté" in job.error
    assert services.claim(job.pk, worker="a") is None
    services.retry(job, actor=admin)
    again = services.claim(job.pk, worker="a")
    assert (again.attempt, again.fence) == (1, 4)


@pytest.fixture
def at(monkeypatch):
    """at(seconds) → the wall clock, counted from the beginning of the test."""
    began = timezone.now()

    def move(seconds: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: began + timedelta(seconds=seconds))

    return move


HOURS_2 = 7200


@pytest.mark.fault("F17")
@pytest.mark.parametrize("jump", [HOURS_2, -HOURS_2], ids=["on", "back"])
def test_a_clock_that_jumps_keeps_a_dead_worker_s_job_from_nobody(job, at, jump, settings):
    settings.JOB_LEASE_SECONDS = 60
    at(0)
    dead = services.claim(job.pk, worker="a")
    at(jump)
    services.sweep()
    at(jump + 61)
    services.sweep()
    heir = services.claim(job.pk, worker="b")
    assert (heir.attempt, services.finish(dead, {})) == (2, False)
    assert services.finish(heir, {}) is True


@pytest.mark.fault("F17")
@pytest.mark.parametrize("jump", [HOURS_2, -HOURS_2], ids=["on", "back"])
def test_a_worker_that_lives_through_a_jump_and_beats_keeps_its_job(job, at, jump, settings):
    settings.JOB_LEASE_SECONDS = 60
    at(0)
    mine = services.claim(job.pk, worker="a")
    at(jump)
    assert services.heartbeat(mine.pk, mine.fence) is True
    for seconds in (0, 59):
        at(jump + seconds)
        services.sweep()
        job.refresh_from_db()
        assert (job.state, job.attempt) == ("running", 1)
    assert services.finish(mine, {}) is True


@pytest.mark.fault("F17")
def test_what_waits_when_the_clock_is_set_back_waits_no_longer(project, admin, at, sent):
    at(0)
    failed, lost = (
        services.enqueue(kind="preannotate", project=project, actor=admin) for _each in range(2)
    )
    services.attempt_failed(services.claim(failed.pk, worker="a"), "raté")
    Job.objects.filter(pk=lost.pk).update(dispatched_at=timezone.now())  # and the broker lost it
    at(-HOURS_2)
    services.sweep()
    assert {str(failed.pk), str(lost.pk)} <= set(sent)
    assert services.claim(failed.pk, worker="b").attempt == 2


def test_jobs_of_a_worker_that_was_seen_to_end_go_on_at_once(job, project, admin, sent):
    other = services.enqueue(kind="preannotate", project=project, actor=admin)
    services.claim(job.pk, worker="host:1")
    services.claim(other.pk, worker="host:2")
    services.worker_gone("host:1")
    job.refresh_from_db()
    other.refresh_from_db()
    assert (job.state, job.attempt, other.state) == ("queued", 1, "running")
    assert "arrêté" in job.error
    assert services.claim(job.pk, worker="host:3").attempt == 2


def test_a_start_after_a_stop_takes_jobs_up_and_counts_no_attempt(job, project, admin, sent):
    stopping = services.enqueue(kind="preannotate", project=project, actor=admin)
    services.claim(stopping.pk, worker="a")
    services.request_cancel(stopping, actor=admin)
    for _evening in range(5):
        cut_off = services.claim(job.pk, worker="a")
        services.hand_back()
        job.refresh_from_db()
        assert (cut_off.attempt, job.state, job.attempt) == (1, "queued", 0)
        assert services.heartbeat(cut_off.pk, cut_off.fence) is False
    assert services.finish(cut_off, {}) is False
    stopping.refresh_from_db()
    assert stopping.state == "cancelled"


def test_a_running_job_cannot_be_retried(job, admin):
    services.claim(job.pk, worker="a")
    with pytest.raises(services.JobNotRetryable):
        services.retry(job, actor=admin)


def test_an_unexpected_error_keeps_its_type_and_drops_its_message(job, monkeypatch, caplog):
    def handler(context):
        raise ValueError("Mme Dupont, née le 3 mars")

    use_handler(monkeypatch, handler)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED
    assert job.run_after > timezone.now()
    assert "ValueError" in job.error
    assert "Dupont" not in job.error + caplog.text


def test_bad_input_is_refused_at_once_with_its_reason(job, monkeypatch):
    def handler(context):
        raise JobRefused("ligne 3 : identifiant en double")

    use_handler(monkeypatch, handler)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "ligne 3 : identifiant en double")


@pytest.mark.fault("F21")
def test_one_person_s_jobs_do_not_fill_the_queue(client, project, admin, make_user, settings):
    settings.JOBS_PER_PERSON = 2
    for _number in range(2):
        services.enqueue(kind="agreement", project=project, actor=admin)
    other = make_user("autre", project, "admin")
    services.enqueue(kind="agreement", project=project, actor=other)
    services.enqueue(kind="agreement", project=project, actor=None)
    client.force_login(admin)
    answer = client.post(reverse("annotation:preannotate", args=[project.pk]))
    assert answer.status_code == 429
    assert "Trop de travaux en attente" in answer.content.decode()
    assert Job.objects.filter(created_by=admin).count() == 2
    Job.objects.filter(created_by=admin).update(state=Job.State.DONE)
    services.enqueue(kind="agreement", project=project, actor=admin)


@pytest.mark.fault("F21")
def test_of_two_hundred_jobs_of_one_person_twenty_stand_before_another_s(
    project, admin, make_user, sent, settings, django_capture_on_commit_callbacks
):
    """The order in which the broker has them: no clock."""
    assert settings.JOBS_PER_PERSON == 20
    refused = 0
    with django_capture_on_commit_callbacks(execute=True):
        for _number in range(200):
            try:
                services.enqueue(kind="agreement", project=project, actor=admin)
            except services.TooManyJobsError:
                refused += 1
        colleague = make_user("autre", project, "admin")
        other = services.enqueue(kind="agreement", project=project, actor=colleague)
    assert (refused, sent.index(str(other.pk))) == (180, 20)


@pytest.mark.fault("F18")
@pytest.mark.parametrize(
    ("payload", "state"),
    [({}, "failed"), ({"new": [1]}, "failed"), ({"batch": "x", "new": [1]}, "done")],
)
def test_arguments_of_another_version(payload, state, project, admin, sent, monkeypatch):
    """What is lacking is said once, in words; what is not known is left unread."""
    use_handler(monkeypatch, lambda context: {"batch": context.job.payload["batch"]})
    job = services.enqueue(kind="import", project=project, actor=admin, payload=payload)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempt, job.payload) == (state, 1, payload)
    assert job.error == (
        "" if state == "done" else "Ce type de travail est inconnu de cette version."
    )


@pytest.mark.fault("F18")
def test_a_row_of_another_version_breaks_no_page(client, project, admin, sent):
    job = services.enqueue(kind="dance", project=project, actor=admin, payload={"new": 1})
    Job.objects.filter(pk=job.pk).update(state="paused", details={"new": 1}, result={"new": 1})
    client.force_login(admin)
    for path in ("", f"{job.pk}/", f"{job.pk}/progression/"):
        assert client.get(f"/projets/{project.pk}/travaux/{path}").status_code == 200, path
    services.sweep()
    assert services.claim(job.pk, worker="a") is None


@pytest.mark.fault("F8")
def test_a_disk_that_is_full_during_a_job_is_said(job, monkeypatch):
    def handler(_context):
        raise OSError(errno.ENOSPC, "No space left on device: /donnees/dupont.jsonl")

    use_handler(monkeypatch, handler)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.error) == ("queued", "Le disque du serveur est plein.")


@pytest.mark.fault("F18")
def test_an_unknown_kind_is_refused_with_a_sentence(project, admin, sent):
    job = services.enqueue(kind="dance", project=project, actor=admin)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert job.error


@pytest.mark.fault("F14")
def test_cancelling_a_waiting_job_ends_it_and_a_running_one_at_its_next_batch(
    job, project, admin, sent, monkeypatch
):
    services.request_cancel(job, actor=admin)
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED

    running = services.enqueue(kind="preannotate", project=project, actor=admin)
    seen: list[int] = []

    def handler(context):
        for batch in range(10):
            context.check(batch, 10)
            seen.append(batch)
            if batch == 2:
                services.request_cancel(context.job, actor=admin)
        return {}

    use_handler(monkeypatch, handler)
    runner.run_job(str(running.pk))
    running.refresh_from_db()
    assert running.state == Job.State.CANCELLED
    assert seen == [0, 1, 2]


def test_an_error_after_a_request_to_stop_ends_the_job(job, admin, monkeypatch):
    def handler(context):
        services.request_cancel(context.job, actor=admin)
        raise OSError

    use_handler(monkeypatch, handler)
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED, "a queued job that nobody may claim waits for ever"


def test_progress_of_a_lost_job_stops_the_handler(job):
    claimed = services.claim(job.pk, worker="a")
    expire(job)
    services.sweep()
    services.claim(job.pk, worker="b")
    with pytest.raises(LeaseLost):
        runner.JobContext(claimed).progress(1, 2)
    with pytest.raises(LeaseLost):
        runner.JobContext(claimed).assert_owned()
    assert JobCancelled is not LeaseLost


def test_the_message_to_the_broker_is_the_id_alone(project, admin, monkeypatch):
    messages = []
    monkeypatch.setattr(
        services.current_app, "send_task", lambda *args, **kwargs: messages.append((args, kwargs))
    )
    job = services.enqueue(kind="import", project=project, actor=admin, payload={"batch": "x"})
    services.dispatch(job.pk, job.kind)
    assert messages == [
        (("worker.run_job",), {"args": [str(job.pk)], "queue": "fast", "retry": False})
    ]


def test_pages_show_a_member_his_jobs_and_a_stranger_nothing(job, client, admin, stranger):
    address = f"/projets/{job.project_id}/travaux/{job.pk}/"
    client.force_login(admin)
    assert client.get(address).status_code == 200
    assert client.get(f"/projets/{job.project_id}/travaux/").status_code == 200
    assert client.get(address + "progression/").status_code == 200
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    assert client.get(f"/projets/{job.project_id}/travaux/").status_code == 404


def test_what_ended_last_comes_first(project, client, admin, sent):
    first, second, dead = (
        services.enqueue(kind="preannotate", project=project, actor=admin) for _number in range(3)
    )
    for one, hours in ((first, 1), (second, 2)):
        ended = timezone.now() - timedelta(hours=hours)
        Job.objects.filter(pk=one.pk).update(state="done", finished_at=ended)
    Job.objects.filter(pk=dead.pk).update(state="dead")
    client.force_login(admin)
    told = client.get(f"/projets/{project.pk}/travaux/").context["finished"]
    assert [job.pk for job in told] == [first.pk, second.pk, dead.pk]


def test_only_the_one_who_asked_or_an_administrator_stops_a_job(job, client, annotator, admin):
    address = f"/projets/{job.project_id}/travaux/{job.pk}/arreter/"
    client.force_login(annotator)
    assert client.post(address).status_code == 403
    client.force_login(admin)
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED


def test_nobody_stops_what_an_opposition_erases(project, client, admin, sent):
    erasing = services.enqueue(kind="forget_notes", project=project, actor=None)
    client.force_login(admin)
    address = f"/projets/{project.pk}/travaux/{erasing.pk}/arreter/"
    assert client.post(address).status_code == 403
    erasing.refresh_from_db()
    assert (erasing.state, erasing.cancel_requested) == (Job.State.QUEUED, False)
    assert "/arreter/" not in client.get(address.removesuffix("arreter/")).content.decode()


def test_the_finished_widget_stops_polling(job, client, admin):
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    client.force_login(admin)
    response = client.get(f"/projets/{job.project_id}/travaux/{job.pk}/progression/")
    assert response.status_code == 286
    assert "hx-trigger" not in response.content.decode()


def test_only_who_may_stop_a_job_sees_the_button(job, client, annotator, admin):
    address = f"/projets/{job.project_id}/travaux/{job.pk}/"
    client.force_login(annotator)
    assert "/arreter/" not in client.get(address).content.decode()
    client.force_login(admin)
    assert "/arreter/" in client.get(address).content.decode()


def test_a_job_without_news_says_so_instead_of_guessing(job, client, admin, settings):
    client.force_login(admin)
    url = f"/projets/{job.project_id}/travaux/{job.pk}/progression/"
    now = timezone.now()
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.RUNNING, started_at=now - timedelta(seconds=600), heartbeat_at=now,
        progress_done=50, progress_total=100,
    )  # fmt: skip
    assert "encore 10 min environ" in client.get(url).content.decode()
    missed = now - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    Job.objects.filter(pk=job.pk).update(heartbeat_at=missed)
    page = client.get(url).content.decode()
    assert "sans nouvelles" in page
    assert "environ" not in page


@pytest.mark.parametrize(
    ("done", "resumed_at", "told"),
    [
        (300, 0, "encore 18 min environ"),  # 2 min for 300
        (
            300,
            200,
            "encore 54 min environ",
        ),  # 2 min for 100: what a killed attempt did was done before
        (200, 200, "environ"),  # nothing yet
    ],
)
def test_what_is_left_follows_from_what_this_attempt_did(
    job, client, admin, done, resumed_at, told
):
    client.force_login(admin)
    url = f"/projets/{job.project_id}/travaux/{job.pk}/progression/"
    client.get(url)  # the first answer takes seconds on a busy machine
    now = timezone.now()
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.RUNNING, started_at=now - timedelta(seconds=120), heartbeat_at=now,
        progress_done=done, progress_total=3000, details={"resumed_at": resumed_at},
    )  # fmt: skip
    page = client.get(url).content.decode()
    assert (told in page) == (done > resumed_at)


def test_what_came_before_the_counting_is_no_pace(project):
    """A quarter of an hour to read notes, then 10 of 100 in a minute."""
    now = timezone.now()
    job = Job(
        project=project, kind="train_ner", state=Job.State.RUNNING, progress_done=10, progress_total=100,
        started_at=now - timedelta(minutes=16), heartbeat_at=now,
        details={"resumed_at": 0, "counts_since": (now - timedelta(minutes=1)).timestamp()},
    )  # fmt: skip
    assert job.remaining == "9 min"
    job.started_at = now - timedelta(seconds=30)  # another attempt, which has not counted yet
    assert job.remaining == "4 min"


@pytest.mark.parametrize("done", [40, 100])
def test_a_job_that_is_being_stopped_tells_no_time_and_no_last_steps(client, admin, job, done):
    client.force_login(admin)
    now = timezone.now()
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.RUNNING, started_at=now - timedelta(minutes=4), heartbeat_at=now,
        progress_done=done, progress_total=100, cancel_requested=True,
    )  # fmt: skip
    page = client.get(f"/projets/{job.project_id}/travaux/{job.pk}/progression/").content.decode()
    assert "arrêt demandé" in page
    assert "encore" not in page
    assert "dernières étapes" not in page


@pytest.mark.parametrize(
    ("kind", "state", "is_shown"),
    [
        ("adopt_tagger", Job.State.RUNNING, True),
        ("adopt_tagger", Job.State.DEAD, True),  # where it stopped
        ("adopt_tagger", Job.State.DONE, False),
        ("preannotate", Job.State.DONE, True),
    ],
)
def test_a_step_is_told_as_long_as_the_job_is_at_it(client, admin, job, kind, state, is_shown):
    client.force_login(admin)
    Job.objects.filter(pk=job.pk).update(kind=kind, state=state, message="lecture du modèle")
    page = client.get(f"/projets/{job.project_id}/travaux/{job.pk}/").content.decode()
    assert ("lecture du modèle" in page) == is_shown


@pytest.mark.parametrize(
    ("seconds", "words"), [(45, "45 s"), (99, "99 s"), (600, "10 min"), (7500, "2 h 05")]
)
def test_durations_are_said_in_words(seconds, words):
    end = timezone.now()
    assert Job(started_at=end - timedelta(seconds=seconds), finished_at=end).duration == words


def test_since_when_a_job_runs_is_said_in_minutes(project):
    job = Job(project=project, kind="train_ner", state=Job.State.RUNNING)
    assert job.running_for == ""
    for seconds, told in ((30, ""), (200, "3 min"), (8000, "2 h 13")):
        job.started_at = timezone.now() - timedelta(seconds=seconds)
        assert job.running_for == told
    job.state = Job.State.DONE
    assert job.running_for == ""


def test_the_last_steps_of_a_job_promise_no_time(project):
    job = Job(
        project=project, kind="train", state=Job.State.RUNNING, progress_done=2000,
        progress_total=2000, started_at=timezone.now() - timedelta(minutes=9),
        heartbeat_at=timezone.now(),
    )  # fmt: skip
    assert (job.remaining, job.is_finishing) == ("", True)
    job.progress_done = 1500
    assert (job.remaining, job.is_finishing) == ("3 min", False)


@pytest.mark.parametrize(
    ("kind", "done", "shown", "hidden"),
    [
        (
            "train_ner",
            500,
            ("25 %", "encore 30 min d'apprentissage au plus"),
            ("/ 2000", "environ"),
        ),
        ("train_ner", 2000, ("réglage du seuil", "dernières étapes"), ("2000", "100 %")),
        ("train_ner", 0, ("réglage du seuil",), ("0 %", "encore")),  # taken up again
        ("adapt_ner", 500, ("25 %", "encore 30 min environ"), ("/ 2000", "au plus")),
        ("preannotate", 500, ("500 / 2000", "encore 30 min environ"), ("au plus",)),
    ],
)
def test_a_training_shows_its_share_and_the_most_that_remains(
    client, project, admin, kind, done, shown, hidden
):
    """What it counts are hundredths of epochs, and it may stop at any of them."""
    now = timezone.now()
    job = Job.objects.create(
        project=project, kind=kind, state=Job.State.RUNNING, progress_done=done, progress_total=2000,
        message="réglage du seuil", started_at=now - timedelta(minutes=10), heartbeat_at=now,
    )  # fmt: skip
    client.force_login(admin)
    url = reverse("jobs:progress-fragment", args=[project.pk, job.pk])
    said = client.get(url).content.decode().split("<progress")[0]
    assert all(words in said for words in shown), said
    assert not any(words in said for words in hidden), said


@pytest.mark.parametrize(
    "kind", ["build_export", "learn_private", "measure_agreement", "train_ner"]
)
def test_a_job_s_page_follows_it_to_its_end_and_leads_to_what_it_made(client, admin, job, kind):
    client.force_login(admin)
    url = f"/projets/{job.project_id}/travaux/{job.pk}/"
    for state in (Job.State.RUNNING, Job.State.DEAD, Job.State.CANCELLED):
        Job.objects.filter(pk=job.pk).update(kind=kind, state=state)
        page = client.get(url).content.decode()
        assert "Voir le résultat" not in page
        assert ('hx-trigger="job:finished"' in page) == (state == Job.State.RUNNING)
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    leads = client.get(url).context["result"]
    assert f'href="{leads}">Voir le résultat' in client.get(url).content.decode()
    assert client.get(leads).status_code == 200


def test_which_attempt_it_is_follows_the_job_and_stands_nowhere_else(client, admin, job):
    """The part that renews itself says it: what stands beside it is as old as the page."""
    client.force_login(admin)
    url = f"/projets/{job.project_id}/travaux/{job.pk}/"
    for attempt, told in ((0, False), (1, False), (2, True)):
        Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=attempt)
        assert "entative" not in client.get(url).content.decode().replace("tentative 2 sur 3", "")
        fragment = client.get(f"{url}progression/").content.decode()
        assert ("tentative 2 sur 3" in fragment) is told
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    assert "<dt>Tentatives</dt><dd>2</dd>" in client.get(url).content.decode()


@pytest.mark.parametrize("role", ["admin", "annotator", "auditor", "reviewer", "steward"])
def test_a_job_leads_nobody_to_a_page_that_refuses_him(client, make_user, project, role):
    """And whoever may open it is led there."""
    person = make_user("une-personne", project, role)
    client.force_login(person)
    for page, _needed in sorted(kinds._SEEN):
        kind = min(kinds._SEEN[page, _needed])
        where = kinds.page_of(kind, held_in(person, project.pk))
        may = client.get(reverse(page, args=[project.pk])).status_code == 200
        assert where == (page if may else ""), kind
