"""What a container's health check sees of a worker and of the clock."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from deidweb.celery import clock_is_alive
from deidweb.operations import probe
from tests.sweeping import three_sweeps
from worker.tasks import run as runner


@pytest.fixture
def alive(tmp_path, monkeypatch) -> Path:
    path = tmp_path / "alive"
    monkeypatch.setenv("DEIDWEB_ALIVE_FILE", str(path))
    return path


def test_who_has_not_shown_itself_lately_is_not_well(alive):
    assert probe.main(["worker"]) == 1
    alive.touch()
    assert probe.main(["worker"]) == 0
    for away in (-600, 600):  # or the clock was set back since
        os.utime(alive, (time.time() + away,) * 2)
        assert probe.main(["worker"]) == 1


def test_a_worker_s_clock_shows_it_even_while_the_database_is_away(alive, monkeypatch, settings):
    settings.JOB_SWEEP_SECONDS = 0.001
    stop = threading.Event()

    def sweep() -> None:
        stop.set()
        raise OSError

    monkeypatch.setattr(runner, "sweep", sweep)
    monkeypatch.setattr(runner.connection, "close", lambda: None)  # the test's own
    runner.keep_sweeping(stop)
    assert probe.main(["worker"]) == 0


def test_the_clock_is_seen_when_it_sends(alive):
    clock_is_alive()
    assert probe.main(["worker"]) == 0


@pytest.mark.fault("F8")
def test_a_worker_whose_sign_cannot_be_written_goes_on(alive, monkeypatch, settings):
    settings.JOB_SWEEP_SECONDS = 0.001
    sweep, stop, turns = three_sweeps()
    monkeypatch.setenv("DEIDWEB_ALIVE_FILE", str(alive / "no" / "folder"))
    monkeypatch.setattr(runner, "sweep", sweep)
    monkeypatch.setattr(runner.connection, "close", lambda: None)  # the test's own
    runner.keep_sweeping(stop)
    assert turns == [0, 1, 2]
    assert probe.main(["worker"]) == 1
