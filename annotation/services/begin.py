"""Begin a note, take the next one, open a finished one again.

One writer a layer. Every function checks the actor itself: callers may be a page, the API or a
command; `Http404` and `PermissionDenied` come from the permission helpers.
"""

from __future__ import annotations

import uuid
from uuid import UUID

from django.db import transaction

from annotation.domain.ops import Change, Kind, Op
from annotation.models import Document, Layer, LayerSpan
from annotation.queue import unclaimed
from annotation.services.rows import (
    copy_spans,
    newest_gold,
    record_op,
    rows_of,
    set_state,
    state_of,
)
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


@transaction.atomic
def start_annotation(*, actor: User, document: Document) -> Layer:
    """The person's layer on the note, made from the newest suggestion unless it exists.

    A note that is gold already is begun from its gold spans.
    """
    require(actor, document.project, Permission.ANNOTATE)
    held = _lock(document.pk)
    existing = _own(held, actor)
    if existing is not None:
        return existing
    source = _starting_point(held)
    layer = Layer.objects.create(
        document=held, kind=Layer.Kind.ANNOTATOR, author=actor, source_layer=source
    )
    if source is not None:
        copy_spans(LayerSpan.objects.filter(layer=source), layer)
    set_state(held, Document.State.IN_PROGRESS)
    record("annotation.started", actor=actor, project=held.project_id, target=layer)
    return layer


@transaction.atomic
def start_next(*, actor: User, project: Project) -> Layer | None:
    """The layer to work on now: the person's own unfinished one, else a fresh note of the queue.

    Taking a note and claiming it is one transaction, so two people never get the same. None when
    nothing waits.
    """
    require(actor, project, Permission.ANNOTATE)
    mine = Layer.objects.filter(
        document__project=project,
        kind=Layer.Kind.ANNOTATOR,
        author=actor,
        state=Layer.State.OPEN,
    )
    unfinished = mine.select_related("document").order_by("created_at").first()
    if unfinished is not None:
        return unfinished
    for state in (Document.State.PREANNOTATED, Document.State.IMPORTED):
        waiting = unclaimed(Document.objects.filter(project=project, state=state))
        document = waiting.select_for_update(of=("self",), skip_locked=True).first()
        if document is not None:
            return start_annotation(actor=actor, document=document)
    return None


@transaction.atomic
def reopen_document(*, actor: User, document: Document) -> Layer:
    """Opens the person's own layer again; somebody else's gold is begun anew from its spans.

    The gold version in force stays until the next submission. Harmless on an open layer.
    """
    require(actor, document.project, Permission.ANNOTATE)
    held = _lock(document.pk)
    own = _own(held, actor)
    if own is None:
        return start_annotation(actor=actor, document=held)
    if own.state == Layer.State.OPEN:
        return own
    gold = newest_gold(held)
    if gold is not None and gold.source_layer_id != own.pk:
        _take_over(gold, own, actor)
    own.state, own.submitted_at = Layer.State.OPEN, None
    own.save(update_fields=["state", "submitted_at"])
    set_state(held, Document.State.IN_PROGRESS)
    record("annotation.reopened", actor=actor, project=held.project_id, target=own, rev=own.rev)
    return own


def _lock(document_id: UUID) -> Document:
    return Document.objects.select_for_update(of=("self",)).get(pk=document_id)


def _own(document: Document, actor: User) -> Layer | None:
    layers = Layer.objects.filter(document=document, kind=Layer.Kind.ANNOTATOR, author=actor)
    return layers.select_related("document").first()


def _starting_point(document: Document) -> Layer | None:
    """The gold in force, else the newest suggestion; None for a bare note."""
    gold = newest_gold(document)
    if gold is not None:
        return gold
    suggestions = Layer.objects.filter(document=document, kind=Layer.Kind.SUGGESTION)
    return suggestions.order_by("-created_at", "-pk").first()


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
