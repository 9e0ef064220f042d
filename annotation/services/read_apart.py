"""An import's file, read in a process of its own that may be killed: same interface as `annotation.domain.import_file.Reader`."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.margins import DROP, MarginLine
from annotation.domain.formats.unknown import Unknown
from annotation.domain.import_file import MAX_ERRORS, LineError
from annotation.domain.notes import Note
from annotation.domain.read_alone import OUT_OF_MEMORY, UNREADABLE
from deidweb.children import Child, TooSlowError, is_out_of_time

MODULE: Final = "annotation.domain.read_alone"
SILENT_SECONDS: Final = (
    600.0  # of the clock: the child counts its own processor time, and a busy machine gives little
)
TOO_SLOW: Final = (
    "la lecture de ce fichier dépasse le temps prévu : il est abîmé, ou fait pour cela"
)


def reason_of(code: int) -> str:
    """Why a child has ended without a last word."""
    if is_out_of_time(code):
        return TOO_SLOW
    return UNREADABLE if code == -signal.SIGSEGV else OUT_OF_MEMORY


@dataclass(slots=True)
class ApartReader:
    """`on_wait` is called while the child reads and says nothing; what it raises ends the reading."""

    path: Path
    format: str
    on_wait: Callable[[], None] = lambda: None
    margins: str = DROP
    errors: list[LineError] = field(default_factory=list)
    normalised: int = 0
    bytes_read: int = 0
    losses: Counter[Loss] = field(default_factory=Counter)
    unknown: list[Unknown] = field(default_factory=list)
    margin_lines: list[MarginLine] = field(default_factory=list)
    _member: str = ""
    _has_ended: bool = False

    def notes(self) -> Iterator[tuple[int, Note]]:
        """(line number, note) of every good line."""
        with (
            self.path.open("rb") as file,
            Child(MODULE, self.format, self.margins, stdin=file) as child,
        ):
            try:
                while (said := child.line(SILENT_SECONDS, self.on_wait)) is not None:
                    kind, *rest = json.loads(said)
                    if kind == "note":
                        yield self._note(*rest)
                    elif kind == "at":
                        self._member = str(rest[0])
                    else:
                        self._end(rest[0])
            except TooSlowError:
                self._died(TOO_SLOW)
            if not self._has_ended:
                self._died(reason_of(child.end()))

    def refuse(self, error: LineError) -> None:
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(error)

    def _note(self, line: int, record: dict[str, Any], bytes_read: int) -> tuple[int, Note]:
        """Checked again: what reads foreign files may have been turned against us."""
        self.bytes_read = bytes_read
        try:
            return line, parse_note(record)[0]
        except FieldError as error:
            raise RuntimeError(f"the reader sent a bad {error.field}") from None

    def _end(self, told: dict[str, Any]) -> None:
        self._has_ended = True
        for error in told["errors"]:
            self.refuse(
                LineError(error["line"], error["field"], error["reason"], error.get("file", ""))
            )
        self.normalised = told["normalised"]
        self.losses.update({Loss(name): count for name, count in told["losses"].items()})
        self.margin_lines = [MarginLine(**line) for line in told["margins"]]
        self.unknown = [Unknown(name, line, notes) for name, line, notes in told["unknown"]]

    def _died(self, reason: str) -> None:
        """The kernel has ended the child, or it has ended itself in a library: the file is refused, once."""
        self._has_ended = True
        self.refuse(LineError(0, "", reason, self._member))
