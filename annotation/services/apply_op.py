"""A person's gesture on one layer is checked and stored. One writer a layer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.ops import InvalidOpError, Op, OpConflictError, Rules, apply_op, recorded
from annotation.domain.ops_json import same_request
from annotation.models import Layer, SpanOp
from annotation.selectors.labels import label_pairs
from annotation.selectors.spans import rows_touched, state_of
from annotation.services.record_op import record_op
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission


class OpRefusedError(Exception):
    """A `before` is not the present state (409); `spans` are the ones that differ."""

    def __init__(self, message: str, *, rev: int, spans: tuple[UUID, ...] = ()) -> None:
        super().__init__(message)
        self.rev = rev
        self.spans = spans


class SubmittedLayerError(OpRefusedError):
    """The layer was submitted: reopen it first (409)."""


class StaleRevisionError(Exception):
    """The layer has moved on since `If-Match` (412)."""

    def __init__(self, rev: int) -> None:
        super().__init__(_("Cette note a changé dans une autre fenêtre."))
        self.rev = rev


@dataclass(frozen=True, slots=True)
class StoredOp:
    """`duplicate`: it was there already (a retry); `rev` is the layer's present revision."""

    op_id: UUID
    rev: int
    saved_at: datetime
    duplicate: bool = False


@transaction.atomic
def apply_layer_op(*, actor: User, layer: Layer, op: Op, if_match: int) -> StoredOp:
    """Stores one op; the same `op_id` again is answered and changes nothing.

    Raises InvalidOpError (422), OpRefusedError or SubmittedLayerError (409), StaleRevisionError
    (412), PermissionDenied unless the actor is the layer's author.
    """
    held = lock_layer(actor, layer)
    if stored := _already_stored(held, op):
        return stored
    if held.state == Layer.State.SUBMITTED:
        raise SubmittedLayerError(
            _("Cette note est validée : rouvrez-la pour la modifier."), rev=held.rev
        )
    if if_match != held.rev:
        raise StaleRevisionError(held.rev)
    _check_undoes(held, op)
    return append_op(held, op, actor)


def lock_layer(actor: User, layer: Layer) -> Layer:
    """The person's own layer, held to the end of the transaction; PermissionDenied for others'."""
    layers = Layer.objects.select_for_update(of=("self",)).select_related("document__project")
    held = layers.get(pk=layer.pk)
    require(actor, held.document.project, Permission.ANNOTATE)
    if held.kind != Layer.Kind.ANNOTATOR or held.author_id != actor.pk:
        raise PermissionDenied(_("Seul l'auteur de cette annotation peut la modifier."))
    return held


def _already_stored(layer: Layer, op: Op) -> StoredOp | None:
    stored = SpanOp.objects.filter(pk=op.op_id).first()
    if stored is None:
        return None
    if stored.layer_id != layer.pk or not same_request(stored.changes, op):
        raise InvalidOpError("op_id", _("cet identifiant a déjà servi à une autre opération"))
    return StoredOp(op.op_id, layer.rev, stored.at, duplicate=True)


def _check_undoes(layer: Layer, op: Op) -> None:
    """What is undone must be an op of this layer that touched these spans; a gesture over several
    notes goes back in all of them, by `take_back_in_file`."""
    if op.undoes is None:
        return
    undone = SpanOp.objects.filter(layer=layer, pk=op.undoes).first()
    if undone is None:
        raise InvalidOpError("undoes", _("l'opération à annuler n'est pas de cette annotation"))
    if undone.gesture is not None:
        raise InvalidOpError(
            "undoes", _("ce geste touche plusieurs notes : annulez-le dans tout le dossier")
        )
    known = {change["id"] for change in undone.changes}
    if any(str(change.id) not in known for change in op.changes):
        raise InvalidOpError("undoes", _("l'opération à annuler ne touche pas ces entités"))


def append_op(layer: Layer, op: Op, actor: User, gesture: UUID | None = None) -> StoredOp:
    """Checks one op against the project's rules and stores it; the layer is locked and open.

    `gesture` names what it is a part of. Raises InvalidOpError, OpRefusedError.
    """
    rows = rows_touched(layer, op)
    spans = {span_id: state_of(row) for span_id, row in rows.items()}
    rules = Rules(
        text=layer.document.text,
        labels=label_pairs(layer.document.project_id),
        author_source=f"user:{actor.pk}",
    )
    try:
        after = apply_op(spans, op, rules)
    except OpConflictError as conflict:
        message = _("Ces entités ont changé entre-temps : rien n'a été écrasé.")
        raise OpRefusedError(message, rev=layer.rev, spans=conflict.spans) from None
    stored = record_op(
        layer,
        rows,
        recorded(spans, op, after),
        text=layer.document.text,
        author=actor,
        gesture=gesture,
    )
    return StoredOp(op.op_id, layer.rev, stored.at)
