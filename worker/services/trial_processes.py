"""Starts the processes of « Essayer », speaks to them, ends them. They know no secret and see no database.

A web process keeps at most one engine: what it reads waits in a short line, and who would wait longer is told so. An
engine that is late, or that does not speak as it should, is ended; the next text starts another one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import IO, Any, Final, NamedTuple

from django.conf import settings

from deidweb import lifeline
from deidweb.children import TOOLS
from icdcoder.selectors.coder import nomenclature_path
from worker.trial.wire import Closed, receive, send, write

READER_SECONDS: Final = 30  # scanned pages take some seconds each
REDACTION_SECONDS: Final = 60
LONG_REDACTION_SECONDS: Final = 900  # where nobody waits before a page (`"long"`)
START_SECONDS: Final = 90  # with the line; the first time, an 8-bit copy of the model is made
ENGINE_SECONDS: Final = 20  # a text and what becomes of it
MOST_THREADS: Final = 2  # of a web process: one is served, one waits; the others serve pages
LINE_SECONDS: Final = 20


class TrialBusy(Exception):
    """Too many wait already."""


class TrialFailed(Exception):
    """The process is gone or was late: of the document nothing is known."""


class Files(NamedTuple):
    """What an engine loads; another model is another engine."""

    model: str
    cache: str
    nomenclature: str


def files_of(content_hash: str) -> Files:
    """`content_hash` of the project's model, "" for the shipped one."""
    folder = (
        Path(settings.MODEL_DIR) / content_hash if content_hash else Path(settings.SHIPPED_MODEL)
    )
    return Files(str(folder), str(settings.ENGINE_CACHE), str(nomenclature_path()))


def read_bytes(data: bytes) -> dict[str, Any]:
    """The document's kind and text, or why it is refused. Raises TrialBusy, TrialFailed."""
    with _line(_readers):
        process = _start("worker.trial.read_document")
        try:
            return _converse(process, data)
        except Closed:
            raise TrialFailed from None
        finally:
            _end(process)


def work_on_pdf(
    data: bytes, asked: dict[str, Any], *, seconds: float = REDACTION_SECONDS
) -> dict[str, Any]:
    """What `worker.trial.redact_document` tells of the file, within `seconds` of the clock. Raises TrialBusy, TrialFailed."""
    with _line(_readers):
        process = _start("worker.trial.redact_document")
        try:
            send(_handle(process.stdin), asked, seconds=READER_SECONDS)
            return _converse(process, data, seconds=seconds)
        except Closed:
            raise TrialFailed from None
        finally:
            _end(process)


def ask(files: Files, message: dict[str, Any]) -> dict[str, Any]:
    """The engine's answer. Raises TrialBusy, TrialFailed."""
    # one end for the line and the start: who comes while an engine starts waits for it as long as if he had started it,
    # and no longer where it fails and he starts one himself
    end = monotonic() + START_SECONDS
    with _line(_engines, START_SECONDS if _starting.is_set() else LINE_SECONDS):
        try:
            process = _engine(files, end)
            end = monotonic() + ENGINE_SECONDS
            send(_handle(process.stdin), message, seconds=end - monotonic())
            return receive(_handle(process.stdout), seconds=end - monotonic())
        except Closed:
            end_engine()
            raise TrialFailed from None


def warm_up(files: Files, *, instead: bool = True) -> None:
    """Has an engine ready for who is about to ask, without waiting for it; `instead` of another one's that is there."""
    threading.Thread(target=_warm, args=(files,), kwargs={"instead": instead}, daemon=True).start()


def end_engine() -> None:
    """Ends the kept engine, if there is one."""
    process = _kept.pop("process", None)
    _kept.pop("files", None)
    if process is not None:
        _end(process)


class _Line:
    """One served at a time, a few waiting."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.places = threading.Semaphore(MOST_THREADS)


_readers: Final = _Line()
_engines: Final = _Line()
_kept: Final[dict[str, Any]] = {}
_starting: Final = threading.Event()


@contextmanager
def _line(line: _Line, seconds: float = LINE_SECONDS) -> Iterator[None]:
    if not line.places.acquire(blocking=False):
        raise TrialBusy
    try:
        if not line.turn.acquire(timeout=seconds):
            raise TrialBusy
        try:
            yield
        finally:
            line.turn.release()
    finally:
        line.places.release()


def _warm(files: Files, *, instead: bool) -> None:
    kept: subprocess.Popen[bytes] | None = _kept.get("process")
    if not instead and kept is not None and kept.poll() is None:
        return
    if not _engines.turn.acquire(blocking=False):
        return  # somebody is being served: it is warm, or will be
    try:
        _engine(files, monotonic() + START_SECONDS)
    except Closed:
        end_engine()
    finally:
        _engines.turn.release()


def _engine(files: Files, end: float) -> subprocess.Popen[bytes]:
    """The kept engine of these files, started before `end` if need be. Raises Closed."""
    process: subprocess.Popen[bytes] | None = _kept.get("process")
    if process is not None and _kept["files"] == files and process.poll() is None:
        return process
    end_engine()
    _starting.set()
    try:
        process = _start("worker.trial.engine")
        _kept.update(process=process, files=files)
        send(_handle(process.stdin), files._asdict(), seconds=end - monotonic())
        receive(_handle(process.stdout), seconds=end - monotonic())
    finally:
        _starting.clear()
    return process


def _start(module: str) -> subprocess.Popen[bytes]:
    """With an environment written by hand: no key, no address of a database."""
    process: subprocess.Popen[bytes] = lifeline.start(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        cwd=settings.BASE_DIR, bufsize=0,
        env={"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", **_tools(), **lifeline.mark()},
    )  # fmt: skip
    return process


def _tools() -> dict[str, str]:
    return {name: os.environ[name] for name in TOOLS if name in os.environ}


def _converse(
    process: subprocess.Popen[bytes], data: bytes, *, seconds: float = READER_SECONDS
) -> dict[str, Any]:
    """All of the document in, then its answer out, which is read no further than a message may go. Raises Closed."""
    write(_handle(process.stdin), data, seconds=seconds)
    _closed(process.stdin)
    return receive(_handle(process.stdout), seconds=seconds)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    _closed(process.stdin)
    _closed(process.stdout)


def _closed(pipe: IO[bytes] | None) -> None:
    if pipe is not None:
        pipe.close()


def _handle(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise Closed
    return pipe.fileno()
