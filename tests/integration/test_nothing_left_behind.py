"""A test run or `manage.py serve` is cut off: all that they started is gone within seconds."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deidweb.ports import free_port
from tests import kept
from tests.integration.serve import Serve
from tests.integration.stack import PATIENCE, ROOT, wait_until
from tests.processes import tree, wait_until_gone

STARTED = ("gunicorn", "celery --app deidweb --quiet worker", "celery --app deidweb --quiet beat",
           "redis-server", "postgres: ", "chromium", "--type=renderer", "playwright",
           "tests.integration.interpreter")  # fmt: skip


@pytest.fixture
def token(monkeypatch) -> str:
    """Stands in the environment of all that the test starts."""
    value = secrets.token_hex(8)
    monkeypatch.setenv("TOKEN", value)
    return value


@pytest.fixture
def run(token, tmp_path) -> Iterator[subprocess.Popen[bytes]]:
    """pytest with one worker, in the middle of a test."""
    ready = tmp_path / "ready"
    command = [sys.executable, "-m", "pytest", "-n1", "-q", "-p", "no:cacheprovider",
               f"--basetemp={tmp_path / 'run'}", "tests/integration/tree_that_waits.py"]  # fmt: skip
    # as from a shell: what this run has set for itself would make the other one part of it
    environment = {
        name: value
        for name, value in os.environ.items()
        if "XDIST" not in name and name != "TMPDIR"
    }
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment | {"READY": str(ready)}, stdout=log, stderr=log,
            start_new_session=True,  # a terminal sends Ctrl-C to all of a group
        )  # fmt: skip
    try:
        wait_until(lambda: ready.exists() or process.poll() is not None, 120, "everything stands")
        assert process.poll() is None, (tmp_path / "log").read_text()[-3000:]
        commands = " ".join(tree(token).values())
        assert [name for name in STARTED if name not in commands] == []
        yield process
    finally:
        process.kill()
        process.wait()


def children(pid: int) -> set[int]:
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def is_xdist_worker(pid: int) -> bool:
    return b"exec(eval(" in Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.mark.redis
@pytest.mark.postgresql
@pytest.mark.e2e
@pytest.mark.parametrize(
    ("send", "number"),
    [(os.kill, signal.SIGKILL), (os.kill, signal.SIGTERM), (os.killpg, signal.SIGINT)],
    ids=["kill", "term", "ctrl-c"],
)
def test_of_a_test_run(run, token, tmp_path, send, number):
    folder, started = Path((tmp_path / "ready").read_text()), tree(token)
    send(run.pid, number)
    run.wait(timeout=30 * PATIENCE)
    wait_until_gone(started)
    wait_until(lambda: not folder.exists(), 10, "its temporary folder is gone")


@pytest.mark.redis
@pytest.mark.postgresql
@pytest.mark.e2e
def test_of_a_worker_of_a_test_run(run, token, tmp_path):
    folder, started = Path((tmp_path / "ready").read_text()), tree(token)
    own = children(run.pid)
    (victim,) = filter(is_xdist_worker, own)
    os.kill(victim, signal.SIGKILL)
    # the run goes on without it
    wait_until_gone({key: started[key] for key in started if key[0] not in own | {run.pid}})
    wait_until(lambda: not folder.exists(), 10, "its temporary folder is gone")


def test_of_serve(token, tmp_path):
    data = tmp_path / "var"
    data.mkdir()
    shutil.copy(kept.schema(), data / "db.sqlite3")
    serve = Serve(data, free_port(), "--no-demo", TOKEN=token)
    serve.wait_ready(60)
    wait_until(lambda: sum("celery" in a for a in tree(token).values()) == 4, 20, "celery")
    started = tree(token)
    assert sum("gunicorn" in command for command in started.values()) == 3
    serve.process.kill()
    serve.process.wait()
    wait_until_gone(started)
    # the next `make run` finds its port and its data free
    with socket.socket() as probe, (data / "serve.lock").open("w") as lock:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", serve.port))
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
