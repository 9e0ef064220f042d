"""A graphics card has one training at a time: between processes, and as its page tells it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time

import pytest

from deidweb.jobs import services
from deidweb.jobs.models import Job
from worker.tasks import device
from worker.tasks import run as runner

CARD = "GPU-00000000-essai"
# Says when it has the card and keeps it until it is told; `sys.argv`: the data folder, the cards.
HOLD = """
import sys, time
from types import SimpleNamespace
import django
django.setup()
from django.conf import settings
from worker.tasks import device
settings.DATA_DIR = sys.argv[1]
device.cards = lambda: sys.argv[2:]
device.PAUSE_S = 0.01
device._compute_on = lambda place: print("card", place, time.monotonic(), flush=True)
context = SimpleNamespace(
    job=SimpleNamespace(kind="train_ner"), is_cancelled=lambda: False,
    say=lambda words: print("says", words, flush=True),
)
with device.card_of_its_own(context):
    sys.stdin.readline()
    print("done", time.monotonic(), flush=True)
"""


@pytest.fixture
def hold(tmp_path):
    """hold(CARD, …) → a process that wants a card."""
    started = []

    def start(*cards: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(tmp_path), *cards],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "deidweb.settings.test",
                "TMPDIR": str(tmp_path),
            },
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def told(process: subprocess.Popen[str]) -> list[str]:
    """Its next line, without the words of a sentence."""
    return process.stdout.readline().split()


def end(process: subprocess.Popen[str]) -> float:
    process.stdin.write("\n")
    process.stdin.flush()
    said, at = told(process)
    assert said == "done"
    return float(at)


@pytest.mark.slow
def test_two_processes_with_one_card_do_not_overlap(hold):
    first = hold(CARD)
    assert told(first)[:2] == ["card", "0"]
    second = hold(CARD)
    assert told(second) == ["says", "attend", "la", "carte"]
    time.sleep(0.1)  # ten of its attempts
    ended = end(first)
    assert told(second) == ["says"]
    said, place, began = told(second)
    assert (said, place) == ("card", "0")
    assert float(began) > ended
    end(second)


@pytest.mark.slow
def test_two_processes_with_two_cards_take_one_each(hold):
    first, second = hold(CARD, "autre"), hold(CARD, "autre")
    assert {told(first)[1], told(second)[1]} == {"0", "1"}


@pytest.mark.slow
def test_a_killed_process_gives_its_card_back(hold):
    first = hold(CARD)
    assert told(first)[0] == "card"
    second = hold(CARD)
    assert told(second)[0] == "says"
    first.kill()
    assert told(second) == ["says"]
    assert told(second)[0] == "card"


@pytest.fixture
def job(project, admin, monkeypatch, settings, tmp_path) -> Job:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(services, "dispatch", lambda *_args: None)
    monkeypatch.setattr(device, "cards", lambda: [CARD])
    monkeypatch.setattr(device, "_compute_on", lambda place: None)
    monkeypatch.setattr(runner, "handler_of", lambda kind: lambda context: {"messages": _said()})
    return services.enqueue(kind="train_ner", project=project, actor=admin)


def _said() -> list[str]:
    return list(Job.objects.values_list("message", flat=True))


def held(settings) -> int:
    """The card, taken by somebody else."""
    folder = settings.DATA_DIR / "devices"
    folder.mkdir()
    file = os.open(folder / CARD, os.O_RDWR | os.O_CREAT)
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def run(job: Job) -> Job:
    runner.run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_a_training_says_that_it_waits_and_goes_on_when_the_card_is_free(
    job, settings, monkeypatch
):
    file, seen = held(settings), []

    def wait(_seconds: float) -> None:
        seen.extend(_said())
        os.close(file)

    monkeypatch.setattr(device.time, "sleep", wait)
    assert run(job).state == "done"
    assert seen == ["attend la carte"]
    assert job.result == {"messages": [""]}


def test_a_training_that_waits_can_be_stopped(job, settings, monkeypatch):
    file = held(settings)
    stop = lambda _seconds: Job.objects.update(cancel_requested=True)  # noqa: E731
    monkeypatch.setattr(device.time, "sleep", stop)
    assert run(job).state == "cancelled"
    os.close(file)


def test_a_training_that_fails_gives_the_card_back(job, settings, monkeypatch):
    def fail(_context) -> None:
        raise ValueError

    monkeypatch.setattr(runner, "handler_of", lambda kind: fail)
    assert run(job).state == "queued"
    os.close(held_again(settings))


def held_again(settings) -> int:
    file = os.open(settings.DATA_DIR / "devices" / CARD, os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError if the job has it still
    return file


def test_without_a_card_and_for_other_queues_nothing_is_locked(job, settings, monkeypatch):
    Job.objects.update(kind="preannotate")
    assert run(job).state == "done"
    Job.objects.update(kind="train_ner", state="queued")
    monkeypatch.setattr(device, "cards", list)
    assert run(job).state == "done"
    assert not (settings.DATA_DIR / "devices").exists()
