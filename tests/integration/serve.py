"""`manage.py serve` in a process, as `make run` starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from deidweb import lifeline
from tests.integration.stack import PATIENCE, ROOT, wait_until


class Serve:
    def __init__(self, data: Path, port: int, *options: str, **environment: str) -> None:
        self.port, self.data = port, data
        self.log = data.parent / f"serve-{time.monotonic_ns()}.log"
        environment |= {
            "PATH": os.environ["PATH"], "HOME": str(data.parent), "DEIDWEB_DATA_DIR": str(data),
            "DEIDWEB_ENGINE_CACHE": str(ROOT / "var" / "engine"), "PORT": str(port), "PYTHONUNBUFFERED": "1",
            "OMP_NUM_THREADS": "1",
            **lifeline.mark(),
        }  # fmt: skip
        with self.log.open("wb") as log:
            self.process = lifeline.start(
                [sys.executable, "manage.py", "serve", *options],
                cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    @property
    def output(self) -> str:
        return self.log.read_text()

    def wait_ready(self, seconds: float) -> None:
        wait_until(lambda: "est prêt" in self.output, seconds, self.output)

    def children(self) -> dict[int, str]:
        """pid → command line of the process and all below it."""
        listing = subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
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
        self.process.wait(timeout=20 * PATIENCE)
