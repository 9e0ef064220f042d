"""JSONL of eds-pseudo (AP-HP): ``note_id``, ``note_text``, ``entities``; offsets in code points."""

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
    as_object,
    entity_records,
    json_lines,
    note_id,
    notes_of,
    text_of,
)
from annotation.domain.formats.writing import Writing
from annotation.domain.labels import Subtype
from annotation.domain.notes import Note

_NAMES: Final = {
    "id": "note_id",
    "text": "note_text",
    "patient": "context",
    "meta": "note_datetime",
}
# `context` carries what the hospital knows about the patient, by label.
_CONTEXT: Final = {
    "last_name": Subtype.NOM,
    "first_name": Subtype.PRENOM,
    "birth_date": Subtype.DATE_NAISSANCE,
    "nir": Subtype.SECU,
    "ipp": Subtype.IPP,
    "phone": Subtype.TEL,
    "mail": Subtype.MAIL,
    "address": Subtype.ADRESSE,
    "zip": Subtype.ZIP,
    "city": Subtype.VILLE,
}
_SINGLE: Final = frozenset({"birth_date", "nir", "ipp", "address", "zip", "city"})


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    return notes_of(json_lines(bounded_lines(stream), reading), reading, _convert)


def _convert(value: Any, reading: Reading, number: int) -> Record:
    value = as_object(value)
    text = text_of(value, "note_text")
    given = value.get("entities") or []
    if not isinstance(given, list):
        raise FieldError("entities", "une liste est attendue")
    entities = [_entity(item, f"entities[{i}]") for i, item in enumerate(given)]
    record = {
        "id": note_id(value.get("note_id"), number, text),
        "text": text,
        "patient": _patient(value),
        "meta": _meta(value),
        "entities": entity_records(text, entities, reading),
    }
    return Record(record, _NAMES)


def _entity(item: Any, path: str) -> Entity:
    if not isinstance(item, dict):
        raise FieldError(path, "un objet JSON est attendu")
    return Entity(path, item.get("start"), item.get("end"), item.get("label"))


def _meta(value: dict[str, Any]) -> dict[str, Any]:
    moment = value.get("note_datetime")
    day = moment[:10] if isinstance(moment, str) else None
    return {"type": value.get("note_class_source_value"), "date": day}


def _patient(value: dict[str, Any]) -> dict[str, Any]:
    context = value.get("context") or {}
    if not isinstance(context, dict):
        raise FieldError("context", "un objet JSON est attendu")
    patient: dict[str, Any] = {"id": _scalar(value.get("person_id"))}
    for key, name in _CONTEXT.items():
        given = context.get(name)
        if isinstance(given, list) and key in _SINGLE:
            given = given[0] if given else None
        patient[key] = given
    return {key: given for key, given in patient.items() if given is not None}


def _scalar(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """The patient's identity goes into ``context``, their id into ``person_id``."""
    for note in notes:
        writing.notes += 1
        details = (Loss.SCORES, Loss.SOURCES, Loss.COMMENTS, Loss.EMPTY_SUBTYPES)
        writing.lose_details(note, *details)
        writing.lose(Loss.META, int(bool(set(note.meta) - {"type", "date"})))
        stream.write(json.dumps(_record(note), ensure_ascii=False).encode() + b"\n")


def _record(note: Note) -> dict[str, Any]:
    record: dict[str, Any] = {
        "note_id": note.id,
        "note_text": note.text,
        "entities": [{"start": s.start, "end": s.end, "label": name_of(s)} for s in note.entities],
    }
    if note.meta.get("type"):
        record["note_class_source_value"] = note.meta["type"]
    if note.meta.get("date"):
        record["note_datetime"] = note.meta["date"]
    if note.patient.id:
        record["person_id"] = note.patient.id
    context = {name: _values(getattr(note.patient, key)) for key, name in _CONTEXT.items()}
    if any(context.values()):
        record["context"] = {name: values for name, values in context.items() if values}
    return record


def _values(given: Any) -> list[str]:
    if isinstance(given, tuple):
        return list(given)
    return [given] if given else []
