"""`manage.py serve`: migrate, load the demo once, then web + workers + beat until Ctrl-C."""

from __future__ import annotations

import fcntl
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import connections

from deidweb import lifeline
from deidweb.accounts.models import User
from deidweb.celery import ensure_broker_folders
from deidweb.jobs import services as jobs
from deidweb.private_files import mend
from deidweb.settings import env as environment

MANAGE = [sys.executable, str(settings.BASE_DIR / "manage.py")]
STOP_SECONDS = 10
NO_ACCOUNT = (
    "  Aucun compte encore. Le premier : .venv/bin/python manage.py create_admin NOM\n"
    "  Il en faut deux pour nommer un responsable des données (docs/operations.md)."
)
PATIENT_TRIES = 300  # a tenth of a second each


@dataclass(slots=True)
class Child:
    """One process of the tree; restarted when it dies by itself."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    restart_at: float = 0.0
    failures: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        if self.process is not None:
            # Its jobs need not wait until their leases run out.
            self.environment["DEIDWEB_REPLACED_WORKER"] = jobs.worker_name(self.process.pid)
        self.process = lifeline.start(self.command, env={**os.environ, **self.environment})
        self.started_at, self.restart_at = time.monotonic(), 0.0


def _celery(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--app", "deidweb", "--quiet", *arguments]


def _worker(name: str, queues: str) -> Child:
    # One process a worker: a concurrency-2 pool whose children are killed was seen to wedge.
    command = _celery("worker", "--pool=solo", f"--queues={queues}", f"--hostname={name}@%h",
                      "--without-gossip", "--without-mingle", "--loglevel=WARNING")  # fmt: skip
    # Celery warns at length when root runs it; on one machine the account is the person's choice.
    return Child(name, command, environment={"PYTHONWARNINGS": "ignore"})


def build_tree(port: int, *, has_demo: bool = False) -> list[Child]:
    """Web, a worker for what somebody waits for, one for long work, one for training that both help it, the clock."""
    web = [
        sys.executable, "-m", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{port}",
        "--worker-class=gthread", "--workers=2", "--threads=4", "--timeout=60",
        "--graceful-timeout=5", "--log-level=warning",
        "--config=python:deidweb.operations.gunicorn_conf",
    ]  # fmt: skip
    clock = _celery("beat", "--loglevel=WARNING", "--pidfile=",
                    f"--schedule={settings.CELERY_BEAT_SCHEDULE_FILENAME}")  # fmt: skip
    return [
        Child("web", web, environment={"DEIDWEB_DEMO_SIGN_IN": "1" if has_demo else "0"}),
        _worker("fast", "fast"),
        _worker("batch", "batch,fast"),
        _worker("train", "train,fast"),
        Child("beat", clock),
    ]


def said_of_mended(count: int, folder: Path) -> str:
    """What the console says of files that other accounts could read."""
    others = "à d'autres comptes de cette machine"
    if count == 1:
        return f"Un fichier ou dossier de {folder} était ouvert {others} : il est fermé."
    return f"{count} fichiers ou dossiers de {folder} étaient ouverts {others} : ils sont fermés."


def say(stream: OutputWrapper, text: str) -> None:
    """A console that takes nothing (its file's disk is full, its reader is gone) ends no server."""
    with suppress(OSError):
        stream.write(text)


def is_first_start(database: Mapping[str, Any]) -> bool:
    """Whether the database (its settings) is a file yet to be made."""
    return "sqlite" in database["ENGINE"] and not Path(database["NAME"]).exists()


class Command(BaseCommand):
    help = "Démarre tout sur cette machine : base SQLite, web et travailleurs, jusqu'à Ctrl-C."
    requires_system_checks: list[str] = []
    _stopping = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=int,
            default=environment.env.int("PORT", default=8000),
            help="port d'écoute sur 127.0.0.1 (8000, ou la variable PORT)",
        )
        parser.add_argument("--no-demo", action="store_true", help="ne charge pas la démonstration")

    def handle(self, *args: Any, port: int, no_demo: bool, **options: Any) -> None:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        if mended := mend(settings.DATA_DIR) + mend(settings.KEY_DIR):
            say(self.stdout, f"  {said_of_mended(mended, settings.DATA_DIR)}")
        # Held until this process ends, however it ends.
        with (settings.DATA_DIR / "serve.lock").open("w") as lock:
            self._refuse_second_server(lock)
            self._refuse_busy_port(port)
            with lifeline.held():
                self._serve(port, no_demo=no_demo)

    def _serve(self, port: int, *, no_demo: bool) -> None:
        self._prepare(no_demo=no_demo)
        signal.signal(signal.SIGTERM, self._ask_stop)
        signal.signal(signal.SIGINT, self._ask_stop)
        tree = build_tree(port, has_demo=not no_demo)
        try:
            for child in tree:
                child.start()
            self._wait_for_web(port, tree)
            self._tell_of_the_first_account()
            while not self._stopping:
                self._restart_dead(tree)
                time.sleep(0.2)
        finally:
            self._stop(tree)

    def _refuse_second_server(self, lock: TextIO) -> None:
        """Two on the same data would take each other's jobs away."""
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(
                "deidweb tourne déjà avec ces données : ouvrez sa page, ou arrêtez-le d'abord. Pour "
                "une autre installation : DEIDWEB_DATA_DIR=/autre/dossier PORT=8001 make run"
            ) from error

    def _refuse_busy_port(self, port: int) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                raise CommandError(
                    f"Le port {port} est déjà pris. Choisissez-en un autre : PORT=8001 make run"
                ) from error

    def _prepare(self, *, no_demo: bool) -> None:
        """Secrets, folders, schema, demo: each in a process that reads the settings afresh."""
        environment.ensure_secret_file(settings.SECRET_FILE)
        environment.ensure_secret_file(settings.AUDIT_KEY_FILE)
        ensure_broker_folders()
        is_first = is_first_start(settings.DATABASES["default"])
        demo = self._demo_beside() if is_first and not no_demo else None
        self._manage("migrate", "--no-input", "--verbosity=0")
        jobs.hand_back()
        connections.close_all()
        if demo is not None:
            demo.communicate(b"\n")
            self._require("load_demo", demo.returncode)
        elif not no_demo:
            self._manage("load_demo", "--if-empty")

    def _demo_beside(self) -> subprocess.Popen[bytes]:
        """It reads what it needs of no database while the schema is made, which takes as long, then waits for a line. Without
        one, as when this process ends, it does nothing."""
        command = [*MANAGE, "load_demo", "--if-empty", "--when-told"]
        return subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own command

    def _manage(self, *arguments: str) -> None:
        done = subprocess.run([*MANAGE, *arguments], check=False)  # noqa: S603 - our own commands
        self._require(arguments[0], done.returncode)

    def _require(self, name: str, code: int) -> None:
        if code:
            raise CommandError(f"« manage.py {name} » a échoué : voir le message ci-dessus.")

    def _wait_for_web(self, port: int, tree: list[Child]) -> None:
        """Says when it answers, however late: a busy machine takes more than the half minute after which this is told. Meanwhile
        what dies is started again."""
        url = f"http://127.0.0.1:{port}/"
        for tries in itertools.count(1):
            if self._stopping:
                return
            self._restart_dead(tree)
            try:
                urllib.request.urlopen(url, timeout=2).close()
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            if tries == PATIENT_TRIES:
                say(self.stderr, f"{url} ne répond pas encore : voyez les messages ci-dessus.")
        ready = f"\n  deidweb est prêt : {url}   (Ctrl-C pour arrêter)\n"
        say(self.stdout, self.style.SUCCESS(ready))

    def _tell_of_the_first_account(self) -> None:
        if not User.objects.exists():
            say(self.stdout, NO_ACCOUNT)
        connections.close_all()

    def _restart_dead(self, tree: list[Child]) -> None:
        now = time.monotonic()
        for child in tree:
            if child.restart_at:
                if now >= child.restart_at:
                    child.start()
            elif child.process is not None and child.process.poll() is not None:
                lived = now - child.started_at
                child.failures = 0 if lived > 60 else child.failures + 1
                child.restart_at = now + min(30.0, 0.5 * 2**child.failures)
                say(self.stderr, f"« {child.name} » s'est arrêté, il est relancé.")

    def _ask_stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _stop(self, tree: list[Child]) -> None:
        running = [
            child.process for child in tree if child.process and child.process.poll() is None
        ]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        say(self.stdout, "deidweb est arrêté ; les données sont gardées.")
