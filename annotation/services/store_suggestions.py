"""Stores what an engine found as an immutable suggestion layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation.domain.risk import Priority
from annotation.domain.spans import Span
from annotation.models import Document, Layer, LayerSpan
from annotation.services.write_priorities import priority_of_spans, write_priorities


@dataclass(frozen=True, slots=True)
class Suggested:
    """Spans of one note, and how urgent they make it."""

    document: Document
    spans: Sequence[Span]
    priority: Priority


def suggested(document: Document, spans: Sequence[Span]) -> Suggested:
    """With its urgency, which takes a look at the whole text: not inside a transaction."""
    return Suggested(document, spans, priority_of_spans(document.text, spans))


@transaction.atomic
def store_suggestions(items: Sequence[Suggested], *, engine_version: str) -> int:
    """One layer a note, unless this engine version has one; returns how many were made.

    Notes that were only imported become pre-annotated. Call it in the job's publishing
    transaction: the notes' rows are locked, so two jobs never make the same layer.
    """
    ids = [item.document.pk for item in items]
    # Ordered, or two jobs could wait for one another.
    list(
        Document.objects.select_for_update(of=("self",))
        .filter(pk__in=ids)
        .order_by("pk")
        .only("pk")
    )
    done = set(
        Layer.objects.filter(
            document__in=ids, kind=Layer.Kind.SUGGESTION, engine_version=engine_version
        ).values_list("document_id", flat=True)
    )
    fresh = [item for item in items if item.document.pk not in done]
    layers = [suggestion_layer(item.document, engine_version) for item in fresh]
    Layer.objects.bulk_create(layers)
    LayerSpan.objects.bulk_create(
        [
            span_row(span, layer, item.document.text)
            for item, layer in zip(fresh, layers, strict=True)
            for span in item.spans
        ],
        batch_size=500,
    )
    write_priorities((item.document, item.priority) for item in fresh)
    Document.objects.filter(pk__in=ids, state=Document.State.IMPORTED).update(
        state=Document.State.PREANNOTATED
    )
    return len(fresh)


def suggestion_layer(document: Document, engine_version: str) -> Layer:
    """Unsaved; closed from the start: nobody edits a suggestion."""
    return Layer(
        document=document,
        kind=Layer.Kind.SUGGESTION,
        engine_version=engine_version,
        state=Layer.State.SUBMITTED,
    )


def span_row(
    span: Span, layer: Layer, text: str, state: LayerSpan.State = LayerSpan.State.SUGGESTED
) -> LayerSpan:
    """Unsaved row of a pure span."""
    return LayerSpan(
        layer=layer,
        start=span.start,
        end=span.end,
        label=str(span.label),
        subtype=str(span.subtype),
        score=span.score,
        source=span.source[:80],
        doubt=span.doubt,
        comment=span.comment,
        state=state,
        surface=text[span.start : span.end],
    )
