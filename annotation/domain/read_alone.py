"""Reads one import's file in a process of its own: `python -m annotation.domain.read_alone FORMAT [MARGINS] < file`.

Lines on standard output, each a JSON list: ["at", member], ["note", line, note, bytes read], and at the end
["end", what is left to say]. Pure: no Django, no database. The parent checks every note again.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from annotation.domain.formats.margins import DROP
from annotation.domain.identity_record import identity_to_record
from annotation.domain.import_file import LineError, Reader
from annotation.domain.notes import Note
from deidweb import children

MEMORY_BYTES: Final = 1536 * 1024 * 1024
NOTE_SECONDS: Final = 60.0  # of processor time, from one note to the next
OUT_OF_MEMORY: Final = (
    "ce fichier demande plus de mémoire qu'un import n'en reçoit : il est abîmé, ou fait pour cela"
)
UNREADABLE: Final = "ce fichier est abîmé ou illisible à cet endroit"


def main() -> None:
    """The whole life of the child."""
    with children.private_output() as answers:
        children.limit_memory(MEMORY_BYTES)
        children.limit_time(NOTE_SECONDS)
        read_to(answers, sys.argv[1], Path("/dev/fd/0"), *sys.argv[2:3])


def read_to(answers: IO[bytes], format_name: str, path: Path, margins: str = DROP) -> None:
    """Writes the answers about the file at `path`."""
    at: list[str] = [""]

    def on_member(name: str) -> None:
        at[0] = name
        _say(answers, "at", name)

    reader = Reader(path, format_name, on_member=on_member, margins=margins)
    line = 0
    try:
        for line, note in reader.notes():
            _say(answers, "note", line, note_record(note), reader.bytes_read)
    except MemoryError:
        reader.refuse(LineError(0, "", OUT_OF_MEMORY, at[0]))
    except Exception:  # noqa: BLE001 - zlib, lzma, recursion, overflow…: the file's fault, said once
        reader.refuse(LineError(line + 1 if line else 0, "", UNREADABLE, at[0]))
    _say(answers, "end", _rest(reader))


def note_record(note: Note) -> dict[str, Any]:
    """As `parse_note` reads it, with nothing rounded."""
    return {
        "id": note.id,
        "text": note.text,
        "patient": identity_to_record(note.patient) or None,
        "meta": dict(note.meta),
        "entities": [asdict(span) for span in note.entities],
    }


def _rest(reader: Reader) -> dict[str, Any]:
    return {
        "errors": [error.as_report() for error in reader.errors],
        "normalised": reader.normalised,
        "losses": {loss.value: count for loss, count in reader.losses.items() if count},
        "margins": [asdict(line) for line in reader.margin_lines],
        "unknown": [[one.field, one.line, one.notes] for one in reader.unknown],
    }


def _say(answers: IO[bytes], *message: Any) -> None:
    children.renew_time(NOTE_SECONDS)
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
