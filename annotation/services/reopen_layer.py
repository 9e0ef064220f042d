"""Opens a reading again that was handed in."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from annotation.domain.ops import Change, Kind, Op
from annotation.models import Adjudication, Document, Layer
from annotation.selectors.in_force import gold_in_force
from annotation.selectors.queue import CORRECTED, work_settings
from annotation.selectors.spans import rows_of, state_of
from annotation.services.publish_gold import set_state
from annotation.services.record_op import record_op
from deidweb.accounts.models import User
from deidweb.audit.services import record


def reopen_layer(*, actor: User, own: Layer, held: Document, picked_by: str = "") -> Layer:
    """The person's `own` reading of the note, which the caller holds, begins where its gold stands. `picked_by`: see
    `Layer`; "" keeps what it was."""
    own.document = held
    if own.state == Layer.State.OPEN:
        return own
    gold = gold_in_force(held)
    if gold is not None and gold.source_layer_id != own.pk:
        _take_over(gold, own, actor)
    own.state, own.submitted_at = Layer.State.OPEN, None
    if own.picked_by != CORRECTED:
        own.picked_by = picked_by or own.picked_by
    lease = timedelta(minutes=work_settings(held.project).lease_minutes)
    own.lease_until = timezone.now() + lease
    own.save(update_fields=["state", "submitted_at", "lease_until", "picked_by"])
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
