"""Begins a note, or takes the next one.

One writer a layer. Every function checks the actor itself: callers may be a page, the API or a
command; `Http404` and `PermissionDenied` come from the permission helpers.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Document, Layer, LayerSpan, Skip, WorkSettings
from annotation.selectors.in_force import layer_in_force
from annotation.selectors.layers import own_layer
from annotation.selectors.queue import (
    ASSIGNED,
    CORRECTED,
    REREAD,
    Desk,
    assigned_to,
    desk_of,
    first_free,
    free_for,
    hides_suggestions,
    is_theirs,
    rereads_for,
    share,
    taken,
    unfinished,
)
from annotation.services.publish_gold import copy_spans, set_state
from annotation.services.reopen_layer import reopen_layer
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

_PEEK: Final = 8  # notes looked at in one go: others may hold the first ones at this moment


@transaction.atomic
def start_annotation(*, actor: User, document: Document, picked_by: str = "") -> Layer:
    """The person's layer on the note, made from the newest suggestion unless it exists.

    A note that is gold already is begun from its gold spans. `picked_by`: see `Layer`. What was
    passed by is taken up again. Raises PermissionDenied for a third reader, and where a note that
    is not gold yet is for other people.
    """
    require(actor, document.project, Permission.ANNOTATE)
    return _begin(desk_of(actor, document.project), lock_document(document.pk), picked_by)


def _begin(desk: Desk, held: Document, picked_by: str) -> Layer:
    """See `start_annotation`; the note is locked, the person's right to annotate checked."""
    actor, work = desk.user, desk.work
    Skip.objects.filter(document=held, user=actor).delete()
    existing = own_layer(actor, held)
    if existing is not None:
        existing.document = held
        return existing
    is_full = work.readers > 1 and taken(held.pk).count() >= work.readers
    if is_full and picked_by != CORRECTED:
        raise PermissionDenied(_("Cette note a déjà ses deux lecteurs."))
    source = layer_in_force(held)
    is_gold = source is not None and source.kind == Layer.Kind.GOLD
    if not is_gold and not is_theirs(desk, held):
        raise PermissionDenied(_("Cette note est attribuée à d'autres personnes."))
    hides = source is not None and not is_gold and hides_suggestions(work, held)
    layer = Layer.objects.create(
        document=held,
        kind=Layer.Kind.ANNOTATOR,
        author=actor,
        source_layer=source,
        picked_by=picked_by,
        hides_suggestions=hides,
        lease_until=timezone.now() + timedelta(minutes=work.lease_minutes),
    )
    if source is not None and not hides:
        copy_spans(LayerSpan.objects.filter(layer=source), layer)
    set_state(held, Document.State.IN_PROGRESS)
    record("annotation.started", actor=actor, project=held.project_id, target=layer)
    return layer


@transaction.atomic
def start_next(*, actor: User, project: Project) -> Layer | None:
    """The layer to work on now: the person's own unfinished one, else a note to be read again, one assigned to
    them, or a free note of the queue.

    Taking a note and claiming it is one transaction, so two people never get the same place. None
    when nothing waits.
    """
    require(actor, project, Permission.ANNOTATE)
    desk = desk_of(actor, project)
    unfinished_one = unfinished(desk).select_related("document").first()
    if unfinished_one is not None:
        return unfinished_one
    notes = Document.objects.filter(project=project)
    again = _take_again(desk, notes) if desk.has_rereads else None
    if again is not None:
        return again
    if desk.has_assigned:
        given = _take(desk, assigned_to(desk, notes), desk.work.order, picked_by=ASSIGNED)
        if given is not None:
            return given
    return _take(desk, notes, _order_now(desk))


def _take_again(desk: Desk, notes: QuerySet[Document]) -> Layer | None:
    """Claims the first note that is read again; looked at anew once it is held, as `_take` does."""
    for note in rereads_for(desk, notes, _PEEK):
        lock = Document.objects.select_for_update(of=("self",), skip_locked=True)
        held = lock.filter(pk=note.pk).first()
        if held is None or not rereads_for(desk, Document.objects.filter(pk=note.pk), 1):
            continue
        own = own_layer(desk.user, held)
        if own is None:
            return _begin(desk, held, REREAD)
        return reopen_layer(actor=desk.user, own=own, held=held, picked_by=REREAD)
    return None


def _take(desk: Desk, notes: QuerySet[Document], order: str, picked_by: str = "") -> Layer | None:
    """Claims the first free note.

    On PostgreSQL the lock may be had after somebody else's place was filled while this query saw
    the note still free: the note is looked at again once it is held.
    """
    passed: list[UUID] = []
    while waiting := first_free(desk, notes.exclude(pk__in=passed), order, _PEEK):
        for note in waiting:
            lock = Document.objects.select_for_update(of=("self",), skip_locked=True)
            held = lock.filter(pk=note.pk).first()
            if held is not None and free_for(desk, Document.objects.filter(pk=note.pk)).exists():
                return _begin(desk, held, picked_by or order)
            passed.append(note.pk)
    return None


def _order_now(desk: Desk) -> str:
    """The project's order; at random for a fixed share of the readings, for honest figures.

    Which of a person's readings these are follows from the seed and how many they began before.
    """
    work = desk.work
    if not work.random_percent:
        return work.order
    begun = Layer.staged_too.filter(author=desk.user, kind=Layer.Kind.ANNOTATOR).count()
    is_random = 100 * share(work.seed, "pick", desk.user.pk, begun) < work.random_percent
    return WorkSettings.Order.RANDOM if is_random else work.order


def lock_document(document_id: UUID) -> Document:
    return Document.objects.select_for_update(of=("self",)).get(pk=document_id)
