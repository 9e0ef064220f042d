"""The rows of a layer, and what they are as values."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import Q

from annotation.domain.ops import Op, SpanState, State
from annotation.domain.spans import Span
from annotation.models import Layer, LayerSpan

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


def span_of(row: LayerSpan) -> Span:
    """The row as engines and files know it, without its layer and its fate."""
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
