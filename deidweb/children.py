"""A child process for what may never end, eat all memory or crash: files from elsewhere, notes that no engine can read.

It gets none of our secrets: an environment written by hand, its standard input, and what it is told on the command line.
It answers by lines on its standard output; its errors go nowhere, since they may quote a note.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from deidweb import lifeline

ROOT: Final = Path(__file__).resolve().parents[1]
# where other tools that find names lie (worker.other_engines.peers)
TOOLS: Final = ("PEERS_PYTHON", "GLINER_DIR")
_KEPT: Final = (
    *TOOLS,
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "TZ",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "PYTHONDONTWRITEBYTECODE",
)
_KEPT_BEGINNINGS: Final = ("LC_", "OMP_", "MKL_", "CUDA_", "NVIDIA_")
_NOTHING: Final[dict[str, str]] = {}
_PR_SET_PDEATHSIG: Final = 1
_USER, _SYSTEM = 11, 12  # fields of /proc/PID/stat after the name
_DATA: Final = 5  # field of /proc/self/statm, in pages
_CHUNK: Final = 1 << 20
_LOOK_SECONDS: Final = 0.5


class TooSlowError(Exception):
    """The child has said nothing for too long; it has been killed."""


class Child:
    """`python -m module arguments…`, or by another `python`; a context manager at whose end the process is gone."""

    def __init__(
        self,
        module: str,
        *arguments: str,
        stdin: IO[bytes] | int = subprocess.PIPE,
        changed: Mapping[str, str] = _NOTHING,
        python: Sequence[str] = (sys.executable, "-m"),
    ) -> None:
        """`changed`: of its environment."""
        self.process: subprocess.Popen[bytes] = lifeline.start(
            [*python, module, *arguments],
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=ROOT, env={**environment(), **changed}, bufsize=0,
        )  # fmt: skip
        self._pending = bytearray()
        self._searched = 0

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def send(self, line: bytes) -> None:
        """One line to its standard input. Raises BrokenPipeError when it is gone."""
        stream = self._stream("stdin")
        left = memoryview(line + b"\n")
        while left:
            left = left[stream.write(left) :]

    def line(
        self,
        seconds: float,
        on_wait: Callable[[], None] = lambda: None,
        *,
        processor_seconds: float = math.inf,
    ) -> bytes | None:
        """Its next line; None when it has ended. `on_wait` is called while nothing comes and may raise.

        Raises TooSlowError, and kills it, after `seconds` of the clock without a whole line, or after so much processor
        time: a machine that is busy with something else makes nothing too slow.
        """
        deadline = time.monotonic() + seconds
        spent = _processor_seconds(self.process.pid)
        stream = self._stream("stdout")
        while (line := self._whole_line()) is None:
            ready, _writable, _broken = select.select([stream], [], [], _LOOK_SECONDS)
            if ready:
                data = os.read(stream.fileno(), _CHUNK)
                if not data:
                    return None
                self._pending += data
            elif (
                time.monotonic() > deadline
                or _processor_seconds(self.process.pid) - spent > processor_seconds
            ):
                self.stop()
                raise TooSlowError
            else:
                on_wait()
        return line

    def stop(self) -> int:
        """Kills it if it still runs; its exit code, negative for a signal."""
        if self.process.poll() is None:
            self.process.kill()
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        return code

    def end(self) -> int:
        """Waits for the end that its closed output announces; the exit code."""
        try:
            return self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            return self.stop()

    def _whole_line(self) -> bytes | None:
        at = self._pending.find(b"\n", self._searched)
        if at < 0:
            self._searched = len(self._pending)
            return None
        line = bytes(self._pending[:at])
        del self._pending[: at + 1]
        self._searched = 0
        return line

    def _stream(self, name: str) -> Any:
        return getattr(self.process, name)


def _processor_seconds(pid: int) -> float:
    """Of all its threads; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")


def environment() -> dict[str, str]:
    """What a child may know: neither keys nor the addresses of the database and the broker."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT or name.startswith(_KEPT_BEGINNINGS)
    }
    return {
        **kept,
        **lifeline.mark(),
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "HF_HUB_OFFLINE": "1",
        # its own pools reserve addresses that a limited process has not
        "ARROW_DEFAULT_MEMORY_POOL": "system",
    }


# --- inside the child


def private_output() -> IO[bytes]:
    """The standard output for answers alone: what libraries print goes nowhere. The process ends with its parent."""
    _die_with_parent()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _die_with_parent() -> None:
    """One that computes for ever would not see that its parent was killed. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_memory(most: int) -> None:
    """Addresses of this process; and no core file, which would hold notes."""
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_data(most: int) -> None:
    """What this process may write to, threads' reserves left out: for one that has many; and no core file."""
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def data_left() -> float:
    """Bytes that this process may still take under `limit_data`: 0 where there are not even enough to look, infinite without one."""
    most, _hard = resource.getrlimit(resource.RLIMIT_DATA)
    if most == resource.RLIM_INFINITY:
        return math.inf
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[_DATA])
    except MemoryError:
        return 0
    return most - pages * resource.getpagesize()


def limit_time(seconds: float) -> None:
    """Processor time from now to the next call; then the kernel ends the process, whatever it is in."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def renew_time(seconds: float) -> None:
    """As `limit_time`, where it has begun; a process without a limit gets none."""
    if signal.getitimer(signal.ITIMER_PROF)[0]:
        limit_time(seconds)


def is_out_of_time(code: int) -> bool:
    """The exit code of a process that `limit_time` has ended."""
    return code in (-signal.SIGPROF, -signal.SIGXCPU)
