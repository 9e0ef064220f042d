"""The rows of a layer, and what they are as values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from annotation.domain.ops import Op, SpanState, State
from annotation.domain.spans import Span
from annotation.models import Layer, LayerSpan

# what `Span` takes, in its order
_KNOWN: Final = ("start", "end", "label", "subtype", "score", "source", "doubt", "comment")
_MANY: Final = 200  # changes in one op, from which on all rows are read


def state_of(row: LayerSpan) -> SpanState:
    """The row as a value."""
    return SpanState(
        id=row.span_id,
        start=row.start,
        end=row.end,
        label=row.label,
        subtype=row.subtype,
        score=row.score,
        source=row.source,
        state=State(row.state),
        doubt=row.doubt,
        comment=row.comment,
    )


def spans_of(rows: QuerySet[LayerSpan]) -> Iterator[tuple[UUID, Span]]:
    """The rows as engines and files know them, without their fate, each with its layer; no object is made of a row."""
    for layer_id, start, end, label, subtype, score, *rest in rows.values_list("layer_id", *_KNOWN):
        yield layer_id, Span(start, end, label, subtype, 1.0 if score is None else score, *rest)


def rows_of(layer: Layer) -> dict[UUID, LayerSpan]:
    """All rows of a layer by span id, in the order of the text."""
    rows = LayerSpan.objects.filter(layer=layer).order_by("start", "-end", "pk")
    return {row.span_id: row for row in rows}


def rows_touched(layer: Layer, op: Op) -> dict[UUID, LayerSpan]:
    """The rows that `op` changes, and those that begin where it puts a span: all that its rules
    look at. A note may hold thousands of others."""
    if len(op.changes) > _MANY:
        return rows_of(layer)
    starts = {change.after.start for change in op.changes if change.after is not None}
    touched = Q(span_id__in=[change.id for change in op.changes]) | Q(start__in=starts)
    return {row.span_id: row for row in LayerSpan.objects.filter(touched, layer=layer).order_by()}
