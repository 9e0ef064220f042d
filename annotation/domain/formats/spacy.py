"""Prodigy's JSONL (spaCy v3) and the tuples of spaCy v2."""

import ast
import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.jsonl import bounded_lines
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of
from annotation.domain.formats.pieces import pieces
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import (
    MAX_LINE_BYTES,
    Entity,
    Record,
    as_list,
    entity_records,
    json_lines,
    note_id,
    notes_of,
    text_of,
)
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note

_META: Final = ("type", "date")


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Objects with ``spans``, or arrays ``["text", {"entities": [[4, 10, "NOM"]]}]``, which may be
    written as Python writes tuples.

    Examples that were not accepted are left out and counted. Only `end` counts, `token_end` (which
    includes its token) is not looked at.
    """
    lines = map(_as_json, bounded_lines(stream))
    return notes_of(json_lines(lines, reading), reading, _convert)


def _as_json(line: bytes) -> bytes:
    """``("text", {"entities": [(4, 10, "NOM")]}),`` as JSON; any other line as it is."""
    if not line.lstrip().startswith(b"(") or len(line) > MAX_LINE_BYTES:
        return line
    try:
        value = ast.literal_eval(line.decode().strip().removesuffix(","))
        return json.dumps(value).encode()
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return line  # the JSON reader says what is wrong, and where


def _convert(value: Any, reading: Reading, number: int) -> Record | None:
    if isinstance(value, list):
        return _tuple(value, reading, number)
    if not isinstance(value, dict):
        raise FieldError("", "la ligne n'est ni un objet ni un tableau JSON")
    answer = value.get("answer", "accept")
    if not isinstance(answer, str):
        raise FieldError("answer", "une chaîne de caractères est attendue")
    if answer != "accept":
        reading.losses[Loss.SKIPPED] += 1
        return None
    text = text_of(value, "text")
    spans = as_list(value.get("spans"), "spans")
    reading.losses[Loss.RELATIONS] += len(as_list(value.get("relations"), "relations"))
    meta = value.get("meta") or {}
    if not isinstance(meta, dict):
        raise FieldError("meta", "un objet JSON est attendu")
    author = value.get("_annotator_id")
    entities = [_entity(item, f"spans[{i}]", author) for i, item in enumerate(spans)]
    record = {
        "id": note_id(meta.get("id"), number, text),
        "text": text,
        "patient": {"id": meta.get("patient_id")},
        "meta": {key: meta.get(key) for key in _META},
        "entities": entity_records(text, entities, reading),
    }
    return Record(record, {"id": "meta.id", "entities": "spans", "patient": "meta.patient_id"})


def _entity(item: Any, path: str, author: Any) -> Entity:
    if not isinstance(item, dict):
        raise FieldError(path, "un objet JSON est attendu")
    source = item.get("source") or (f"prodigy:{author}" if isinstance(author, str) else "")
    return Entity(
        path,
        item.get("start"),
        item.get("end"),
        item.get("label"),
        score=item.get("score"),
        source=source,
        doubt=item.get("doubt", False),
        comment=item.get("comment", ""),
    )


def _tuple(value: list[Any], reading: Reading, number: int) -> Record:
    if len(value) != 2 or not isinstance(value[0], str) or not isinstance(value[1], dict):
        raise FieldError("", '[texte, {"entities": …}] est attendu')
    text = value[0]
    entities = []
    for i, item in enumerate(as_list(value[1].get("entities"), "[1].entities")):
        if not isinstance(item, list) or len(item) < 3:
            raise FieldError(f"[1].entities[{i}]", "[début, fin, étiquette] est attendu")
        entities.append(Entity(f"[1].entities[{i}]", *item[:3]))
    record = {
        "id": note_id(None, number, text),
        "text": text,
        "entities": entity_records(text, entities, reading),
    }
    return Record(record, {"text": "[0]", "entities": "[1].entities"})


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Prodigy's: spans aligned on tokens that no span cuts; what spaCy does not know rides along."""
    for note in notes:
        writing.notes += 1
        writing.lose_details(note, Loss.EMPTY_SUBTYPES)
        _count(note, writing)
        stream.write(json.dumps(_task(note), ensure_ascii=False).encode() + b"\n")


def _count(note: Note, writing: Writing) -> None:
    writing.lose(Loss.PATIENT, int(note.patient != type(note.patient)(id=note.patient.id)))
    writing.lose(Loss.META, int(bool(set(note.meta) - set(_META))))


def _task(note: Note) -> dict[str, Any]:
    tokens, starts, ends = _tokens(note)
    spans = []
    for span in note.entities:
        record: dict[str, Any] = {"start": span.start, "end": span.end, "label": name_of(span)}
        if span.start in starts and span.end in ends:
            record |= {"token_start": starts[span.start], "token_end": ends[span.end]}
        record["score"] = round(span.score, 4)
        said = {"source": span.source, "doubt": span.doubt, "comment": span.comment}
        spans.append(record | {key: value for key, value in said.items() if value})
    meta = {"id": note.id} | {key: note.meta[key] for key in _META if note.meta.get(key)}
    if note.patient.id:
        meta["patient_id"] = note.patient.id
    head = {"text": note.text, "spans": spans, "tokens": tokens}
    return {**head, "answer": "accept", "_view_id": "ner_manual", "meta": meta}


def _tokens(note: Note) -> tuple[list[dict[str, Any]], dict[int, int], dict[int, int]]:
    """Tokens as spaCy has them: one blank after a token is its ``ws``, other blanks are tokens."""
    bounds: list[tuple[int, int]] = []
    position = 0
    text = note.text
    for start, end in [*pieces(text, note.entities), (len(text), len(text))]:
        gap = position + (1 if bounds and text[position:start].startswith(" ") else 0)
        if gap < start:
            bounds.append((gap, start))
        if start < end:
            bounds.append((start, end))
        position = end
    tokens = [
        {
            "text": text[start:end],
            "start": start,
            "end": end,
            "id": i,
            "ws": (i + 1 < len(bounds) and bounds[i + 1][0] > end)
            or _last_blank(text, end, bounds),
        }
        for i, (start, end) in enumerate(bounds)
    ]
    starts = {start: i for i, (start, _end) in enumerate(bounds)}
    return tokens, starts, {end: i for i, (_start, end) in enumerate(bounds)}


def _last_blank(text: str, end: int, bounds: list[tuple[int, int]]) -> bool:
    """A single blank at the very end belongs to the last token."""
    return bounds[-1][1] == end and end < len(text)


def write_tuples(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """One JSON array a line, for `spacy convert` of version 2: no overlaps, no ids."""
    for note in notes:
        writing.notes += 1
        writing.lose(Loss.IDS)
        writing.lose_patient(note)
        writing.lose(Loss.META, int(bool(note.meta)))
        details = (Loss.SCORES, Loss.SOURCES, Loss.COMMENTS, Loss.EMPTY_SUBTYPES)
        writing.lose_details(note, *details)
        entities = [[s.start, s.end, name_of(s)] for s in writing.flat(note)]
        line = json.dumps([note.text, {"entities": entities}], ensure_ascii=False)
        stream.write(line.encode() + b"\n")
