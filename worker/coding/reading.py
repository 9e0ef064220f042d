"""Files of coded notes to stays: CSV (`text;CIM10`) and JSONL. What is wrong is named by line and column."""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.fields import FieldError, entities_field, parse_note
from annotation.domain.formats.jsonl import MAX_LINE_BYTES, bounded_lines
from annotation.domain.notes import Note
from icdcoder.domain.codes import InvalidCodeError, parse_code
from worker.coding.stays import Stay

_TEXT, _CODES, _STAY, _PATIENT, _ID = "text", "codes", "stay", "patient", "id"
_HIDDEN: Final = "hidden"
# what a column may be called, in small letters
_COLUMNS: Final = {
    _TEXT: ("text", "texte", "note"),
    _CODES: ("cim10", "cim-10", "codes", "code", "icd10", "icd-10"),
    _STAY: ("stay", "sejour", "séjour"),
    _PATIENT: ("patient",),
    _ID: ("id",),
}
_DELIMITERS: Final = (";", ",", "\t")
_BETWEEN_CODES: Final = re.compile(r"[\s,;|]+")


@dataclass(frozen=True, slots=True)
class CodedNote:
    """One note of a file with its codes; `stay` and `patient` may be empty, `place` is (line, column of the codes).

    `hidden`: the spans that substitution wrote.
    """

    note: Note
    codes: tuple[str, ...]
    stay: str
    patient: str
    place: tuple[int, str]
    hidden: tuple[tuple[int, int], ...] = ()


def read_stays(path: Path) -> list[Stay]:
    """All stays of a file, JSONL by its ending, CSV otherwise. Raises FormatError, OSError."""
    read = read_jsonl if path.suffix.lower() in (".jsonl", ".ndjson", ".json") else read_csv
    with path.open("rb") as stream:
        return group(read(bounded_lines(stream), path.name), path.name)


def group(rows: Iterable[CodedNote], file: str) -> list[Stay]:
    """Notes that name the same stay become one stay with the codes of all; a note without is a stay alone.

    Raises FormatError for a stay of two patients or without any code, for a name given twice, for an empty file.
    """
    stays: dict[str, list[CodedNote]] = {}
    names: set[str] = set()
    for row in rows:
        line, _column = row.place
        if row.note.id in names:
            raise FormatError(file, line, _ID, "identifiant déjà donné à une autre note")
        names.add(row.note.id)
        own = stays.setdefault(f"s:{row.stay}" if row.stay else f"n:{row.note.id}", [])
        if own and own[0].patient != row.patient:
            raise FormatError(file, line, _PATIENT, "ce séjour est déjà celui d'un autre patient")
        own.append(row)
    if not stays:
        raise FormatError(file, 0, "", "aucune note")
    return [_stay(name, own, file) for name, own in stays.items()]


def _stay(name: str, rows: list[CodedNote], file: str) -> Stay:
    codes = tuple(sorted({code for row in rows for code in row.codes}))
    if not codes:
        line, column = rows[0].place
        raise FormatError(file, line, column, "aucun code CIM-10")
    patient = f"p:{rows[0].patient}" if rows[0].patient else name
    notes, hidden = tuple(row.note for row in rows), tuple(row.hidden for row in rows)
    return Stay(name[2:], patient, notes, codes, hidden if any(hidden) else ())


def parse_codes(value: str) -> tuple[str, ...]:
    """ "E11.9, i10  j18" → ("E119", "I10", "J18"). Raises InvalidCodeError."""
    return tuple(parse_code(part) for part in _BETWEEN_CODES.split(value) if part)


def read_csv(lines: Iterable[bytes], file: str) -> Iterator[CodedNote]:
    """Rows under a header that names at least a column of texts and one of codes. Raises FormatError."""
    csv.field_size_limit(MAX_LINE_BYTES)
    texts = _decoded(lines, file)
    header = next(texts, "")
    try:
        delimiter, columns = _header(header, file)
    except csv.Error:
        raise FormatError(file, 1, "", "ligne CSV mal formée") from None
    rows = csv.reader(texts, delimiter=delimiter, strict=True)
    width = len(next(csv.reader([header], delimiter=delimiter)))
    while True:
        line = rows.line_num + 2  # where the next row begins, the header being line 1
        try:
            row = next(rows, None)
        except csv.Error:
            raise FormatError(file, line, "", "ligne CSV mal formée") from None
        if row is None:
            return
        if row:
            if len(row) != width:
                raise FormatError(file, line, "", f"{width} colonnes attendues, {len(row)} lues")
            yield _csv_row(row, columns, line, file)


def _decoded(lines: Iterable[bytes], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE_BYTES:
            raise FormatError(file, number, "", "ligne trop longue")
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise FormatError(file, number, "", "octets qui ne sont pas de l'UTF-8") from None


def _header(line: str, file: str) -> tuple[str, dict[str, tuple[int, str]]]:
    """The delimiter, and place and own name of each known column."""
    found: dict[str, tuple[int, str]] = {}
    for delimiter in _DELIMITERS:
        names = [name.strip() for name in next(csv.reader([line], delimiter=delimiter), [])]
        found = {
            key: (place, name)
            for place, name in enumerate(names)
            for key, known in _COLUMNS.items()
            if name.lower() in known
        }
        if _TEXT in found and _CODES in found:
            return delimiter, found
    raise FormatError(file, 1, "", "en-tête attendu : text;CIM10 (et au besoin id, stay, patient)")


def _csv_row(
    row: list[str], columns: dict[str, tuple[int, str]], line: int, file: str
) -> CodedNote:
    def value(key: str) -> str:
        return row[columns[key][0]].strip() if key in columns else ""

    text_column, codes_column = columns[_TEXT][1], columns[_CODES][1]
    record = {"id": value(_ID) or f"{line}", "text": row[columns[_TEXT][0]]}
    if not record["text"].strip():
        raise FormatError(file, line, text_column, "texte vide")
    try:
        note, _changed = parse_note(record)
        codes = parse_codes(value(_CODES))
    except FieldError as error:
        column = columns[error.field][1] if error.field in columns else text_column
        raise FormatError(file, line, column, error.reason) from None
    except InvalidCodeError as error:
        raise FormatError(file, line, codes_column, str(error)) from None
    return CodedNote(note, codes, value(_STAY), value(_PATIENT), (line, codes_column))


def read_jsonl(lines: Iterable[bytes], file: str) -> Iterator[CodedNote]:
    """Our note JSONL with `codes` (a list, or one string) and at will `stay` and `hidden` ([[start, end], …], what
    substitution wrote; the `replacements` of an export tell it, too). Raises FormatError."""
    for line, text in enumerate(_decoded(lines, file), start=1):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            raise FormatError(file, line, "", "JSON invalide") from None
        if not isinstance(record, dict):
            raise FormatError(file, line, "", "un objet JSON est attendu")
        yield _json_row(record, line, file)


def _json_row(record: dict[str, Any], line: int, file: str) -> CodedNote:
    try:
        note, _changed = parse_note(record)
        codes = parse_codes(" ".join(_strings(record, _CODES)))
        stay = " ".join(_strings(record, _STAY))
        hidden = _hidden(record, note)
    except FieldError as error:
        raise FormatError(file, line, error.field, error.reason) from None
    except InvalidCodeError as error:
        raise FormatError(file, line, _CODES, str(error)) from None
    return CodedNote(note, codes, stay, note.patient.id, (line, _CODES), hidden)


def _hidden(record: dict[str, Any], note: Note) -> tuple[tuple[int, int], ...]:
    """Raises FieldError."""
    if entities_field(record) == "replacements":
        return tuple((span.start, span.end) for span in note.entities)
    try:
        return tuple((int(start), int(end)) for start, end in record.get(_HIDDEN, ()))
    except (TypeError, ValueError):
        raise FieldError(_HIDDEN, "une liste de [début, fin] est attendue") from None


def _strings(record: dict[str, Any], name: str) -> list[str]:
    """A string, or a list of them; [] when absent. Raises FieldError."""
    value = record.get(name, [])
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise FieldError(name, "une chaîne ou une liste de chaînes est attendue")
    return found
