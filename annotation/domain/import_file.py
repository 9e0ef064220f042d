"""An import's file read note by note, with its line numbers, until the end or too many errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from annotation.domain.foreign import encoding_of, foreign, has_controls
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.margins import DROP, MarginLine, Margins
from annotation.domain.formats.plain import no_text
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS
from annotation.domain.formats.unknown import UnknownFields
from annotation.domain.notes import Note
from annotation.domain.text import TextError, decode

MAX_ERRORS: Final = 50
LONGEST_NAME: Final = 250
_SAMPLE_BYTES: Final = 64 * 1024  # of a text, which tell its encoding


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong where; `line` 0 is the whole file. Never a piece of the file.

    `file` is a member of an archive, shown only to who brought it.
    """

    line: int
    field: str
    reason: str
    file: str = ""

    def as_report(self) -> dict[str, Any]:
        """A name of 64 kB, fifty times, would make a page of megabytes: its end is told, as of a path."""
        report = {"line": self.line, "field": self.field, "reason": self.reason}
        name = self.file if len(self.file) <= LONGEST_NAME else f"…{self.file[-LONGEST_NAME:]}"
        return report | {"file": name} if name else report


class _Enough(Exception):
    """The report is full."""


@dataclass(slots=True)
class Reader:
    """Notes of one file. After a bad line it goes on with the next: one pass finds them all.

    `errors` stops growing at MAX_ERRORS and so does the reading. `normalised` counts the notes
    whose line ends were rewritten, `losses` what the notes could not take over from the file,
    `unknown` the fields that nobody reads. `margins` says which headers and footers of PDFs stay
    (annotation.domain.formats.margins), `margin_lines` which ones there are. `on_member` is told each member of an archive before it is read.
    """

    path: Path
    format: str
    errors: list[LineError] = field(default_factory=list)
    normalised: int = 0
    bytes_read: int = 0
    losses: Counter[Loss] = field(default_factory=Counter)
    unknown: UnknownFields = field(default_factory=UnknownFields)
    on_member: Callable[[str], None] | None = None
    margins: str = DROP
    margin_lines: list[MarginLine] = field(default_factory=list)

    def notes(self) -> Iterator[tuple[int, Note]]:
        """(line number, note) of every good line."""
        reads = FORMATS[self.format].reads
        if reads is None:
            raise LookupError(self.format)
        reading = Reading("", self._on_error, self._count, self.losses, self.unknown)
        reading.on_member = self.on_member
        reading.margins = Margins(self.margins)
        with self.path.open("rb") as stream:
            if reason := wrong_kind(stream, is_binary=FORMATS[self.format].is_binary):
                self.refuse(LineError(0, "", reason))
                return
            try:
                for item in reads(stream, reading):
                    self.bytes_read = stream.tell()
                    yield item
                self.bytes_read = self.path.stat().st_size
            except _Enough:
                return
            finally:
                self.margin_lines = list(reading.margins.lines.values())

    def refuse(self, error: LineError) -> None:
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(error)

    def _on_error(self, error: FormatError) -> None:
        self.refuse(LineError(error.line, error.field, error.reason, error.file))
        if len(self.errors) >= MAX_ERRORS:
            raise _Enough

    def _count(self, _line: int) -> None:
        self.normalised += 1


def wrong_kind(stream: BinaryIO, *, is_binary: bool) -> str:
    """What no reader of the format would make notes of, told once for the whole file; "" when it may be right. The stream
    stands at its beginning again."""
    head = stream.read(_SAMPLE_BYTES)
    stream.seek(0)
    if is_binary:
        return foreign(head)
    if reason := no_text(head):
        return reason
    try:
        decode(head[: head.rfind(b"\n") + 1] if len(head) == _SAMPLE_BYTES else head)
    except TextError as error:
        return error.reason if encoding_of(head) or has_controls(head) else ""
    return ""
