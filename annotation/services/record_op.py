"""Writes what an op changes and appends it to the log of its layer."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from annotation.domain.ops import Op, SpanState
from annotation.domain.ops_json import changes_to_json
from annotation.models import Layer, LayerSpan, SpanOp
from deidweb.accounts.models import User

_FIELDS = ("start", "end", "label", "subtype", "score", "source", "state", "doubt", "comment")


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
    if changed := _changed(op):
        # all are there and held; `bulk_update` would write a condition for each row and field
        LayerSpan.objects.bulk_create(
            updated,
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=changed,
            batch_size=100,
        )
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


def _changed(op: Op) -> list[str]:
    """The fields that some span of the op has otherwise than before."""
    pairs = [(c.before, c.after) for c in op.changes if c.before and c.after]
    names = [n for n in _FIELDS if any(getattr(b, n) != getattr(a, n) for b, a in pairs)]
    return [*names, "surface"] if {"start", "end"} & set(names) else names


def _fill(row: LayerSpan, span: SpanState, text: str) -> LayerSpan:
    for name in _FIELDS:
        setattr(row, name, getattr(span, name))
    row.state = span.state.value
    row.surface = text[span.start : span.end]
    return row
