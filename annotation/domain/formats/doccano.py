"""doccano's JSONL, both shapes: triples under ``label``, or objects under ``entities``."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.jsonl import bounded_lines
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import (
    Entity,
    Record,
    as_list,
    as_object,
    entity_records,
    json_lines,
    note_id,
    notes_of,
    text_of,
)
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note

_META: Final = ("type", "date")
_DETAILS: Final = (Loss.SCORES, Loss.SOURCES, Loss.EMPTY_SUBTYPES)


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """Either shape, line by line. Relations and the comments of a whole note are counted as lost."""
    return notes_of(json_lines(bounded_lines(stream), reading), reading, _convert)


def _convert(value: Any, reading: Reading, number: int) -> Record:
    value = as_object(value)
    text = text_of(value, "text")
    entities = _objects(value) if "entities" in value else _triples(value)
    reading.losses[Loss.RELATIONS] += len(as_list(value.get("relations"), "relations"))
    said = "Comments" if value.get("Comments") else "comments"
    reading.losses[Loss.COMMENTS] += len(as_list(value.get(said), said))
    record = {
        "id": note_id(value.get("id"), number, text),
        "text": text,
        "meta": {key: value.get(key) for key in _META},
        "patient": {"id": value.get("patient_id")},
        "entities": entity_records(text, entities, reading),
    }
    return Record(record, {"patient": "patient_id", "meta": "date"})


def _triples(value: dict[str, Any]) -> list[Entity]:
    name = "label" if "label" in value else "labels"
    found = []
    for i, item in enumerate(as_list(value.get(name), name)):
        path = f"{name}[{i}]"
        if not isinstance(item, list) or len(item) != 3:
            raise FieldError(path, "[début, fin, étiquette] est attendu")
        found.append(Entity(path, *item))
    return found


def _objects(value: dict[str, Any]) -> list[Entity]:
    found = []
    for i, item in enumerate(as_list(value.get("entities"), "entities")):
        path = f"entities[{i}]"
        if not isinstance(item, dict):
            raise FieldError(path, "un objet JSON est attendu")
        found.append(
            Entity(path, item.get("start_offset"), item.get("end_offset"), item.get("label"))
        )
    return found


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Triples: doccano's sequence labelling projects."""
    for note in notes:
        _count(note, writing, Loss.COMMENTS)
        record = _head(note)
        record["label"] = [[s.start, s.end, name_of(s)] for s in note.entities]
        record["Comments"] = []
        stream.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")


def write_objects(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """Objects: doccano's projects with relations. Comments follow, without their places."""
    number = 0
    for note in notes:
        _count(note, writing, Loss.COMMENT_PLACES)
        entities, comments = [], []
        for span in note.entities:
            number += 1
            bounds = {"start_offset": span.start, "end_offset": span.end}
            entities.append({"id": number, "label": name_of(span), **bounds})
            if span.doubt or span.comment:
                text = f"[{span.start}, {span.end}] {'? ' if span.doubt else ''}{span.comment}"
                comments.append({"id": number, "comment": text.strip()})
        record = {**_head(note), "entities": entities, "relations": [], "Comments": comments}
        stream.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")


def _head(note: Note) -> dict[str, Any]:
    """Keys that doccano does not know become its "metadata" and come back with its exports."""
    record: dict[str, Any] = {"id": note.id, "text": note.text}
    if note.patient.id:
        record["patient_id"] = note.patient.id
    record.update({key: note.meta[key] for key in _META if note.meta.get(key)})
    return record


def _count(note: Note, writing: Writing, comments: Loss) -> None:
    writing.notes += 1
    writing.lose_details(note, *_DETAILS)
    writing.lose(comments, sum(s.doubt or bool(s.comment) for s in note.entities))
    writing.lose(Loss.PATIENT, int(note.patient != type(note.patient)(id=note.patient.id)))
    writing.lose(Loss.META, int(bool(set(note.meta) - set(_META))))
