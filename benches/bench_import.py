"""Import of 10,000 notes while people work: ``python -m benches.bench_import [NOTES ...]``.

Starts `manage.py serve` on a temporary folder (SQLite, embedded broker), imports files of growing
size through the worker, and meanwhile asks for a page every 0.2 s and saves an edit every second as
signed-in people. Exit status 0 when every target is met.
"""

from __future__ import annotations

import http.client
import json
import os
import platform
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from benches.results import Row, record
from benches.say import say
from deidweb.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[1]
SIZES: Final = (1_000, 5_000, 10_000)
MAX_SECONDS, MAX_P95_MS, MAX_GROWTH_MB = 120.0, 300.0, 40.0
MIN_REQUESTS: Final = 20  # fewer have no 95th percentile worth the name
PAGE_EVERY_SECONDS, SAVE_EVERY_SECONDS = 0.2, 1.0


@dataclass(slots=True)
class Times:
    """Milliseconds of the requests that succeeded, and what the others answered."""

    milliseconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        if len(self.milliseconds) < 2:
            return sum(self.milliseconds)
        cuts = statistics.quantiles(self.milliseconds, n=100, method="inclusive")
        return cuts[round(100 * share) - 1]

    def __str__(self) -> str:
        p50, p95 = self.percentile(0.5), self.percentile(0.95)
        worst = max(self.milliseconds, default=0)
        return (
            f"{len(self.milliseconds)} requêtes, médiane {p50:.0f} ms, p95 {p95:.0f} ms, "
            f"max {worst:.0f} ms, {len(self.failures)} échec(s)"
        )


class Person(threading.Thread):
    """Calls `request` every `period` seconds until told to stop."""

    def __init__(self, request: Callable[[int], tuple[int, bytes]], period: float) -> None:
        super().__init__(daemon=True)
        self.request, self.period = request, period
        self.times = Times()
        self.leave = threading.Event()

    def run(self) -> None:
        turn = 0
        while not self.leave.wait(self.period):
            began = time.perf_counter()
            try:
                status, _body = self.request(turn)
            except OSError as error:
                self.times.failures.append(type(error).__name__)
                continue
            self.times.milliseconds.append(1000 * (time.perf_counter() - began))
            if status != 200:
                self.times.failures.append(str(status))
            turn += 1

    def stop(self) -> Times:
        self.leave.set()
        self.join()
        return self.times


class Browser:
    """One signed-in person's connection."""

    def __init__(self, port: int, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={'c' * 32}",
            "X-CSRFToken": "c" * 32,
        }

    def get(self, path: str) -> tuple[int, bytes]:
        return self._send("GET", path, None, {})

    def post(self, path: str, body: Any, rev: int) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", "If-Match": f'"{rev}"'}
        return self._send("POST", path, json.dumps(body), headers)

    def _send(
        self, method: str, path: str, body: str | None, extra: dict[str, str]
    ) -> tuple[int, bytes]:
        try:
            self.connection.request(method, path, body, self.headers | extra)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise OSError(type(error).__name__) from error


def main(arguments: list[str]) -> int:
    sizes = [int(argument) for argument in arguments] or list(SIZES)
    folder = Path(tempfile.mkdtemp(prefix="deidweb-bench-"))
    os.environ |= {
        "DEIDWEB_DATA_DIR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
    }
    port = free_port()
    _say_machine()
    command = [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(port)]
    serve = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        return 0 if _measure(port, serve.pid, folder, sizes) else 1
    finally:
        serve.send_signal(signal.SIGTERM)
        serve.wait(timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


def _measure(port: int, serve_pid: int, folder: Path, sizes: list[int]) -> bool:
    import django

    django.setup()
    from benches.import_scene import Scene

    scene = Scene()
    workers = _worker_pids(serve_pid)
    met, peaks = True, []
    rows: list[Row] = []
    for size in sizes:
        path = folder / f"{size}.jsonl"
        megabytes = scene.write(path, size) / 1e6
        for worker in workers:
            _reset_peak(worker)
        pages, saves = _people(port, scene)
        seconds = scene.import_file(path)
        page_times, save_times = pages.stop(), saves.stop()
        peaks.append(max(map(_peak_mb, workers)))
        say(f"\n{size} notes ({megabytes:.0f} Mo) importées en {seconds:.1f} s")
        say(f"  pages pendant l'import : {page_times}")
        say(f"  enregistrements pendant l'import : {save_times}")
        say(f"  mémoire du travailleur, pic : {peaks[-1]:.0f} Mo")
        if size == max(sizes):
            rows = _rows(size, megabytes, seconds, page_times, peaks[-1])
        met &= seconds < MAX_SECONDS
        if len(page_times.milliseconds) >= MIN_REQUESTS:
            met &= page_times.percentile(0.95) < MAX_P95_MS
        else:
            say(f"  (moins de {MIN_REQUESTS} requêtes : leur p95 n'est pas jugé)")
        met &= not page_times.failures and not save_times.failures
    _while_preannotating(port, scene)
    record("import", rows)
    growth = max(peaks) - peaks[0]
    met &= growth < MAX_GROWTH_MB
    say(f"\nPic de mémoire : + {growth:.0f} Mo de {sizes[0]} à {sizes[-1]} notes")
    say(
        f"Cibles (import < {MAX_SECONDS:.0f} s, p95 < {MAX_P95_MS:.0f} ms, aucun échec, mémoire "
        f"+ {MAX_GROWTH_MB:.0f} Mo au plus) : {'atteintes' if met else 'NON ATTEINTES'}"
    )
    return met


def _rows(size: int, megabytes: float, seconds: float, pages: Times, peak: float) -> list[Row]:
    """Of the largest file."""
    notes, p95 = f"{size:,} notes", pages.percentile(0.95)
    return [
        Row("import of the largest file", f"{seconds:.1f}", "s", f"{notes}, {megabytes:.0f} MB", "",
            f"< {MAX_SECONDS:.0f}", seconds < MAX_SECONDS),
        Row("pages meanwhile, p95", f"{p95:.0f}", "ms", f"{len(pages.milliseconds)} requests", "",
            f"< {MAX_P95_MS:.0f}", p95 < MAX_P95_MS),
        Row("worker's peak memory", f"{peak:.0f}", "MB", notes),
    ]  # fmt: skip


def _while_preannotating(port: int, scene: Any, seconds: float = 20.0) -> None:
    pages, saves = _people(port, scene)
    before = scene.start_preannotation()
    time.sleep(seconds)
    page_times, save_times = pages.stop(), saves.stop()
    done = scene.preannotated() - before
    say(f"\nPré-annotation, {seconds:.0f} s : {done / seconds:.0f} notes/s")
    say(f"  pages pendant la pré-annotation : {page_times}")
    say(f"  enregistrements pendant la pré-annotation : {save_times}")


def _people(port: int, scene: Any) -> tuple[Person, Person]:
    """One who reads pages, one who annotates."""
    reader, writer = Browser(port, scene.session()), Browser(port, scene.session())

    def read(turn: int) -> tuple[int, bytes]:
        return reader.get(scene.pages[turn % len(scene.pages)])

    def save(_turn: int) -> tuple[int, bytes]:
        status, body = writer.post(scene.ops_url, scene.flag_op(str(uuid4())), scene.rev)
        if status == 200:
            scene.rev = json.loads(body)["rev"]
        return status, body

    people = Person(read, PAGE_EVERY_SECONDS), Person(save, SAVE_EVERY_SECONDS)
    for person in people:
        person.start()
    return people


def _worker_pids(serve_pid: int) -> list[int]:
    """The processes of `serve` that may take an import."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == serve_pid and b"--queues=" in command:
                found.append(int(entry.name))
    if not found:
        raise RuntimeError("les travailleurs sont introuvables")
    return found


def _reset_peak(pid: int) -> None:
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def _peak_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def _wait_for(port: int) -> None:
    for _try in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("le serveur n'a pas démarré")


def _say_machine() -> None:
    from importlib.metadata import version

    names = ("Django", "celery", "gunicorn")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    say(f"{platform.platform()}, {os.cpu_count()} cœurs, Python {platform.python_version()}")
    say(f"{versions}, SQLite et file embarquées")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
