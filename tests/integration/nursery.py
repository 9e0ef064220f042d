"""Processes of installations, forked from one that has read what all of them read.

To start Python, to import Django, Celery and the rest, and to read the public tables costs three seconds of processor,
and the tests start a hundred such processes. Settings, models and all that depends on an installation's environment
come after the fork, as in a process of its own. `manage.py serve` and deploy/stack.py have tests that start them in full.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deidweb import lifeline

ROOT = Path(__file__).resolve().parents[2]
# What most of the time goes to; none of it reads Django's settings when it is imported.
PACKAGES = (
    "authlib.oidc.core", "celery.apps.beat", "celery.apps.worker", "celery.bin.celery", "cryptography.fernet", "django.contrib.admin.utils",
    "django.core.management", "django.db.backends.postgresql.psycopg_any", "django.db.backends.sqlite3.base", "django.db.migrations.executor",
    "django.forms", "django.template.loader", "django.test.client", "django.urls", "django.views.generic", "django_htmx.middleware",
    "gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "kombu.transport.filesystem", "kombu.transport.redis", "numpy", "psycopg",
    "qrcode", "rest_framework.serializers", "webauthn", "whitenoise.middleware",
)  # fmt: skip
# Our pure logic: it knows no Django, as a contract of pyproject.toml says, and no PyTorch.
PURE = ("annotation.domain", "icdcoder.domain", "privacy.domain")

_MOST_BYTES = 100_000


class Child:
    """What callers use of `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid, self.returncode = pid, None
        self._nursery = nursery

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._nursery.ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        deadline = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.02)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:  # asked for or not, its number is nobody else's until then
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The near end."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self._process = lifeline.start(
            [sys.executable, "-m", __name__, str(theirs.fileno())], cwd=ROOT, pass_fds=[theirs.fileno()],
            env={
                "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1",
                **lifeline.mark(),
            },
        )  # fmt: skip
        theirs.close()

    def start(
        self, module: str, arguments: list[str], environment: Mapping[str, str], *, files: list[int]
    ) -> Child:
        """`python -m module arguments` with this environment; `files` become its input, output and errors."""
        request = {"module": module, "arguments": arguments, "environment": dict(environment)}
        return Child(self, self.ask(request, files))

    def ask(self, request: dict[str, Any], files: list[int] = ()) -> Any:
        socket.send_fds(self._socket, [json.dumps(request).encode()], files)
        answer = self._socket.recv(_MOST_BYTES)
        assert answer, "the nursery has ended"
        return json.loads(answer)


@cache
def nursery() -> Nursery:
    """One a test process."""
    return Nursery()


def manage(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """`manage.py arguments` with this environment alone, and what it printed."""
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        Path(os.devnull).open("rb") as nothing,
    ):
        files = [file.fileno() for file in (nothing, out, err)]
        child = nursery().start("manage", list(arguments), environment, files=files)
        status = child.wait()
        printed = []
        for file in (out, err):
            file.seek(0)
            printed.append(file.read())
    return subprocess.CompletedProcess(["manage.py", *arguments], status, *printed)


def _serve(near: socket.socket) -> None:
    """Returns in a child alone, to be what was asked for."""
    gc.freeze()  # a fork need not look through what all have: 0.1 to 0.5 s each
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the children's
    while (received := socket.recv_fds(near, _MOST_BYTES, 3))[0]:
        request, files = json.loads(received[0]), received[1]
        if "ended" in request:
            answer = _status(request["ended"])
        elif (answer := os.fork()) == 0:
            near.close()
            _become(request, files)
            return
        for file in files:
            os.close(file)
        near.sendall(json.dumps(answer).encode())


def _status(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def _become(request: dict[str, Any], files: list[int]) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["environment"])
    tempfile.tempdir = None  # of another environment
    sys.argv = [request["module"], *request["arguments"]]
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    import importlib
    import pkgutil

    for _name in PACKAGES:
        importlib.import_module(_name)
    for _name in PURE:
        for _module in pkgutil.walk_packages([_name.replace(".", "/")], f"{_name}."):
            importlib.import_module(_module.name)
    from privacy.domain.tables import default_tables
    from worker.engine.rules.engine import find_spans

    default_tables()
    find_spans("Mme Durand, née à Dijon, vue le 12/02/2020 au CHU de Beaune.", None)
    _serve(socket.socket(fileno=int(sys.argv[1])))
