"""Opens a finished note again."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from annotation.domain.ops import Change, Kind, Op
from annotation.models import Adjudication, Document, Layer
from annotation.selectors.in_force import gold_in_force
from annotation.selectors.layers import own_layer
from annotation.selectors.queue import work_settings
from annotation.selectors.spans import rows_of, state_of
from annotation.services.publish_gold import set_state
from annotation.services.record_op import record_op
from annotation.services.start_annotation import lock_document, start_annotation
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


@transaction.atomic
def reopen_document(*, actor: User, document: Document) -> Layer:
    """Opens the person's own layer again; somebody else's gold is begun anew from its spans.

    The gold version in force stays until the next submission. Harmless on an open layer.
    """
    require(actor, document.project, Permission.ANNOTATE)
    held = lock_document(document.pk)
    own = own_layer(actor, held)
    if own is None:
        return start_annotation(actor=actor, document=held)
    own.document = held
    if own.state == Layer.State.OPEN:
        return own
    gold = gold_in_force(held)
    if gold is not None and gold.source_layer_id != own.pk:
        _take_over(gold, own, actor)
    own.state, own.submitted_at = Layer.State.OPEN, None
    lease = timedelta(minutes=work_settings(document.project).lease_minutes)
    own.lease_until = timezone.now() + lease
    own.save(update_fields=["state", "submitted_at", "lease_until"])
    # the two readings are no longer those that were being compared
    open_ones = Adjudication.objects.filter(document=held, finished_at=None)
    open_ones.update(finished_at=timezone.now())
    set_state(held, Document.State.IN_PROGRESS)
    record("annotation.reopened", actor=actor, project=held.project_id, target=own, rev=own.rev)
    return own


def _take_over(gold: Layer, own: Layer, actor: User) -> None:
    """Somebody's newer gold replaces the own layer's spans, as one recorded op."""
    rows = rows_of(own)
    present = {span_id: state_of(row) for span_id, row in rows.items()}
    target = {span_id: state_of(row) for span_id, row in rows_of(gold).items()}
    changes = tuple(
        Change(span_id, present.get(span_id), target.get(span_id))
        for span_id in sorted(present.keys() | target.keys())
        if present.get(span_id) != target.get(span_id)
    )
    if changes:
        op = Op(uuid.uuid4(), Kind.BATCH, changes)
        record_op(own, rows, op, text=own.document.text, author=actor)
