"""Notes read by the engine in a child process, with a time for each: a note that no engine can read stops no job."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from annotation.domain.notes import PatientIdentity
from annotation.domain.risk import Priority
from annotation.domain.spans import Span
from deidweb.children import Child, TooSlowError
from worker.engine.alone import request, request_closely
from worker.engine.build import EngineError
from worker.engine.doubts import Place
from worker.engine.encoder.card import NO_CARD, CardLostError

MODULE: Final = "worker.engine.alone"
# Of processor time, and generous: one core reads more than 10,000 characters a second. Of the clock ten times as much.
NOTE_SECONDS: Final = 120.0
CHARACTERS_A_SECOND: Final = 2_000
CLOCK: Final = 10
START_SECONDS: Final = 600.0  # a new model is turned into 8 bits at its first use
# 127: the C library, which has no room for a thread's own variables
_GOT_NO_MORE: Final = (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV, 127)
OnWait = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the engine found in one note; `failure` instead when it could not read it twice: "slow" or "broken"."""

    spans: tuple[Span, ...] = ()
    priority: Priority | None = None
    failure: str = ""


class NoteReader(Protocol):
    """Reads notes; `version` names the engine."""

    @property
    def version(self) -> str: ...

    def read(
        self,
        texts: Sequence[str],
        patients: Sequence[PatientIdentity | None],
        on_wait: OnWait = lambda: None,
    ) -> list[Reading]:
        """One reading a note."""
        ...

    def close(self) -> None:
        """Nothing is left of it."""
        ...


class _Failed(Exception):
    """The notes were not read; the message is "slow" or "broken"."""


@dataclass(slots=True)
class ApartNoteReader:
    """A child that holds the engine; another takes its place when it had to be killed. Raises EngineError and MemoryError at
    the start, CardLostError at any time."""

    model: Path
    cache: Path
    version: str = ""
    note_seconds: float = NOTE_SECONDS
    module: str = MODULE
    on_start: OnWait = lambda: None  # while it starts for the first time
    may_use_card: bool = True
    _child: Child | None = field(default=None)

    def __post_init__(self) -> None:
        self._start(self.on_start)

    def read(
        self,
        texts: Sequence[str],
        patients: Sequence[PatientIdentity | None],
        on_wait: OnWait = lambda: None,
    ) -> list[Reading]:
        """All at once; when that fails, one by one, so that only the note at fault is left unread.

        A note fails twice: among others and alone, or alone and alone again.
        """
        try:
            return self._ask(texts, patients, on_wait)
        except _Failed:
            return list(self._one_by_one(texts, patients, on_wait))

    def left_in_clear(
        self, text: str, hidden: Sequence[Place], on_wait: OnWait = lambda: None
    ) -> list[Place] | None:
        """What the engine would still hide; None for a text that it can't read, asked twice."""
        for _attempt in range(2):
            try:
                told = self._exchange(request_closely(text, hidden), len(text), on_wait)
            except _Failed:
                continue
            return [(start, end) for start, end in told]
        return None

    def close(self) -> None:
        if self._child is not None:
            self._child.stop()
            self._child = None

    def _one_by_one(
        self,
        texts: Sequence[str],
        patients: Sequence[PatientIdentity | None],
        on_wait: OnWait,
    ) -> Iterator[Reading]:
        for text, patient in zip(texts, patients, strict=True):
            try:
                yield from self._ask([text], [patient], on_wait)
            except _Failed as failure:
                yield Reading(failure=str(failure))

    def _ask(
        self,
        texts: Sequence[str],
        patients: Sequence[PatientIdentity | None],
        on_wait: OnWait,
    ) -> list[Reading]:
        asked = request(texts, patients)
        return [_reading(*row) for row in self._exchange(asked, sum(map(len, texts)), on_wait)]

    def _exchange(self, asked: object, characters: int, on_wait: OnWait) -> list[Any]:
        child = self._child or self._start(on_wait)
        seconds = self.note_seconds + characters / CHARACTERS_A_SECOND
        try:
            child.send(json.dumps(asked).encode())
            said = child.line(CLOCK * seconds, on_wait, processor_seconds=seconds)
        except TooSlowError:
            self.close()
            raise _Failed("slow") from None
        except BrokenPipeError:
            said = None
        except BaseException:
            self.close()  # a half-read answer would be taken for the next one's
            raise
        kind, told = json.loads(said) if said else ("gone", None)
        if kind == "read" and told is not None:
            return list(told)
        if kind in ("gone", "lost"):
            self.close()
        if kind == "lost":
            raise CardLostError(str(told))
        raise _Failed("broken")

    def _start(self, on_wait: OnWait) -> Child:
        changed = {} if self.may_use_card else NO_CARD
        child = self._child = Child(self.module, str(self.model), str(self.cache), changed=changed)
        try:
            said = child.line(START_SECONDS, on_wait)
        except TooSlowError:
            said = b'["refused", ""]'
        except BaseException:
            self.close()
            raise
        # killed by the system, or by a library that could get no more
        is_killed = not said and child.end() in _GOT_NO_MORE
        kind, told = json.loads(said) if said else ("gone", "")
        if kind != "ready":
            self.close()
            if kind == "full" or is_killed:
                raise MemoryError
            if kind == "lost":
                raise CardLostError(str(told))
            raise EngineError(str(told))
        self.version = str(told)
        return child


def _reading(spans: list[dict[str, Any]], priority: dict[str, Any]) -> Reading:
    return Reading(tuple(Span(**span) for span in spans), Priority(**priority))
