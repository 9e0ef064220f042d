"""The project's own note JSONL (product.md, "Formats"): one JSON object a line, streamed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any, BinaryIO, Final, NoReturn

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.fields import FieldError, parse_note
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from annotation.domain.text import TextError, decode

MAX_LINE_BYTES: Final = 10 * 1024 * 1024

__all__ = ["MAX_LINE_BYTES", "FormatError", "bounded_lines", "note_to_json", "read_notes"]


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
) -> Iterator[Note]:
    """Notes of a JSONL file, one by one. Raises FormatError at the first bad line.

    Entity offsets count code points in the file's own text; when line ends are normalised they
    are moved with the text, and `on_normalised` is called with the line number.
    """
    seen: set[bytes] = set()
    number = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if len(line.rstrip(b"\r\n")) > MAX_LINE_BYTES:
            limit = MAX_LINE_BYTES // (1024 * 1024)
            raise FormatError(file_name, number, "", f"la ligne dépasse {limit} Mo")
        if not line.strip():
            continue
        try:
            note, changed = parse_note(_parse_object(line))
        except (FieldError, TextError) as error:
            field = getattr(error, "field", "")
            raise FormatError(file_name, number, field, error.reason) from None
        key = hashlib.blake2b(note.id.encode("utf-8"), digest_size=16).digest()
        if key in seen:
            raise FormatError(file_name, number, "id", "identifiant déjà présent dans ce fichier")
        seen.add(key)
        if changed and on_normalised is not None:
            on_normalised(number)
        yield note
    if not seen:
        raise FormatError(file_name, 0, "", "le fichier est vide (aucune note)")


def _parse_object(line: bytes) -> dict[str, Any]:
    text = decode(line)
    if "\0" in text:
        raise FieldError("", "la ligne contient un caractère nul")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise FieldError("", f"JSON invalide (colonne {error.colno})") from None
    except RecursionError:
        raise FieldError("", "JSON invalide : trop de niveaux imbriqués") from None
    except ValueError:
        raise FieldError("", "JSON invalide : nombre hors limites") from None
    if not isinstance(value, dict):
        raise FieldError("", "la ligne n'est pas un objet JSON")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def note_to_json(note: Note) -> str:
    """One line of the same format, without the line end; empty parts are left out but `entities`."""
    record: dict[str, Any] = {"id": note.id, "text": note.text}
    if patient := _patient_record(note.patient):
        record["patient"] = patient
    if note.meta:
        record["meta"] = dict(note.meta)
    record["entities"] = [_span_record(span) for span in note.entities]
    return json.dumps(record, ensure_ascii=False)


def _patient_record(patient: PatientIdentity) -> dict[str, Any]:
    return {key: value for key, value in asdict(patient).items() if value}


def _span_record(span: Span) -> dict[str, Any]:
    record: dict[str, Any] = {"start": span.start, "end": span.end, "label": str(span.label)}
    if span.subtype:
        record["subtype"] = str(span.subtype)
    record["score"] = round(span.score, 4)
    if span.source:
        record["source"] = span.source
    return record
