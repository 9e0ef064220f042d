"""Label Studio's JSON: tasks with predictions, and exports with annotations."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final

from annotation.domain.formats.fields import FieldError
from annotation.domain.formats.json_stream import json_items
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.names import name_of
from annotation.domain.formats.reading import Located, Reading
from annotation.domain.formats.records import (
    Entity,
    Record,
    as_list,
    entity_records,
    note_id,
    notes_of,
    text_of,
)
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.domain.spans import Span

_REGIONS: Final = frozenset({"labels", "hypertextlabels"})


def read(stream: BinaryIO, reading: Reading) -> Iterator[Located]:
    """An array of tasks. The last annotation that was not cancelled counts, one marked as ground
    truth before it; without any, the first prediction."""
    return notes_of(json_items(stream, reading), reading, _convert, prefix="[")


def _convert(value: Any, reading: Reading, number: int) -> Record:
    data = value.get("data")
    if not isinstance(data, dict):
        raise FieldError("data", "un objet JSON est attendu")
    text = text_of(data, "text")
    chosen, path, model = _chosen(value, reading)
    entities = list(_entities(chosen, path, model, reading))
    record = {
        "id": note_id(data.get("note_id", value.get("id")), number, text),
        "text": text,
        "patient": {"id": data.get("patient_id")},
        "meta": {"type": data.get("type"), "date": data.get("date")},
        "entities": entity_records(text, entities, reading),
    }
    names = {"id": "data.note_id", "text": "data.text", "patient": "data.patient_id"}
    return Record(record, {**names, "meta": "data", "entities": f"{path}.result"})


def _chosen(value: Mapping[str, Any], reading: Reading) -> tuple[list[Any], str, str]:
    """Regions, their path in the task and the version of the model that made them."""
    made = as_list(value.get("annotations"), "annotations")
    for i, item in enumerate(made):
        if not isinstance(item, dict):
            raise FieldError(f"annotations[{i}]", "un objet JSON est attendu")
    valid = [(i, item) for i, item in enumerate(made) if not item.get("was_cancelled")]
    if valid:
        reading.losses[Loss.OTHER_ANNOTATIONS] += len(valid) - 1
        i, item = max(valid, key=lambda pair: (bool(pair[1].get("ground_truth")), pair[0]))
        return as_list(item.get("result"), f"annotations[{i}].result"), f"annotations[{i}]", ""
    predictions = as_list(value.get("predictions"), "predictions")
    if not predictions:
        return [], "annotations", ""
    first = predictions[0]
    if not isinstance(first, dict):
        raise FieldError("predictions[0]", "un objet JSON est attendu")
    reading.losses[Loss.OTHER_ANNOTATIONS] += len(predictions) - 1
    model = str(first.get("model_version") or "")
    return as_list(first.get("result"), "predictions[0].result"), "predictions[0]", model


def _entities(regions: list[Any], path: str, model: str, reading: Reading) -> Iterator[Entity]:
    for i, region in enumerate(regions):
        where = f"{path}.result[{i}]"
        if not isinstance(region, dict):
            raise FieldError(where, "un objet JSON est attendu")
        kind = region.get("type")
        if not isinstance(kind, str) or kind not in _REGIONS:
            reading.losses[Loss.RELATIONS] += 1
            continue
        value = region.get("value")
        if not isinstance(value, dict):
            raise FieldError(f"{where}.value", "un objet JSON est attendu")
        names = as_list(value.get(kind), f"{where}.value.{kind}") or [None]
        text = value.get("text")
        meta = region.get("meta") or {}
        if not isinstance(meta, dict):
            raise FieldError(f"{where}.meta", "un objet JSON est attendu")
        said = meta.get("text") or []
        notes = [said] if isinstance(said, str) else as_list(said, f"{where}.meta.text")
        yield Entity(
            f"{where}.value",
            value.get("start"),
            value.get("end"),
            names[0],
            surface=text if isinstance(text, str) else None,
            score=region.get("score"),
            source=f"model:{model}" if model else "",
            doubt="?" in notes,
            comment="\n".join(str(note) for note in notes if note != "?"),
        )


def write(notes: Iterable[Note], stream: BinaryIO, writing: Writing) -> None:
    """An export: one annotation a task. Comments become notes of their regions."""
    stream.write(b"[")
    for number, note in enumerate(notes, start=1):
        writing.notes += 1
        writing.lose_details(note, Loss.SOURCES, Loss.EMPTY_SUBTYPES)
        writing.lose(Loss.PATIENT, int(note.patient != type(note.patient)(id=note.patient.id)))
        writing.lose(Loss.META, int(bool(set(note.meta) - {"type", "date"})))
        task = json.dumps(_task(note, number), ensure_ascii=False)
        stream.write((",\n" if number > 1 else "\n").encode() + task.encode())
    stream.write(b"\n]\n")


def _task(note: Note, number: int) -> dict[str, Any]:
    data = {"text": note.text, "note_id": note.id}
    if note.patient.id:
        data["patient_id"] = note.patient.id
    data.update({key: note.meta[key] for key in ("type", "date") if note.meta.get(key)})
    result = [_region(span, i, note.text) for i, span in enumerate(note.entities, start=1)]
    annotation = {
        "id": number,
        "was_cancelled": False,
        "ground_truth": True,
        "result": result,
    }
    return {"id": number, "data": data, "annotations": [annotation], "predictions": []}


def _region(span: Span, number: int, text: str) -> dict[str, Any]:
    region: dict[str, Any] = {
        "id": f"e{number}",
        "from_name": "label",
        "to_name": "text",
        "type": "labels",
        "origin": "manual",
        "score": round(span.score, 4),
        "value": {
            "start": span.start,
            "end": span.end,
            "text": text[span.start : span.end],
            "labels": [name_of(span)],
        },
    }
    if span.doubt or span.comment:
        region["meta"] = {"text": [said for said in ("?" * span.doubt, span.comment) if said]}
    return region
