"""`manage.py serve`, as `make run` calls it: one process tree, demo accounts of every role, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from deidweb.ports import free_port
from tests.integration.serve import Serve
from tests.integration.stack import PATIENCE, wait_until
from tests.processes import is_running

ACCOUNT = re.compile(r"^    (\w+) +([0-9A-Za-z]{16})  ", re.M)


class FirstStart(NamedTuple):
    """What was seen of it, and what its Ctrl-C left."""

    data: Path
    output: str
    page: str
    tree: dict[int, str]
    left: list[str]


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> FirstStart:
    data = tmp_path_factory.mktemp("serving") / "var"
    serve = Serve(data, free_port())
    try:
        serve.wait_ready(90)
        page = urllib.request.urlopen(f"http://127.0.0.1:{serve.port}/").read().decode()
        wait_until(lambda: sum("celery" in a for a in serve.children().values()) == 4, 10, "celery")
        tree = serve.children()
    finally:
        serve.stop()
    left = [args for pid, args in tree.items() if is_running(pid)]
    return FirstStart(data, serve.output, page, tree, left)


@pytest.fixture(scope="module")
def serving(first) -> Iterator[Serve]:
    """The second start, with what the first one left."""
    serve = Serve(first.data, free_port())
    try:
        serve.wait_ready(45)
        yield serve
    finally:
        serve.stop()
    assert serve.process.returncode == 0


def test_the_first_start_loads_the_demo_and_ctrl_c_stops_all(first):
    assert len(ACCOUNT.findall(first.output)) == 7, first.output
    assert "Connexion" in first.page
    assert any("gunicorn" in args for args in first.tree.values())
    assert first.left == []


def test_the_second_start_is_quick_and_keeps_the_demo(serving):
    assert ACCOUNT.findall(serving.output) == [], "passwords are shown once"
    with closing(sqlite3.connect(serving.data / "db.sqlite3")) as connection:
        ((notes,),) = connection.execute("select count(*) from annotation_document")
    assert notes >= 60


@pytest.mark.fault("F2")
def test_a_worker_that_is_killed_is_replaced(serving):
    def batch_workers() -> list[int]:
        return [pid for pid, args in serving.children().items() if "batch@" in args]

    wait_until(batch_workers, 10, "a worker")
    (victim,) = batch_workers()
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: batch_workers() not in ([], [victim]), 15, "another worker")
    (heir,) = batch_workers()
    told = Path(f"/proc/{heir}/environ").read_text().split("\0")
    assert f"DEIDWEB_REPLACED_WORKER={socket.gethostname()}:{victim}" in told


def test_a_busy_port_and_busy_data_are_refused_with_what_to_do(serving, tmp_path):
    second = Serve(tmp_path / "other", serving.port, "--no-demo")
    assert second.process.wait(timeout=20 * PATIENCE) != 0
    assert f"Le port {serving.port} est déjà pris" in second.output
    assert "PORT=" in second.output
    third = Serve(serving.data, free_port(), "--no-demo")
    assert third.process.wait(timeout=20 * PATIENCE) != 0
    assert "tourne déjà avec ces données" in third.output
