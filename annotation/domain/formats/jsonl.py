"""The project's own note JSONL (docs/formats.md): one JSON object a line, streamed."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import MAX_LINE_BYTES, json_lines, notes_of, own_record
from annotation.domain.formats.unknown import UnknownFields
from annotation.domain.formats.writing import Writing
from annotation.domain.identity_record import identity_to_record
from annotation.domain.notes import Note
from annotation.domain.spans import Span

__all__ = [
    "MAX_LINE_BYTES",
    "FormatError",
    "bounded_lines",
    "note_to_json",
    "notes_in",
    "read",
    "read_notes",
    "write",
]


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines of a binary stream; a longer one than the limit is cut one byte after it.

    Memory stays bounded whatever the file holds; `read_notes` refuses the cut line.
    """
    while line := stream.readline(MAX_LINE_BYTES + 2):
        yield line


def read_notes(
    lines: Iterable[bytes],
    *,
    file_name: str,
    on_normalised: Callable[[int], None] | None = None,
    unknown: UnknownFields | None = None,
    losses: Counter[Loss] | None = None,
) -> Iterator[Note]:
    """Notes of a JSONL file, one by one. Raises FormatError at the first bad line.

    Entity offsets count code points in the file's own text; when line ends are normalised they
    are moved with the text, and `on_normalised` is called with the line number. `unknown` collects
    the fields that nobody reads, `losses` what was read in another way than it stands there.
    """
    unknown = UnknownFields() if unknown is None else unknown
    reading = Reading(file_name, on_normalised=on_normalised, unknown=unknown)
    if losses is not None:
        reading.losses = losses
    for _line, note in notes_of(json_lines(lines, reading), reading, own_record):
        yield note


def notes_in(path: Path, losses: Counter[Loss] | None = None) -> Iterator[Note]:
    """Those of a file, which is named by its name alone. Raises OSError and what `read_notes` raises."""
    with path.open("rb") as stream:
        yield from read_notes(bounded_lines(stream), file_name=path.name, losses=losses)


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Notes of the project's own format, going on after refused lines."""
    return notes_of(json_lines(bounded_lines(stream), reading), reading, own_record)


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """One line a note; nothing is lost."""
    for note in notes:
        writing.notes += 1
        stream.write(note_to_json(note).encode() + b"\n")


def note_to_json(note: Note) -> str:
    """One line of the same format, without the line end; empty parts are left out but `entities`."""
    record: dict[str, Any] = {"id": note.id, "text": note.text}
    if patient := identity_to_record(note.patient):
        record["patient"] = patient
    if note.meta:
        record["meta"] = dict(note.meta)
    record["entities"] = [_span_record(span) for span in note.entities]
    return json.dumps(record, ensure_ascii=False)


def _span_record(span: Span) -> dict[str, Any]:
    record: dict[str, Any] = {"start": span.start, "end": span.end, "label": str(span.label)}
    if span.subtype:
        record["subtype"] = str(span.subtype)
    record["score"] = round(span.score, 4)
    if span.source:
        record["source"] = span.source
    if span.doubt:
        record["doubt"] = True
    if span.comment:
        record["comment"] = span.comment
    return record
