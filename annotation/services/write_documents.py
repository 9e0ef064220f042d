"""Writes notes of an import with their patients, layers and spans; nobody sees them before its end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import Max
from django.utils import timezone

from annotation.domain.notes import Note
from annotation.domain.text import text_sha256
from annotation.models import Document, ImportBatch, Layer, LayerSpan
from annotation.models.layer import IMPORTED_VERSION
from annotation.services.store_suggestions import span_row, suggestion_layer
from annotation.services.write_patients import PatientWriter


def new_documents(
    batch: ImportBatch, notes: Sequence[Note], *, entities_are_gold: bool
) -> list[Document]:
    """Unsaved, one a note; `write_documents` gives them their places and patients."""
    return [
        Document(
            project=batch.project,
            batch=batch,
            external_id=note.id,
            text=note.text,
            sha256=text_sha256(note.text),
            doc_type=note.meta.get("type", "")[:60],
            doc_date=date.fromisoformat(note.meta["date"]) if note.meta.get("date") else None,
            stay=note.meta.get("stay", "")[:200],
            service=note.meta.get("service", "")[:60],
            state=(
                Document.State.GOLD
                if entities_are_gold and note.entities
                else Document.State.IMPORTED
            ),
        )
        for note in notes
    ]


def write_documents(
    documents: Sequence[Document],
    notes: Sequence[Note],
    patients: PatientWriter,
    *,
    entities_are_gold: bool,
) -> int:
    """Saves the documents of these notes with their entities; how many of them are gold.

    In the caller's transaction, which holds the project: places follow one another.
    """
    placed = Document.staged_too.filter(project=patients.batch.project_id)
    last = placed.aggregate(last=Max("position"))["last"] or 0
    known = patients.write([note.patient for note in notes])
    for index, (document, note) in enumerate(zip(documents, notes, strict=True), start=1):
        document.position = last + index
        document.patient_id = known.get(note.patient.id)
    Document.staged_too.bulk_create(documents)
    layers: list[Layer] = []
    spans: list[LayerSpan] = []
    for document, note in zip(documents, notes, strict=True):
        if not note.entities:
            continue
        if entities_are_gold:
            layer, state = _gold_layer(document), LayerSpan.State.ACCEPTED
        else:
            layer = suggestion_layer(document, IMPORTED_VERSION)
            state = LayerSpan.State.SUGGESTED
        layers.append(layer)
        unique = dict.fromkeys(note.entities)
        spans += [span_row(span, layer, document.text, state) for span in unique]
    Layer.staged_too.bulk_create(layers)
    LayerSpan.objects.bulk_create(spans, batch_size=500)
    return len(layers) if entities_are_gold else 0


def _gold_layer(document: Document) -> Layer:
    batch = document.batch
    return Layer(
        document=document,
        kind=Layer.Kind.GOLD,
        author_id=batch.created_by_id if batch else None,
        engine_version=IMPORTED_VERSION,
        state=Layer.State.SUBMITTED,
        submitted_at=timezone.now(),
    )
