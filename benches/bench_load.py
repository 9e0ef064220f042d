"""Loads of an installation with a real load tool: ``python -m benches.bench_load [--seconds 60] [--notes 20000]``.

Starts `manage.py serve` (SQLite, embedded broker) on a temporary folder, fills it, and lets locust's people in, on this machine
only: L1 annotators who save, L6 readers of a large project, L7 one very large note. L2 to L5 are the workers': imports, a note into
a large base, pre-annotation, an export. All of it ends by itself, in a quarter of an hour as called by `make bench-load` on a quiet machine.
locust lives in a virtual environment of its own (.venv-load): the application's never sees gevent. Exit status 0 when all is held.
"""

from __future__ import annotations

import argparse
import csv
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from benches.bench_import import _peak_mb, _reset_peak, _wait_for, _worker_pids
from benches.results import Row, record
from deidweb.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[1]
LOCUST: Final = ROOT / ".venv-load" / "bin" / "locust"
DAY_NOTES: Final = 5_000
# Nobody's clocks agree to the millisecond: all come within the time between two saves of one person.
ARRIVAL_SECONDS: Final = 3
DIFFERENT: Final = 600  # texts of the export; then the same for other patients
ENGINE_SECONDS: Final = (
    300  # its first start on a machine writes the 8-bit copy, and a busy machine is slow
)


def main(arguments: list[str]) -> int:
    args = _parsed(arguments)
    if not LOCUST.exists():
        sys.stderr.write("locust manque : make .venv-load/installed\n")
        return 2
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-load-", dir=ROOT / "var"))
    os.environ |= {
        "DEIDWEB_DATA_DIR": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
        "SESSION_IDLE_MINUTES": "600",
    }  # fmt: skip
    port = free_port()
    serve = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(port)],
        cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _patience in range(
            5
        ):  # a minute each; a machine that does something else is slow to start
            with suppress(RuntimeError):
                _wait_for(port)
                break
        rows = Loads(args, folder, port, serve.pid).run()
    finally:
        serve.send_signal(signal.SIGTERM)
        serve.wait(timeout=60)
        shutil.rmtree(folder, ignore_errors=True)
    if not args.dry:
        record("load", rows)
    return 0 if all(row.met is not False for row in rows) else 1


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=20_000, help="of the filled project")
    parser.add_argument("--spans", type=int, default=1_000_000)
    parser.add_argument("--annotators", type=int, default=15)
    parser.add_argument("--seconds", type=int, default=60, help="of each of locust's loads")
    parser.add_argument("--imported", type=int, default=2_000, help="notes of the import")
    parser.add_argument("--exported", type=int, default=10_000, help="notes of L5")
    parser.add_argument("--export-seconds", type=int, default=300, help="given to L5")
    parser.add_argument("--only", nargs="*", help="L1 L2 …: these alone")
    parser.add_argument("--dry", action="store_true", help="writes no result")
    return parser.parse_args(arguments)


class Loads:
    """One run; each load prints its rows as soon as it has them."""

    def __init__(self, args: argparse.Namespace, folder: Path, port: int, serve_pid: int) -> None:
        import django

        django.setup()
        logging.disable(logging.ERROR)  # what nobody catches is told
        from benches.load.scene import Base

        self.args, self.folder, self.port = args, folder, port
        self.workers = _worker_pids(serve_pid)
        self.base = Base(args.notes, args.spans, args.annotators)
        self.path = folder / "plan.json"
        self.plan = self.base.plan(self.path)
        self.size = f"{self.base.notes:,} notes in the project"

    def run(self) -> list[Row]:
        loads: dict[str, Callable[[], list[Row]]] = {
            "L1": self._saves, "L6": self._pages, "L7": self._large, "L3": self._one_note,
            # before the export: its worker keeps the tables that it has read, and a peak counts from what is held
            "L2": self._import, "L5": self._export,
        }  # fmt: skip
        found = []
        for name, load in loads.items():
            if self.args.only and name not in self.args.only:
                continue
            began = time.monotonic()
            rows = load()
            seconds, busy = time.monotonic() - began, os.getloadavg()[0]
            rows = [replace(row, n=f"{row.n}; load average {busy:.0f}") for row in rows]
            for row in rows:
                print(
                    f"{row.bar}: {row.figure} {row.unit} ({row.n}; target {row.target}, {row.met})",
                    flush=True,
                )
            print(f"  {name}: {seconds:.0f} s, load average {busy:.1f}", flush=True)
            found += rows
        return found

    def _locust(self, kind: str, users: int) -> dict[str, dict[str, str]]:
        """Name → row of locust's own table. Raises RuntimeError when it did not run to its end."""
        prefix = self.folder / kind
        environment = {
            "PATH": os.environ["PATH"],
            "DEIDWEB_LOAD": str(self.path),
            "DEIDWEB_LOAD_KIND": kind,
        }
        done = subprocess.run(
            [LOCUST, "--locustfile", ROOT / "benches" / "load" / "locustfile.py", "--headless", "--only-summary",
             "--users", str(users), "--spawn-rate", str(users / ARRIVAL_SECONDS), "--run-time", f"{self.args.seconds}s",
             "--host", f"http://127.0.0.1:{self.port}", "--csv", prefix, "--exit-code-on-error", "0"],
            env=environment, cwd=self.folder, capture_output=True, text=True, check=False,
            timeout=self.args.seconds + 120,
        )  # fmt: skip
        if done.returncode or "Traceback" in done.stderr:
            raise RuntimeError(done.stderr[-2000:])
        with Path(f"{prefix}_stats.csv").open(encoding="utf-8") as lines:
            return {row["Name"]: row for row in csv.DictReader(lines)}

    def _saves(self) -> list[Row]:
        told = self._locust("save", self.args.annotators)["save"]
        acknowledged = json.loads(Path(f"{self.path}.save").read_text())
        lost, failed = self.base.lost(self.plan, acknowledged), int(told["Failure Count"])
        of = f"{self.args.annotators} annotators, {told['Request Count']} saves in {self.args.seconds} s, {self.size}"
        return [
            _timed("L1 save, p95", told, "95%", 150, of),
            _timed("L1 save, p99", told, "99%", 400, of),
            Row("L1 saves refused or failed", str(failed), "", of, "", "0", failed == 0),
            Row("L1 acknowledged saves missing", str(lost), "", of, "", "0", lost == 0),
        ]

    def _pages(self) -> list[Row]:
        told = self._locust("read", 4)
        pages = {name: row for name, row in told.items() if name.startswith("page ")}
        slowest = max(pages.values(), key=lambda row: float(row["95%"]))
        failed = sum(int(row["Failure Count"]) for row in pages.values())
        of = f"4 readers, {told['Aggregated']['Request Count']} requests; slowest: {slowest['Name'][5:]}; {self.size}"
        return [
            _timed("L6 slowest page, p95", slowest, "95%", 500, of),
            Row("L6 pages failed", str(failed), "", of, "", "0", failed == 0),
        ]

    def _large(self) -> list[Row]:
        told = self._locust("large", 1)
        of = "a note of 1 MB with 5,000 entities, {} times"
        opened, saved = told["open the large note"], told["save in the large note"]
        failed = int(opened["Failure Count"]) + int(saved["Failure Count"])
        return [
            Row(
                "L7 requests failed",
                str(failed),
                "",
                of.format(opened["Request Count"]),
                "",
                "0",
                failed == 0,
            ),
            _timed(
                "L7 large note opens, p95", opened, "95%", 2000, of.format(opened["Request Count"])
            ),
            _timed(
                "L7 save in the large note, p95",
                saved,
                "95%",
                300,
                of.format(saved["Request Count"]),
            ),
        ]

    def _one_note(self) -> list[Row]:
        times = sorted(self.base.import_one(number) for number in range(5))
        return [
            Row(
                "L3 import of one note",
                f"{times[2]:.2f}",
                "s",
                f"median of 5, {self.size}",
                "",
                "< 1",
                times[2] < 1,
            )
        ]

    def _import(self) -> list[Row]:
        """L2, then L4 on the same notes."""
        from benches.import_scene import Scene

        scene, path = Scene(), self.folder / "import.jsonl"
        megabytes = scene.write(path, self.args.imported) / 1e6
        for worker in self.workers:
            _reset_peak(worker)
        seconds = scene.import_file(path)
        peak = max(map(_peak_mb, self.workers))
        of = f"{self.args.imported:,} notes, {megabytes:.0f} MB"
        is_full = self.args.imported >= 10_000
        asked, before = time.monotonic(), scene.start_preannotation()
        while (
            first := scene.preannotated()
        ) == before and time.monotonic() - asked < ENGINE_SECONDS:
            time.sleep(0.2)
        began = time.monotonic()
        time.sleep(self.args.seconds)
        rate = (scene.preannotated() - first) / (time.monotonic() - began)
        scene.end_preannotation()
        hours = DAY_NOTES / rate / 3600 if rate else float("inf")
        return [
            Row(
                "L2 import",
                f"{seconds:.1f}",
                "s",
                of,
                "",
                "< 120" if is_full else "",
                seconds < 120 if is_full else None,
            ),
            Row("L2 worker's peak memory", f"{peak:.0f}", "MB", of, "", "< 500", peak < 500),
            Row(
                "L4 pre-annotation",
                f"{rate:.1f}",
                "notes/s",
                f"{self.args.seconds} s, from its first notes on, {began - asked:.0f} s after it was asked for",
            ),
            Row(
                "L4 a day of 5,000 notes, at this rate",
                f"{hours:.2f}",
                "h",
                "computed",
                "",
                "< 1",
                hours < 1,
            ),
        ]

    def _export(self) -> list[Row]:
        """L5: notes of 750 words with 15 entities, as `make bench-privacy` substitutes them."""
        from benches.privacy.files import write_notes

        path, limit = self.folder / "export.jsonl", self.args.export_seconds
        write_notes(path, self.args.exported, different=DIFFERENT, seed=5)
        project = self.base.validated(path)
        for worker in self.workers:
            _reset_peak(worker)
        try:
            notes, seconds = self.base.export(project, limit_seconds=limit)
        except RuntimeError as error:
            return [
                Row(
                    "L5 export",
                    "not done",
                    "",
                    f"{error}; given {limit} s",
                    target="≥ 100",
                    met=False,
                )
            ]
        peak, rate = max(map(_peak_mb, self.workers)), notes / seconds
        of = f"{notes:,} notes in {seconds:.0f} s, leak scan included"
        return [
            Row("L5 export", f"{rate:.0f}", "notes/s", of, "", "≥ 100", rate >= 100),
            Row("L5 worker's peak memory", f"{peak:.0f}", "MB", of, "", "< 300", peak < 300),
        ]


def _timed(bar: str, told: dict[str, Any], column: str, limit: int, of: str) -> Row:
    figure = float(told[column])
    return Row(bar, f"{figure:.0f}", "ms", of, "", f"< {limit}", figure < limit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
