"""Notes as the rows of a CSV file; nothing is lost."""

import csv
import io
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, BinaryIO, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.jsonl import note_to_json
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import (
    DECODER,
    MAX_LINE_BYTES,
    KeyRefusedError,
    Record,
    notes_of,
)
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note, PatientIdentity

_LISTS: Final = ("last_name", "first_name", "phone", "mail")
_IDENTITY: Final = tuple(f.name for f in fields(PatientIdentity) if f.name != "id")
COLUMNS: Final = ("id", "text", "type", "date", "patient_id", *_IDENTITY, "entities", "meta")
NO_COLUMN: Final = (
    "colonne obligatoire absente de la première ligne "
    "(séparateurs reconnus : virgule, point-virgule, tabulation)"
)
NOT_UTF8: Final = "encodage illisible : le fichier doit être en UTF-8"
_AROUND: Final = "\ufeff \t\r\n"
_HALF: Final = re.compile("[\ud800-\udfff]")
_NAMES: Final = {"patient": "patient_id", "meta": "date"}


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Any order of columns; only ``id`` and ``text`` are required, others than ours are told and ignored."""
    return notes_of(csv_rows(stream, reading, ("id", "text"), COLUMNS), reading, _convert)


def csv_rows(
    stream: BinaryIO, reading: Reading, required: Sequence[str], columns: Sequence[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, row) of a CSV file with a header; the delimiter is the header's own. `columns` are those that
    somebody reads: none of them may come twice.

    Column names are compared in lower case. After bytes that are no UTF-8 nothing more is read.
    """
    csv.field_size_limit(MAX_LINE_BYTES)
    # what is no UTF-8 becomes half signs, which no file can hold otherwise: so the line and the field can be told
    text = io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="")
    try:
        # a longer line is no header; of what is cut here the reader below refuses the field
        header = text.readline(MAX_LINE_BYTES)
        if _HALF.search(header):
            reading.refuse(1, "", NOT_UTF8)
        elif header.strip(_AROUND):
            yield from _rows(header, text, reading, required, columns)
    finally:
        text.detach()


def _rows(
    header: str,
    others: Iterable[str],
    reading: Reading,
    required: Sequence[str],
    columns: Sequence[str],
) -> Iterator[tuple[int, dict[str, str]]]:
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(itertools.chain([header], others), delimiter=delimiter, strict=True)
    line = 0  # on which the row before ended
    try:
        names = [name.strip(_AROUND).lower() for name in next(rows)]
        if wrong := wrong_column(names, required, columns, NO_COLUMN):
            reading.refuse(1, *wrong)
            return
        line = rows.line_num
        for row in rows:
            line = rows.line_num
            bad = next((i for i, cell in enumerate(row) if _HALF.search(cell)), None)
            if bad is not None:
                # another column's name may be a patient's
                named = {*required, *columns}.intersection(names[bad : bad + 1])
                reading.refuse(line, "".join(named), NOT_UTF8)
                return
            if len(row) == len(names):
                yield line, dict(zip(names, row, strict=True))
            elif row:
                reason = f"{len(names)} colonnes attendues, {len(row)} trouvées"
                reading.refuse(line, "", reason)
    except csv.Error:
        # a quote that is never closed swallows the rest: the row's first line is to blame
        reading.refuse(line + 1, "", "CSV invalide : guillemets ou champ trop long")


def wrong_column(
    names: Sequence[str], required: Sequence[str], columns: Sequence[str], absent: str
) -> tuple[str, str] | None:
    """The first column that stops the file, and why; None when all is well. `absent` is said of one that is required.

    >>> wrong_column(["id", "text", "id"], ("id", "text"), (), "colonne absente")
    ('id', 'colonne donnée deux fois')
    """
    for name in required:
        if name not in names:
            return name, absent
    for name in (*required, *columns):
        # of two columns of one name a row would keep the last, and nobody would know of the first
        if names.count(name) > 1:
            return name, "colonne donnée deux fois"
    return None


def _convert(row: dict[str, str], reading: Reading, number: int) -> Record:
    reading.unknown.add(number, row.keys() - set(COLUMNS))
    patient: dict[str, Any] = {key: row.get(key) or None for key in _IDENTITY}
    patient.update({key: _list(row.get(key, "")) for key in _LISTS})
    patient["id"] = row.get("patient_id") or None
    meta = _json(row, "meta") or {}
    if not isinstance(meta, dict):
        raise FieldError("meta", "un objet JSON est attendu")
    record = {
        "id": row["id"],
        "text": row["text"],
        "patient": patient,
        "meta": meta | {key: row[key] for key in ("type", "date") if row.get(key)},
        "entities": _json(row, "entities"),
    }
    return Record(record, _NAMES)


def _list(cell: str) -> list[str]:
    """``a|b``; a JSON array where a value holds the bar itself."""
    if cell.startswith("["):
        try:
            values = json.loads(cell)
        except (ValueError, RecursionError):
            values = None
        if isinstance(values, list):
            return values
    return [part for part in cell.split("|") if part]


def _json(row: dict[str, str], name: str) -> Any:
    cell = row.get(name, "").strip()
    if not cell:
        return None
    try:
        return DECODER.decode(cell)
    except KeyRefusedError as error:
        raise FieldError(name, error.reason) from None
    except (ValueError, RecursionError):
        raise FieldError(name, "JSON invalide") from None


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Entities are one JSON cell; lists of names and numbers are joined by bars."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for note in notes:
        writing.notes += 1
        rows.writerow(_row(note))
    text.flush()
    text.detach()


def _row(note: Note) -> list[str]:
    entities = json.loads(note_to_json(note))["entities"]
    more = {key: value for key, value in note.meta.items() if key not in {"type", "date"}}
    cells = {
        "id": note.id,
        "text": note.text,
        "type": note.meta.get("type", ""),
        "date": note.meta.get("date", ""),
        "patient_id": note.patient.id,
        "entities": json.dumps(entities, ensure_ascii=False) if entities else "",
        "meta": json.dumps(more, ensure_ascii=False) if more else "",
    }
    for key in _IDENTITY:
        value = getattr(note.patient, key)
        cells[key] = _cell(value) if isinstance(value, tuple) else value
    return [cells[name] for name in COLUMNS]


def _cell(values: tuple[str, ...]) -> str:
    if any("|" in value or value.startswith("[") for value in values):
        return json.dumps(values, ensure_ascii=False)
    return "|".join(values)
