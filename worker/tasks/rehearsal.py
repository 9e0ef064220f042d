"""What may have ended an attempt is tried in a process of its own before a job touches it again.

An attempt writes down what it has in hand. The next one finds it: what ended the first one (memory, a crash, the time that a
job may stand still) may be there, and ends the second one, too. So everything from there on is tried by a child first, which
works with our keys and our database as we do, and writes nothing. What ends the child, twice, is set aside; the job goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from deidweb.children import Child, TooSlowError
from worker.services.read_notes import CHARACTERS_A_SECOND, CLOCK, NOTE_SECONDS

MODULE = "worker.rehearse"
START_SECONDS: Final = 600.0
SLOW, BROKEN = "slow", "broken"  # of `NoteAside.Why`
READY, DONE, AGAIN = b"ready", b"done", b"again"


class RehearsalError(RuntimeError):
    """The child is at fault, or the database: no note is."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A file that says what an attempt has in hand: it outlives whoever is killed, and nobody who ends well."""

    path: Path

    def left(self) -> str:
        """What a former attempt of the job has left; "" for nothing."""
        try:
            return self.path.read_text(encoding="ascii")
        except FileNotFoundError:
            return ""

    def take(self, what: str) -> None:
        self.path.write_text(what, encoding="ascii")

    def put_down(self) -> None:
        self.path.unlink(missing_ok=True)


@dataclass(slots=True)
class Rehearsal:
    """`arguments`: what the child is told at its start, a key of `worker.rehearse.STAGES` first. `on_wait` is called
    while it works and may raise."""

    arguments: tuple[str, ...]
    on_wait: Callable[[], None]
    seconds: float = NOTE_SECONDS
    _child: Child | None = field(default=None)

    def failure(self, asked: Any, characters: int) -> str:
        """How it ends: "" for well, SLOW or BROKEN. Raises RehearsalError."""
        child = self._child or self._start()
        seconds = self.seconds + characters / CHARACTERS_A_SECOND
        try:
            child.send(json.dumps(asked).encode())
            said = child.line(CLOCK * seconds, self.on_wait, processor_seconds=seconds)
        except TooSlowError:
            self.close()
            return SLOW
        except BrokenPipeError:
            said = None
        except BaseException:
            self.close()  # a half-read answer would be taken for the next one's
            raise
        if said == AGAIN:
            raise RehearsalError
        if said is None:
            self.close()
        return "" if said == DONE else BROKEN

    def require_sound(self) -> None:
        """Raises RehearsalError where not even the start succeeds: no note is at fault then."""
        self.close()
        self._start()

    def close(self) -> None:
        if self._child is not None:
            self._child.stop()
            self._child = None

    def _start(self) -> Child:
        child = self._child = Child(MODULE, *self.arguments, changed=os.environ)
        try:
            said = child.line(START_SECONDS, self.on_wait)
        except TooSlowError:
            said = None
        except BaseException:
            self.close()
            raise
        if said != READY:
            self.close()
            raise RehearsalError
        return child
