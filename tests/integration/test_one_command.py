"""`manage.py serve`, as `make run` calls it: one process tree, one demo account per role, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.integration.stack import ROOT, free_port, wait_until

pytestmark = [pytest.mark.embedded, pytest.mark.xdist_group("processes")]


class Serve:
    def __init__(self, data: Path, port: int) -> None:
        self.port, self.log = port, data.parent / f"serve-{port}.log"
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(data.parent), "DEIDWEB_DATA_DIR": str(data),
            "PORT": str(port), "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        self.started = time.monotonic()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    @property
    def output(self) -> str:
        return self.log.read_text()

    def wait_ready(self, seconds: float) -> float:
        wait_until(lambda: "est prêt" in self.output, seconds, self.output)
        return time.monotonic() - self.started

    def children(self) -> dict[int, str]:
        """pid → command line of the process and all below it."""
        listing = subprocess.run(
            ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout
        rows = [line.split(None, 2) for line in listing.splitlines()]
        found, frontier = {}, {self.process.pid}
        while frontier:
            below = {int(pid): args for pid, ppid, args in rows if int(ppid) in frontier}
            found.update(below)
            frontier = set(below)
        return found

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("one") / "var"


def test_first_start_loads_the_demo_and_prints_one_account_per_role_and_ctrl_c_stops_all(data):
    serve = Serve(data, free_port())
    try:
        serve.wait_ready(90)
        accounts = re.findall(r"^\s+(\w+)\s+(\S{16})\s", serve.output, re.M)
        assert len(accounts) == 5, serve.output
        page = urllib.request.urlopen(f"http://127.0.0.1:{serve.port}/").read().decode()
        assert "Connexion" in page
        tree = serve.children()
        assert sum("gunicorn" in args for args in tree.values()) >= 1
        assert sum("celery" in args for args in tree.values()) == 3
    finally:
        serve.stop()
    left = [pid for pid in tree if Path(f"/proc/{pid}").exists()]
    assert left == []


def test_second_start_is_quick_keeps_the_data_and_prints_no_password(data):
    serve = Serve(data, free_port())
    try:
        assert serve.wait_ready(30) < 10
        assert not re.search(r"^\s+\w+\s+\S{16}\s", serve.output, re.M)
    finally:
        serve.stop()


def test_a_worker_that_is_killed_is_replaced(data):
    serve = Serve(data, free_port())
    try:
        serve.wait_ready(30)
        victim = next(pid for pid, args in serve.children().items() if "batch@" in args)
        os.kill(victim, signal.SIGKILL)
        wait_until(
            lambda: any(
                "batch@" in args and pid != victim for pid, args in serve.children().items()
            ),
            15,
            "another worker",
        )
    finally:
        serve.stop()


def test_a_busy_port_is_refused_with_what_to_do(data):
    serve = Serve(data, free_port())
    try:
        serve.wait_ready(30)
        second = Serve(data, serve.port)
        assert second.process.wait(timeout=20) != 0
        assert "PORT=" in second.output
    finally:
        serve.stop()
