"""Private servers for tests: free ports, temporary folders, stopped by pid."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mini_model import write_mini_model

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Raises AssertionError naming `what` when `condition` stays false."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s: {what}")


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
    ) -> None:
        """Without `has_real_model` the shipped model is replaced by one of a few kilobytes: what
        is tested then is what happens to jobs, not what is found in notes."""
        self.folder = folder
        self.port = free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {
            "PATH": os.environ["PATH"],
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
            "DEIDWEB_ENGINE_CACHE": str(ROOT / "var" / "engine"),
        }
        (folder / "var").mkdir(parents=True)
        if not has_real_model:
            mini = write_mini_model(folder / "mini-model")
            self.environment["DEIDWEB_SHIPPED_MODEL"] = str(mini)
        # fetched once for all by `make test`
        (folder / "var" / "cim10").symlink_to(ROOT / "var" / "cim10")
        self.run("from deidweb.celery import ensure_broker_folders; ensure_broker_folders()")
        self.manage("migrate", "--no-input", "--verbosity=0")

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def run(self, code: str) -> str:
        """Runs Python code inside the installation; its standard output."""
        prelude = "import django; django.setup()\n"
        done = subprocess.run(
            [sys.executable, "-c", prelude + code],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def query(self, expression: str) -> object:
        """Value of a Python expression (JSON types) inside the installation."""
        imports = (
            "import json\n"
            "from annotation.models import *\nfrom deidweb.jobs.models import Job\n"
            "from deidweb.accounts.models import *\nfrom privacy.models import *\n"
            "from worker.models import ModelVersion\n"
        )
        return json.loads(self.run(f"{imports}print(json.dumps({expression}, default=str))"))

    def start(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip
        self.processes[name] = process
        return process

    def start_worker(self, name: str, queues: str = "fast,batch,train") -> subprocess.Popen[bytes]:
        return self.start(
            name, "celery", "--app", "deidweb", "--quiet", "worker", "--pool=solo",
            f"--queues={queues}", f"--hostname={name}@%h", "--without-gossip", "--without-mingle",
        )  # fmt: skip

    def start_beat(self) -> None:
        schedule = self.folder / "beat"
        self.start(
            "beat", "celery", "--app", "deidweb", "--quiet", "beat", "--pidfile=",
            f"--schedule={schedule}",
        )  # fmt: skip

    def start_web(self) -> None:
        self.start(
            "web", "gunicorn", "deidweb.wsgi", f"--bind=127.0.0.1:{self.port}",
            "--worker-class=gthread", "--workers=1", "--threads=8", "--log-level=warning",
        )  # fmt: skip
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

    def stop(self) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """A private Redis; yields its URL."""
    port = free_port()
    process = subprocess.Popen(
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
        process.wait(timeout=10)


@contextmanager
def postgresql_server(folder: Path, *, is_safe: bool = False) -> Iterator[str]:
    """A private PostgreSQL cluster of Debian's binaries; yields the database's URL.

    Taken up again when it is there. Without `is_safe` nothing is flushed to the disk: tests throw
    their clusters away.
    """
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    port, data = free_port(), folder / "cluster"
    folder.chmod(0o755)
    is_new = not data.exists()
    data.mkdir(exist_ok=True)
    # initdb refuses root: as root, the servers run as the package's own account.
    prefix: list[str] = []
    if os.getuid() == 0:
        prefix = ["runuser", "-u", "postgres", "--"]
        subprocess.run(["chown", "postgres", str(data)], check=True)

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [*prefix, str(binaries / program), *arguments],
            check=True, cwd="/", stdout=subprocess.DEVNULL,
        )  # fmt: skip

    access = ("-U", "deidweb", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8")
    if is_new:
        call("initdb", "-D", str(data), *access)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    options += "" if is_safe else " -c fsync=off"
    call("pg_ctl", "-D", str(data), "-w", "-l", str(data / "log"), "-o", options, "start")
    try:
        if is_new:
            call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "deidweb", "deidweb")
        yield f"postgres://deidweb@127.0.0.1:{port}/deidweb"
    finally:
        how = "fast" if is_safe else "immediate"
        call("pg_ctl", "-D", str(data), "-m", how, "stop")


@contextmanager
def stack_on(database: str) -> Iterator[Stack]:
    """An installation of its own on "sqlite" or "postgresql", gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="deidweb-"))
    folder.chmod(0o755)  # PostgreSQL runs under another account
    try:
        if database == "sqlite":
            yield Stack(folder / "it")
        else:
            (folder / "pg").mkdir()
            with postgresql_server(folder / "pg") as url:
                yield Stack(folder / "it", database_url=url)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
