"""Private servers for tests: free ports, temporary folders, stopped by pid."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deidweb import lifeline
from deidweb.ports import free_port
from tests import kept
from tests.integration.interpreter import Done, Interpreter
from tests.integration.nursery import Child, nursery
from tests.nomenclature import write_nomenclature

ROOT = Path(__file__).resolve().parents[2]
# A machine that does something else, too, is that much slower than a quiet one.
PATIENCE = 10
Process = subprocess.Popen[bytes] | Child
QUERY = """
import json, time
from annotation.models import *
from deidweb.jobs.models import Job
from deidweb.accounts.models import *
from privacy.models import *
from worker.models import ModelVersion
"""
WAIT = """
deadline = time.monotonic() + {seconds}
while not ({expression}):
    if time.monotonic() > deadline:
        raise TimeoutError("{seconds} s")
    time.sleep(0.05)
"""


def wait_until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Raises AssertionError naming `what` when `condition` stays false. `seconds` are those of a quiet machine."""
    deadline = time.monotonic() + PATIENCE * seconds
    pause = 0.05
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(pause)
        pause = min(1.3 * pause, 0.25)
    raise AssertionError(f"not within {PATIENCE} x {seconds} s: {what}")


class Stack:
    """One installation in a folder: database, broker, workers, web."""

    def __init__(
        self,
        folder: Path,
        *,
        database_url: str = "",
        redis_url: str = "",
        lease_seconds: float = 60,
        has_real_model: bool = False,
        has_cim10: bool = False,
        is_forked: bool = True,
    ) -> None:
        """Without `has_real_model` the shipped model is replaced by one of a few kilobytes: what
        is tested then is what happens to jobs, not what is found in notes; likewise the CIM-10, unless `has_cim10`,
        by one of fifty codes. A `database_url` names a
        database with its tables; without one the installation has its own SQLite file. Unless `is_forked`
        each process starts Python anew."""
        self.folder = folder
        self.port = free_port()
        self.processes: dict[str, Process] = {}
        self._is_forked = is_forked
        self._interpreter: Interpreter | None = None
        self._known: dict[str, str] = {}  # the interpreter's environment
        self.environment = {
            "PATH": os.environ["PATH"],
            "DEIDWEB_FRENCH_TYPOGRAPHY": "false",  # plain blanks, as the sources write them
            "HOME": str(folder),
            "TMPDIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
            "DEIDWEB_DATA_DIR": str(folder / "var"),
            "SECRET_KEY": "s" * 64,
            "AUDIT_KEY": "a" * 64,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "JOB_LEASE_SECONDS": str(lease_seconds),
            "JOB_SWEEP_SECONDS": "2",
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "ignore",
            "OMP_NUM_THREADS": "1",  # a second thread of a model spins while it waits
            "DEIDWEB_ENGINE_CACHE": str(ROOT / "var" / "engine"),
            **lifeline.mark(),
        }
        (folder / "var").mkdir(parents=True)
        if not has_real_model:
            mini = kept.copy_mini_model(folder / "mini-model")
            self.environment["DEIDWEB_SHIPPED_MODEL"] = str(mini)
        nomenclature = folder / "var" / "cim10"
        if has_cim10:  # fetched once for all by `make test`; each process reads it for two seconds
            nomenclature.symlink_to(ROOT / "var" / "cim10")
        else:
            nomenclature.mkdir()
            write_nomenclature(nomenclature / "cim10.csv.gz")
        if not database_url:
            shutil.copy(kept.schema(), folder / "var" / "db.sqlite3")
        self.run("from deidweb.celery import ensure_broker_folders; ensure_broker_folders()")

    def manage(self, *arguments: str) -> str:
        return _output(self._inside().manage(arguments))

    def run(self, code: str) -> str:
        """Runs Python code inside the installation; its standard output."""
        return _output(self._inside().run(code))

    def _inside(self) -> Interpreter:
        if self._interpreter and self._known != self.environment:
            self._interpreter.stop()
            self._interpreter = None
        if self._interpreter is None:
            self._known = dict(self.environment)
            self._interpreter = Interpreter(self._process, self.folder)
        return self._interpreter

    def _process(self, module: str, arguments: list[str], files: list[int]) -> Process:
        """`files`: its input, output and errors."""
        if self._is_forked:
            return nursery().start(module, arguments, self.environment, files=files)
        names = dict(zip(("stdin", "stdout", "stderr"), files, strict=True))
        command = [sys.executable, "-m", module, *arguments]
        return lifeline.start(command, cwd=ROOT, env=self.environment, **names)

    def query(self, expression: str) -> object:
        """Value of a Python expression (JSON types) inside the installation."""
        return json.loads(self.run(f"{QUERY}print(json.dumps({expression}, default=str))"))

    def wait(self, expression: str, seconds: float) -> None:
        """As `wait_until`, for a Python expression inside the installation: asked there again and again."""
        code = QUERY + WAIT.format(expression=expression, seconds=PATIENCE * seconds)
        done = self._inside().run(code)
        assert done.status == 0, f"{expression}: {done.err[-1000:]}\n{self.logs()}"

    def start(self, name: str, module: str, *arguments: str) -> Process:
        with (
            (self.folder / f"{name}.log").open("ab") as log,
            Path(os.devnull).open("rb") as nothing,
        ):
            files = [nothing.fileno(), log.fileno(), log.fileno()]
            self.processes[name] = self._process(module, list(arguments), files)
        return self.processes[name]

    def start_worker(
        self, name: str, queues: str = "fast,batch,train", module: str = "celery"
    ) -> Process:
        return self.start(
            name, module, "--app", "deidweb", "--quiet", "worker", "--pool=solo",
            f"--queues={queues}", f"--hostname={name}@%h", "--without-gossip", "--without-mingle",
        )  # fmt: skip

    def start_beat(self) -> None:
        schedule = self.folder / "beat"
        self.start(
            "beat", "celery", "--app", "deidweb", "--quiet", "beat", "--pidfile=",
            f"--schedule={schedule}",
        )  # fmt: skip

    def start_web(self) -> None:
        self.start("web", "gunicorn", *self.web_arguments())
        self.wait_for_web()

    def web_arguments(self) -> list[str]:
        return [
            "deidweb.wsgi", f"--bind=127.0.0.1:{self.port}",
            "--worker-class=gthread", "--workers=1", "--threads=8", "--log-level=warning",
        ]  # fmt: skip

    def wait_for_web(self) -> None:
        wait_until(self._answers, 20, "the web server answers")

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            return False
        return True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def logs(self) -> str:
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))

    def kill(self, name: str) -> None:
        """What the out-of-memory killer does."""
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def end_leases(self) -> None:
        """What a minute without its worker does to a job. Short leases would run out on a busy machine while their worker
        lives, too, and cost attempts that tests count."""
        self.run(
            "from django.utils import timezone\nfrom deidweb.jobs.models import Job\n"
            "Job.objects.filter(state='running').update(lease_until=timezone.now())"
        )

    def stop(self) -> None:
        if self._interpreter:
            self._interpreter.stop()
            self._interpreter = None
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=10 * PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _output(done: Done) -> str:
    assert done.status == 0, done.err[-3000:]
    return done.out


@contextmanager
def redis_server(folder: Path, port: int = 0) -> Iterator[str]:
    """A private Redis, empty; yields its URL. `port`: a free one unless it is given."""
    port = port or free_port()
    process = lifeline.start(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "",
         "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )  # fmt: skip

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(answers, 10, "redis-server listens")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(timeout=10 * PATIENCE)
