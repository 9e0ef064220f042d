"""Reading an import's file line by line, with its line numbers, until the end or too many errors."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import MAX_LINE_BYTES, bounded_lines, read_notes
from annotation.domain.formats.plain import MAX_FILE_BYTES, read_plain
from annotation.domain.notes import Note
from annotation.domain.text import text_sha256

MAX_ERRORS: Final = 50
DUPLICATE: Final = "identifiant déjà présent dans ce fichier"


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong where; `line` 0 is the whole file. Never a piece of the file."""

    line: int
    field: str
    reason: str

    def as_report(self) -> dict[str, Any]:
        return {"line": self.line, "field": self.field, "reason": self.reason}


@dataclass(slots=True)
class Reader:
    """Notes of one file. After a bad line it goes on with the next: one pass finds them all.

    `errors` stops growing at MAX_ERRORS and so does the reading. `normalised` counts the notes
    whose line ends were rewritten.
    """

    path: Path
    format: str
    errors: list[LineError] = field(default_factory=list)
    normalised: int = 0
    bytes_read: int = 0
    _line: int = 0
    _seen: set[bytes] = field(default_factory=set)

    def notes(self) -> Iterator[tuple[int, Note]]:
        """(line number, note) of every good line."""
        with self.path.open("rb") as stream:
            source = self._plain(stream) if self.format == "text" else self._jsonl(stream)
            with closing(source):
                yield from source

    def refuse(self, line: int, field_name: str, reason: str) -> None:
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(LineError(line, field_name, reason))

    def _plain(self, stream: BinaryIO) -> Generator[tuple[int, Note], None, None]:
        data = stream.read(MAX_FILE_BYTES + 1)
        self.bytes_read = len(data)
        try:
            note = read_plain(data, file_name="", note_id="texte")
        except FormatError as error:
            self.refuse(error.line, error.field, error.reason)
            return
        if b"\r" in data:
            self.normalised = 1
        # A file's name may be a patient's: the note is named after its text.
        yield 0, Note(id=f"texte-{text_sha256(note.text)[:16]}", text=note.text)

    def _jsonl(self, stream: BinaryIO) -> Generator[tuple[int, Note], None, None]:
        lines = self._numbered(stream)
        found = False
        while len(self.errors) < MAX_ERRORS:
            before = self._line
            try:
                for note in read_notes(lines, file_name="", on_normalised=self._count):
                    found = True
                    if self._is_new(note):
                        yield self._line, note
                return
            except FormatError as error:
                if error.line:
                    self.refuse(before + error.line, error.field, error.reason)
                elif found or self.errors:
                    return
                else:
                    self.refuse(0, "", error.reason)
                    return

    def _is_new(self, note: Note) -> bool:
        """`read_notes` forgets what it has seen when it starts again after an error."""
        key = hashlib.blake2b(note.id.encode(), digest_size=16).digest()
        if key in self._seen:
            self.refuse(self._line, "id", DUPLICATE)
            return False
        self._seen.add(key)
        return True

    def _count(self, _line: int) -> None:
        self.normalised += 1

    def _numbered(self, stream: BinaryIO) -> Iterator[bytes]:
        """The lines; of one that is too long only the beginning, which `read_notes` refuses."""
        in_long_line = False
        for chunk in bounded_lines(stream):
            self.bytes_read += len(chunk)
            ends = chunk.endswith(b"\n")
            if not in_long_line:
                self._line += 1
                yield chunk
            in_long_line = not ends and (in_long_line or len(chunk) > MAX_LINE_BYTES)
