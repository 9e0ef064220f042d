"""Whatever a process starts ends with it, however it ends: `kill -9` included, children of children included.

`hold()` marks the environment, which every process started from here on inherits, and starts a guard in
a session of its own. The guard waits for the end of a pipe that only the holder has open; then it ends
whoever carries the mark, and all below: asks, waits a moment, kills. Neither another account (PostgreSQL),
a session of one's own (Chromium) nor a parent that is gone hides a process from it, as they would from a
process group or from PR_SET_PDEATHSIG. Some programs write their title over their environment (Redis):
`start()` names a child to the guard. Linux only; elsewhere nothing happens.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

MARK = "DEIDWEB_LIFELINE"
_ASK_SECONDS, _GIVE_UP_SECONDS = 1.0, 10.0
_PAUSE_SECONDS = 0.02
_STATE, _PARENT, _START = 0, 1, 19  # fields of `_status`
# By process: what a fork inherits here is its parent's.
_guards: dict[int, subprocess.Popen[str]] = {}


def hold(*folders: Path) -> None:
    """From now on what this process starts ends with it; then `folders` are removed. Once a process."""
    if sys.platform != "linux" or os.getpid() in _guards:
        return
    mark = secrets.token_hex(8)
    # In a session of its own, or Ctrl-C would end it first; without a mark, or it would end itself.
    _guards[os.getpid()] = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-I", "-S", __file__, mark, *map(str, folders)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={}, cwd="/", start_new_session=True, text=True,
    )  # fmt: skip
    # Marks add up: what is started below another holder ends with either.
    os.environ[MARK] = ":".join(filter(None, (os.environ.get(MARK), mark)))


@contextmanager
def held() -> Iterator[None]:
    """`hold` while the block runs; at its end nothing is left of what it started. In a process that is held already
    (tests), nothing ends before that process does: its guard would take what all of it has started and its folders."""
    if os.getpid() in _guards:
        yield
        return
    hold()
    try:
        yield
    finally:
        release()


def release() -> None:
    """Ends what this process has started and is still there, as its own end would; returns when it is gone."""
    guard = _guards.pop(os.getpid(), None)
    if guard is not None:
        guard.communicate()


def start(command: list[str], **options: Any) -> subprocess.Popen[Any]:
    """`subprocess.Popen`, for what runs for long: the guard knows it by its number, too."""
    process = subprocess.Popen(command, **options)  # noqa: S603 - our callers' own commands
    guard = _guards.get(os.getpid())
    if guard is not None and guard.stdin is not None and (started := _started(process.pid)):
        with suppress(OSError):  # without its guard the child still is the caller's to stop
            guard.stdin.write(f"{process.pid} {started}\n")
            guard.stdin.flush()
    return process


def mark() -> dict[str, str]:
    """What an environment that is written by hand must contain."""
    return {MARK: os.environ[MARK]} if MARK in os.environ else {}


class _Process(NamedTuple):
    """Numbers are given again; together with the time of its start one is unique."""

    pid: int
    started: str


def _guard(own: str, folders: list[str]) -> None:
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    told = [line.split() for line in sys.stdin]  # until the holder is gone
    _end_all(own.encode(), {_Process(int(pid), started) for pid, started in told})
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _end_all(mark: bytes, known: set[_Process]) -> None:
    """PostgreSQL, asked, takes its shared memory back; a worker with an hour's training is not waited for."""
    asked: set[_Process] = set()
    began = time.monotonic()
    # Looked for again each time: one may have been starting another.
    while (found := _still_there(mark, known | asked)) and (
        (seconds := time.monotonic() - began) < _GIVE_UP_SECONDS
    ):
        is_late = seconds > _ASK_SECONDS
        for process in found if is_late else found - asked:
            with suppress(OSError):  # gone meanwhile
                os.kill(process.pid, signal.SIGKILL if is_late else signal.SIGTERM)
        asked |= found
        time.sleep(_PAUSE_SECONDS)


def _still_there(mark: bytes, known: set[_Process]) -> set[_Process]:
    """Those `known`, those who carry `mark`, and all below them; other guards have work of their own."""
    parents: dict[_Process, int] = {}
    for pid in (int(entry.name) for entry in Path("/proc").glob("[0-9]*")):
        if (fields := _status(pid)) and fields[_STATE] != "Z" and not _is_guard(pid):
            parents[_Process(pid, fields[_START])] = int(fields[_PARENT])
    found = {process for process in parents if process in known or mark in _marks(process.pid)}
    below = found
    while below:
        numbers = {process.pid for process in below}
        below = {process for process, parent in parents.items() if parent in numbers} - found
        found |= below
    return found


def _started(pid: int) -> str:
    """When, in ticks; "" when it is gone."""
    fields = _status(pid)
    return fields[_START] if fields else ""


def _status(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, which may hold anything: state, parent…"""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _is_guard(pid: int) -> bool:
    return os.fsencode(__file__) in _words(pid, "cmdline")


def _marks(pid: int) -> list[bytes]:
    prefix = MARK.encode() + b"="
    found = [row for row in _words(pid, "environ") if row.startswith(prefix)]
    return found[0].removeprefix(prefix).split(b":") if found else []


def _words(pid: int, name: str) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes().split(b"\0")
    except OSError:  # gone, or somebody else's
        return []


if __name__ == "__main__":
    _guard(sys.argv[1], sys.argv[2:])
