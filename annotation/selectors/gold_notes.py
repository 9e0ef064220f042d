"""Gold layers as notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from annotation.domain.identity_record import identity_value
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.models import Layer, LayerSpan, PatientRecord


def gold_notes(layer_ids: Sequence[UUID]) -> list[Note]:
    """Gold layers as notes, in the order given; three queries."""
    layers = (
        Layer.objects.filter(pk__in=layer_ids)
        .select_related("document__patient")
        .prefetch_related("spans")
    )
    found = {layer.pk: layer for layer in layers}
    patients = [layer.document.patient_id for layer in found.values()]
    records = dict(
        PatientRecord.objects.filter(patient__in=patients).values_list("patient_id", "identity")
    )
    return [_note(found[pk], records) for pk in layer_ids]


def _note(layer: Layer, records: dict[UUID, Any]) -> Note:
    document = layer.document
    meta = {"type": document.doc_type} if document.doc_type else {}
    if document.doc_date:
        meta["date"] = document.doc_date.isoformat()
    patient = document.patient
    identity = (
        identity_value(patient.external_id, records.get(patient.pk, {}))
        if patient is not None
        else Note("", "").patient
    )
    spans = sorted(span_of(row) for row in layer.spans.all())
    return Note(document.external_id, document.text, identity, meta, tuple(spans))


def span_of(row: LayerSpan) -> Span:
    """The row without its layer."""
    return Span(
        row.start,
        row.end,
        row.label,
        row.subtype,
        1.0 if row.score is None else row.score,
        row.source,
        row.doubt,
        row.comment,
    )
