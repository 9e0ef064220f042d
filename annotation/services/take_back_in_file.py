"""Undoes or redoes a gesture over several notes of a patient; see `propagate_in_file`."""

from __future__ import annotations

import uuid
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.ops import InvalidOpError, Kind, Op, inverse
from annotation.domain.ops_json import parse_changes
from annotation.models import Layer, SpanOp
from annotation.services.apply_op import OpRefusedError, StoredOp, append_op, lock_layer
from annotation.services.propagate_in_file import (
    Spread,
    changed_since,
    check_open,
    lock_documents,
    mark_gesture,
    stored_op,
)
from deidweb.accounts.models import User
from deidweb.audit.services import record


@transaction.atomic
def take_back_in_file(
    *, actor: User, layer: Layer, op_id: UUID, undoes: UUID, if_match: int
) -> Spread:
    """Undoes (or redoes, when `undoes` is itself an undo) a gesture in every note it touched.

    All or nothing: OpRefusedError names the notes where something has changed since. The same
    `op_id` again is answered and changes nothing; InvalidOpError when it was another operation.
    """
    undone = SpanOp.objects.filter(layer=layer, pk=undoes).exclude(gesture=None).first()
    if undone is None:
        raise InvalidOpError("undoes", _("l'opération à annuler n'est pas de cette annotation"))
    parts = list(
        SpanOp.objects.filter(gesture=undone.gesture, author=actor).select_related("layer")
    )
    lock_documents([part.layer.document_id for part in parts])
    held = lock_layer(actor, layer)
    if again := _taken_back_before(held, op_id, undoes):
        return again
    check_open(held, if_match)
    parts.sort(key=lambda part: (part.layer_id != held.pk, str(part.layer_id)))
    stored, spans = None, 0
    for part in parts:
        own = held if part.layer_id == held.pk else lock_layer(actor, part.layer)
        part_id = op_id if own.pk == held.pk else uuid.uuid5(op_id, str(own.pk))
        back = replace(inverse(_op_of(part), part_id), op_id=part_id, undoes=part.op_id)
        done = _take_back_one(own, back, actor, gesture=op_id)
        stored = stored or done
        spans += len(back.changes)
    record(
        "patient_file.taken_back",
        actor=actor,
        project=held.document.project_id,
        target=held,
        notes=len(parts) - 1,
        spans=spans,
    )
    if stored is None:
        raise InvalidOpError("undoes", _("l'opération à annuler n'est pas de cette annotation"))
    return Spread(stored, len(parts) - 1, spans)


def _taken_back_before(layer: Layer, op_id: UUID, undoes: UUID) -> Spread | None:
    found = SpanOp.objects.filter(pk=op_id).first()
    if found is None:
        return None
    if (found.layer_id, found.undoes, found.gesture) != (layer.pk, undoes, op_id):
        raise InvalidOpError("op_id", _("cet identifiant a déjà servi à une autre opération"))
    parts = SpanOp.objects.filter(gesture=op_id)
    spans = sum(len(part.changes) for part in parts)
    return Spread(stored_op(layer, op_id), len(parts) - 1, spans)


def _op_of(row: SpanOp) -> Op:
    return Op(row.op_id, Kind(row.kind), parse_changes(row.changes), row.undoes)


def _take_back_one(layer: Layer, back: Op, actor: User, *, gesture: UUID) -> StoredOp:
    if layer.state != Layer.State.OPEN:
        raise OpRefusedError(changed_since([layer.document]), rev=layer.rev)
    if not back.changes:
        return mark_gesture(layer, back, actor, gesture)
    try:
        return append_op(layer, back, actor, gesture=gesture)
    except OpRefusedError as refused:
        message = changed_since([layer.document])
        raise OpRefusedError(message, rev=refused.rev, spans=refused.spans) from None
