"""Speaks to a tool in its own interpreter: `$PEERS_PYTHON` names it (several, separated as in PATH, when tools can't live
together)."""

import json
import os
import subprocess
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid
from deidweb.children import Child, TooSlowError, environment
from worker.other_engines.peers.specs import PEERS, PeerSpec

_SCRIPT: Final = Path(__file__).with_name("process.py")
_ISOLATED: Final = "-I"  # nothing of ours among its modules
_PYTHONS: Final = "PEERS_PYTHON"
_START_SECONDS: Final = 300.0
_TEXT_SECONDS: Final = 300.0
_LIST_SECONDS: Final = 20.0
_END_SECONDS: Final = 2.0


class PeerAbsentError(Exception):
    """`reason` says what the interpreters answered."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PeerFailedError(RuntimeError):
    """It has not read a text: too slow, or gone. The next one is read by a new process."""


def interpreters() -> list[str]:
    """Those that `$PEERS_PYTHON` names."""
    return [part for part in os.environ.get(_PYTHONS, "").split(os.pathsep) if part]


def installed_peers() -> list[PeerSpec]:
    """Tools that one of the interpreters has; whether they start is another question. Asked once a process."""
    return list(_installed(tuple(interpreters())))


@lru_cache(maxsize=4)
def _installed(pythons: tuple[str, ...]) -> tuple[PeerSpec, ...]:
    packages = sorted({spec.package for spec in PEERS})
    found: set[str] = set()
    for python in pythons:
        command = [python, _ISOLATED, str(_SCRIPT), "--installed", *packages]
        try:
            done = subprocess.run(  # noqa: S603 - an interpreter that the installation names
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment(),
                timeout=_LIST_SECONDS, check=True,
            )  # fmt: skip
            found |= set(map(str, json.loads(done.stdout)))
        except (OSError, subprocess.SubprocessError, ValueError, TypeError):
            continue
    return tuple(spec for spec in PEERS if spec.package in found)


class PeerDetector:
    """One process, as long as this lives; a new one after a failure. `pythons`: see `interpreters`."""

    def __init__(self, spec: PeerSpec, pythons: Sequence[str] | None = None) -> None:
        """Raises PeerAbsentError."""
        self.spec = spec
        self.words = 0
        self.seconds = 0.0
        self._turn = threading.Lock()  # an answer belongs to the text before it
        chosen = interpreters() if pythons is None else pythons
        reasons = [] if chosen else [f"${_PYTHONS}"]
        for python in chosen:
            self._python = python
            try:
                told = self._start()
            except PeerAbsentError as absent:
                reasons.append(absent.reason)
                continue
            self.version = f"{spec.title} {told}"
            return
        raise PeerAbsentError(" ; ".join(dict.fromkeys(reasons)))

    @property
    def words_a_second(self) -> float:
        """Over all texts read so far; its start and the transfer of texts are not counted."""
        return self.words / self.seconds if self.seconds else 0.0

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not told to it. Raises PeerFailedError."""
        with self._turn:
            return [self._read(text) for text in texts]

    def _read(self, text: str) -> list[Span]:
        answer = self._ask(text)
        self.seconds += answer["seconds"]
        self.words += len(text.split())
        return self._spans(text, answer["spans"])

    def _spans(self, text: str, raw: Sequence[tuple[int, int, str]]) -> list[Span]:
        """Without overlaps; ends beyond the text are cut."""
        spans = [
            Span(start, min(end, len(text)), *self.spec.ours_of(told), source=self.spec.name)
            for start, end, told in raw
            if start < min(end, len(text))
        ]
        return merge_hybrid(spans, text=text)

    def _ask(self, text: str) -> dict[str, Any]:
        if self._child.process.poll() is not None:
            self._start()
        try:
            self._child.send(json.dumps({"text": text}).encode())
            line = self._child.line(_TEXT_SECONDS)
        except (BrokenPipeError, TooSlowError):
            line = None
        except BaseException:
            self._child.stop()  # a half-read answer would be taken for the next one's
            raise
        if line is None:
            self._child.stop()
            raise PeerFailedError(self.spec.title)
        return dict(json.loads(line))

    def _start(self) -> str:
        """Its version. Raises PeerAbsentError."""
        options = (str(_SCRIPT), "--peer", self.spec.name)
        try:
            child = Child(*options, python=(self._python, _ISOLATED))
        except OSError as error:
            raise PeerAbsentError(f"{self._python} : {error.strerror}") from error
        try:
            line = child.line(_START_SECONDS)
        except TooSlowError:
            line = None
        told = json.loads(line) if line else {"absent": f"arrêté avec le code {child.end()}"}
        if "absent" in told:
            child.stop()
            raise PeerAbsentError(str(told["absent"]))
        self._child = child
        weakref.finalize(self, _end, child)
        return str(told["version"])


def _end(child: Child) -> None:
    """By itself, so that it takes its own files away; else it is killed."""
    if child.process.stdin is not None:
        child.process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        child.process.wait(_END_SECONDS)
    child.stop()
