"""The NOTE table of OMOP (CDM 5.4), as CSV or Parquet, which has no place for entities; with NOTE_NLP, which holds them."""

import csv
import gzip
import io
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, BinaryIO, Final, Self, cast

from annotation.domain.formats.archives import (
    BROKEN,
    DAMAGED,
    MAX_RATIO,
    members,
    open_archive,
    opened,
)
from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import Record, notes_of
from annotation.domain.formats.tables import csv_rows, wrong_column
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note

COLUMNS: Final = (
    "note_id",
    "person_id",
    "note_date",
    "note_datetime",
    "note_type_concept_id",
    "note_class_concept_id",
    "note_title",
    "note_text",
    "encoding_concept_id",
    "language_concept_id",
    "provider_id",
    "visit_occurrence_id",
    "visit_detail_id",
    "note_source_value",
    "note_event_id",
    "note_event_field_concept_id",
)
NLP_COLUMNS: Final = (
    "note_nlp_id",
    "note_id",
    "section_concept_id",
    "snippet",
    "offset",
    "lexical_variant",
    "note_nlp_concept_id",
    "note_nlp_source_concept_id",
    "nlp_system",
    "nlp_date",
    "nlp_datetime",
    "term_exists",
    "term_temporal",
    "term_modifiers",
)
NOTE_FILE: Final = "NOTE.csv"
NLP_FILE: Final = "NOTE_NLP.csv"
MAX_ROWS: Final = 5_000_000
_SMALL: Final = 16 * 1024 * 1024
_PARQUET: Final = ".parquet"
_NOTE: Final = ("note_id", "note_text")
_NLP: Final = ("note_id", "offset", "lexical_variant")  # what the rows of each table must have
MAX_NLP_BYTES: Final = 500 * 1024 * 1024  # its rows are held in memory
_OFFSET: Final = re.compile(r"[0-9]{1,9}")
_LABEL: Final = re.compile(r"label=(?P<label>[A-Z]+),subtype=(?P<subtype>[A-Z_]*)")
_HOUR: Final = re.compile(r"(?:[ T][0-9:.,+ Z-]*)?")  # after a date
_SYSTEM: Final = "deidweb"  # of an entity that does not say who found it
_NUMBERS: Final = frozenset(c for c in (*COLUMNS, *NLP_COLUMNS) if c.endswith("_id"))
_NO_CONCEPT: Final = 0  # OMOP's "no matching concept": the hospital maps its own types
_BATCH: Final = 200
_NAMES: Final = {
    "id": "note_id", "text": "note_text", "patient": "person_id", "patient.id": "person_id", "meta": "note_date",
    "meta.date": "note_date", "meta.type": "note_title", "meta.stay": "visit_occurrence_id",
}  # fmt: skip


def read_csv(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Required: ``note_id`` and ``note_text``."""
    rows = csv_rows(stream, reading, _NOTE, COLUMNS)
    return notes_of(rows, reading, _convert)


def read_parquet(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """The same columns, a few rows in memory at a time."""
    return notes_of(_parquet_rows(stream, reading, _NOTE, COLUMNS), reading, _convert)


def read_tables(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """NOTE and NOTE_NLP of an archive, both as CSV or both as Parquet; entities whose modifiers tell no label of ours are
    left aside."""
    archive = open_archive(stream, reading)
    if archive is None:
        return
    with archive:
        names = [(PurePosixPath(name).name.lower(), name) for name in members(archive)]
        found = dict(names)
        if len(found) < len(names):
            # of two tables of one name the second would be read, and nobody would know of the first
            reading.refuse(0, "", "l'archive contient deux fichiers de même nom")
            return
        note, nlp = (
            [found[each] for each in (name.lower(), _parquet(name).lower()) if each in found]
            for name in (NOTE_FILE, NLP_FILE)
        )
        if len(note) > 1 or len(nlp) > 1:
            reading.refuse(0, "", "l'archive contient la même table en CSV et en Parquet")
            return
        if not note:
            reading.refuse(0, "", "le fichier NOTE.csv manque dans l'archive")
            return
        yield from _tables(archive, note[0], nlp[0] if nlp else None, reading)


def _tables(
    archive: zipfile.ZipFile, note: str, nlp: str | None, reading: Reading
) -> Iterator[Located]:
    entities: dict[str, list[dict[str, Any]]] = {}

    def convert(row: dict[str, Any], reading: Reading, number: int) -> Record:
        record = _convert(row, reading, number)
        value = {**record.value, "entities": entities.pop(str(_plain(row["note_id"])), None)}
        return Record(value, record.names)

    name = nlp or note
    try:
        if nlp is not None and archive.getinfo(nlp).file_size > MAX_NLP_BYTES:
            reading.refuse(0, "", "fichier trop grand", file=nlp)
            return
        if nlp is not None:
            reading.enter(nlp)
            with _rewound(archive, nlp) as member:
                rows = _rows_of(member, reading, _NLP, NLP_COLUMNS)
                entities.update(_read_entities(rows, reading, nlp))
        name = note
        reading.enter(note)
        with _rewound(archive, note) as member:
            yield from notes_of(_rows_of(member, reading, _NOTE, COLUMNS), reading, convert)
        # of notes that the other table does not have
        if left := sum(map(len, entities.values())):
            reading.losses[Loss.ENTITIES] += left
    except DAMAGED:
        reading.refuse(0, "", BROKEN, file=name)


def _parquet(name: str) -> str:
    """« NOTE.csv » → « NOTE.parquet »."""
    return str(PurePosixPath(name).with_suffix(_PARQUET))


def _rows_of(
    member: BinaryIO, reading: Reading, required: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows of a table in an archive, CSV or Parquet by its name."""
    if member.name.lower().endswith(_PARQUET):
        return _parquet_rows(member, reading, required, columns)
    return csv_rows(member, reading, required, columns)


def _rewound(archive: zipfile.ZipFile, name: str) -> BinaryIO:
    return cast("BinaryIO", archive.open(name))


def _read_entities(
    rows: Iterable[tuple[int, dict[str, Any]]], reading: Reading, file: str
) -> dict[str, list[dict[str, Any]]]:
    """The entities of NOTE_NLP by note, as the project's own objects."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line, row in rows:
        # Parquet knows numbers and nothing at all where CSV has texts
        told = {key: str(_plain(value) or "") for key, value in row.items()}
        label = _LABEL.fullmatch(told.get("term_modifiers", ""))
        if label is None:
            reading.losses[Loss.ENTITIES] += 1
            continue
        if _OFFSET.fullmatch(told["offset"]) is None:
            reading.refuse(line, "offset", "un nombre entier est attendu", file=file)
            continue
        start, surface = int(told["offset"]), told["lexical_variant"]
        origin = told.get("nlp_system", "")
        found.setdefault(told["note_id"], []).append(
            {
                "start": start,
                "end": start + len(surface),
                "label": label["label"],
                "subtype": label["subtype"],
                "surface": surface,
                "source": "" if origin == _SYSTEM else origin,
            }
        )
    return found


def _parquet_rows(
    stream: BinaryIO, reading: Reading, required: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any]]]:
    import pyarrow
    import pyarrow.parquet

    # besides its own errors: days before the year 1 and other values that Python has not
    damage = (pyarrow.ArrowException, OSError, OverflowError, ValueError)
    try:
        table = pyarrow.parquet.ParquetFile(stream)
    except damage:
        reading.refuse(0, "", "ce n'est pas un fichier Parquet lisible")
        return
    if reason := _too_much(table, stream):
        reading.refuse(0, "", reason)
        return
    given = [name.lower() for name in table.schema_arrow.names]
    if wrong := wrong_column(given, required, columns, "colonne obligatoire absente"):
        reading.refuse(0, *wrong)
        return
    names = dict(zip(given, table.schema_arrow.names, strict=True))
    wanted = [names[name] for name in columns if name in names]
    number = 0
    try:
        for batch in table.iter_batches(batch_size=_BATCH, columns=wanted):
            for row in batch.to_pylist():
                number += 1
                yield number, {key.lower(): value for key, value in row.items()}
    except damage:
        reading.refuse(number, "", "ce n'est pas un fichier Parquet lisible")


def _too_much(table: Any, stream: BinaryIO) -> str:
    """Why nothing of the file is unpacked; "" when it may be. By what the file says of itself: memory is limited besides."""
    packed = stream.seek(0, io.SEEK_END)
    groups = [table.metadata.row_group(i) for i in range(table.metadata.num_row_groups)]
    if sum(group.total_byte_size for group in groups) > max(_SMALL, MAX_RATIO * packed):
        return f"ce fichier est plus de {MAX_RATIO} fois plus grand une fois décompressé"
    if table.metadata.num_rows > MAX_ROWS:
        return f"ce fichier a plus de {MAX_ROWS} lignes"
    return ""


def _convert(row: dict[str, Any], _reading: Reading, _number: int) -> Record:
    record = {
        "id": _plain(row.get("note_id")),
        "text": row.get("note_text"),
        "patient": {"id": _plain(row.get("person_id"))},
        "meta": {
            "type": row.get("note_title") or None,
            "date": _day(row),
            "stay": _plain(row.get("visit_occurrence_id")),
        },
    }
    return Record(record, _NAMES)


def _plain(value: Any) -> Any:
    if value is None or value == "":
        return None
    is_whole = (isinstance(value, float) and value.is_integer()) or (
        isinstance(value, Decimal) and value.as_integer_ratio()[1] == 1
    )
    if is_whole:
        value = int(
            value
        )  # a column of integers with nulls, or Oracle's NUMBER, as some tools write it
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _day(row: dict[str, Any]) -> str | None:
    value = row.get("note_date") or row.get("note_datetime")
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise FieldError("note_date", "une chaîne de caractères est attendue")
    if _HOUR.fullmatch(value[10:]) is None:
        raise FieldError("note_date", "une date AAAA-MM-JJ est attendue")
    return value[:10]


def write_csv(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    _write_rows(_rows(notes, writing), stream)


def _write_rows(found: Iterable[dict[str, Any]], stream: BinaryIO) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for row in found:
        rows.writerow(["" if row[name] is None else row[name] for name in COLUMNS])
    text.flush()
    text.detach()


def write_tables(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """NOTE and NOTE_NLP, one row an entity: its place, its text, its label among the modifiers.

    An archive has one open member at a time: the rows of the second wait in memory, compressed.
    """
    waiting = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        packed = gzip.GzipFile(fileobj=waiting, mode="wb")
        with io.TextIOWrapper(packed, encoding="utf-8", newline="") as text:
            rows = csv.writer(text, lineterminator="\n")
            rows.writerow(NLP_COLUMNS)
            told = _with_entities(notes, lambda row: rows.writerow(row.values()), writing)
            with opened(archive, NOTE_FILE) as member:
                _write_rows(told, member)
        waiting.seek(0)
        with opened(archive, NLP_FILE) as member, gzip.GzipFile(fileobj=waiting) as unpacked:
            shutil.copyfileobj(unpacked, member)


def _with_entities(
    notes: Iterable[Note], keep: Callable[[dict[str, Any]], object], writing: Writing
) -> Iterator[dict[str, Any]]:
    """The rows of NOTE; those of NOTE_NLP go to `keep` on the way."""
    number = 0
    for note in notes:
        writing.notes += 1
        _count_row(note, writing)
        writing.lose_details(note, Loss.SCORES, Loss.COMMENTS)
        row = _row(note)
        for span in note.entities:
            number += 1
            entity: dict[str, Any] = dict.fromkeys(NLP_COLUMNS, "")
            entity |= {
                "note_nlp_id": number,
                "note_id": row["note_id"],
                "section_concept_id": _NO_CONCEPT,
                "offset": str(span.start),  # a text in OMOP
                "lexical_variant": note.text[span.start : span.end],
                "note_nlp_concept_id": _NO_CONCEPT,
                "note_nlp_source_concept_id": _NO_CONCEPT,
                "nlp_system": span.source or _SYSTEM,
                "nlp_date": row["note_date"] or "",
                "term_exists": "Y",
                "term_modifiers": f"label={span.label},subtype={span.subtype}",
            }
            keep(entity)
        yield row


def write_parquet(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Written by groups of rows: memory does not grow with the number of notes."""
    with _ParquetTable(stream, COLUMNS) as table:
        for row in _rows(notes, writing):
            table.add(row)


def write_parquet_tables(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """NOTE.parquet and NOTE_NLP.parquet in an archive, the same rows as `write_tables`; those of NOTE_NLP wait in memory,
    compressed."""
    waiting = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        with (
            _ParquetTable(waiting, NLP_COLUMNS) as entities,
            opened(archive, _parquet(NOTE_FILE)) as member,
            _ParquetTable(member, COLUMNS) as table,
        ):
            for row in _with_entities(notes, entities.add, writing):
                table.add(row)
        waiting.seek(0)
        with opened(archive, _parquet(NLP_FILE)) as member:
            shutil.copyfileobj(waiting, member)


class _ParquetTable:
    """Rows of a table of OMOP, written by groups; what is "" is written as nothing at all."""

    def __init__(self, stream: BinaryIO, columns: Sequence[str]) -> None:
        import pyarrow
        import pyarrow.parquet

        self._of = pyarrow.Table.from_pylist
        self._schema = pyarrow.schema(
            [(name, pyarrow.int64() if name in _NUMBERS else pyarrow.string()) for name in columns]
        )
        self._table = pyarrow.parquet.ParquetWriter(stream, self._schema)
        self._group: list[dict[str, Any]] = []

    def add(self, row: dict[str, Any]) -> None:
        """One more row."""
        self._group.append({name: None if row[name] == "" else row[name] for name in row})
        if len(self._group) == _BATCH:
            self._flush()

    def _flush(self) -> None:
        self._table.write_table(self._of(self._group, self._schema))
        self._group = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._flush()
        self._table.close()


def _rows(notes: Iterable[Note], writing: Writing) -> Iterator[dict[str, Any]]:
    for note in notes:
        writing.notes += 1
        _count_row(note, writing)
        writing.lose(Loss.ENTITIES, len(note.entities))
        yield _row(note)


def _row(note: Note) -> dict[str, Any]:
    """`note_id` and `person_id` are numbers in OMOP: other ids become numbers, the note's own
    stays in `note_source_value`."""
    row: dict[str, Any] = dict.fromkeys(COLUMNS)
    row |= {
        "note_id": _number(note.id),
        "person_id": _number(note.patient.id or f"note {note.id}"),
        "note_date": note.meta.get("date") or None,
        "note_type_concept_id": _NO_CONCEPT,
        "note_class_concept_id": _NO_CONCEPT,
        "note_title": note.meta.get("type") or None,
        "note_text": note.text,
        "encoding_concept_id": _NO_CONCEPT,
        "language_concept_id": _NO_CONCEPT,
        "visit_occurrence_id": _number(note.meta["stay"]) if note.meta.get("stay") else None,
        "note_source_value": note.id,
    }
    return row


def _number(value: str) -> int:
    """The id itself, or a number of 16 digits that follows from it and meets no id of a hospital."""
    if _is_number(value):
        return int(value)
    digest = sha256(value.encode("utf-8", "surrogatepass")).digest()
    return 10**15 + int.from_bytes(digest[:8], "big") % (9 * 10**15)


def _is_number(value: str) -> bool:
    """Written in the one usual way, of at most 15 digits."""
    return value.isascii() and value.isdecimal() and len(value) <= 15 and str(int(value)) == value


def _count_row(note: Note, writing: Writing) -> None:
    writing.lose(Loss.IDS, int(not _is_number(note.id)))
    bare = type(note.patient)(id=note.patient.id)
    lost = note.patient != bare or bool(bare.id and not _is_number(bare.id))
    writing.lose(Loss.PATIENT, int(lost))
    writing.lose(Loss.META, int(bool(set(note.meta) - {"type", "date", "stay"})))
