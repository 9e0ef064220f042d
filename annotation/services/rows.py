"""Between the pure spans of `domain.ops` and the rows of a layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from annotation.domain.ops import Op, SpanState, State
from annotation.domain.ops_json import changes_to_json
from annotation.models import Document, Layer, LayerSpan, SpanOp
from annotation.services.tallies import tally_first_gold
from deidweb.accounts.models import User

_MANY: Final = 200  # changes in one op, from which on all rows are read
_FIELDS = ("start", "end", "label", "subtype", "score", "source", "state", "doubt", "comment")


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


def record_op(
    layer: Layer,
    rows: Mapping[UUID, LayerSpan],
    op: Op,
    *,
    text: str,
    author: User,
    gesture: UUID | None = None,
) -> SpanOp:
    """Writes what `op` changes and appends it to the log under the next revision.

    Call it in a transaction that holds the layer. `gesture`: see `SpanOp`.
    """
    created, updated, removed = [], [], []
    for change in op.changes:
        row = rows.get(change.id)
        if change.after is None:
            removed.append(change.id)
        elif row is None:
            created.append(_fill(LayerSpan(layer=layer, span_id=change.id), change.after, text))
        else:
            updated.append(_fill(row, change.after, text))
    LayerSpan.objects.filter(layer=layer, span_id__in=removed).delete()
    LayerSpan.objects.bulk_create(created, batch_size=500)
    LayerSpan.objects.bulk_update(updated, [*_FIELDS, "surface"], batch_size=100)
    layer.rev += 1
    layer.save(update_fields=["rev"])
    return SpanOp.objects.create(
        op_id=op.op_id,
        layer=layer,
        rev=layer.rev,
        kind=op.kind.value,
        changes=changes_to_json(op),
        undoes=op.undoes,
        gesture=gesture,
        author=author,
    )


def _fill(row: LayerSpan, span: SpanState, text: str) -> LayerSpan:
    for name in _FIELDS:
        setattr(row, name, getattr(span, name))
    row.state = span.state.value
    row.surface = text[span.start : span.end]
    return row


def copy_spans(spans: Iterable[LayerSpan], layer: Layer) -> int:
    """Copies rows into `layer` with the same span ids; returns how many."""
    rows = []
    for span in spans:
        span.pk, span.layer, span._state.adding = None, layer, True
        rows.append(span)
    LayerSpan.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def newest_gold(document: Document) -> Layer | None:
    """The gold version in force."""
    golds = Layer.objects.filter(document=document, kind=Layer.Kind.GOLD)
    return golds.order_by("-version").first()


def new_gold(
    document: Document, source: Layer, author: User, provenance: Layer.Provenance
) -> Layer:
    """The next gold version of the note, still without spans. The note is locked by the caller."""
    last = newest_gold(document)
    if last is None:
        tally_first_gold(document.project_id)
    return Layer.objects.create(
        document=document,
        kind=Layer.Kind.GOLD,
        author=author,
        version=(last.version if last else 0) + 1,
        source_layer=source,
        state=Layer.State.SUBMITTED,
        submitted_at=timezone.now(),
        provenance=provenance,
    )


def publish_gold(
    layer: Layer, author: User, provenance: Layer.Provenance = Layer.Provenance.SINGLE
) -> tuple[Layer, int]:
    """A new gold version of the layer's spans that were not rejected, and how many there are."""
    gold = new_gold(layer.document, layer, author, provenance)
    kept = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return gold, copy_spans(kept, gold)


def set_state(document: Document, state: Document.State) -> None:
    """The note's state, without touching its text."""
    Document.objects.filter(pk=document.pk).update(state=state)
