"""One label for every identical passage of a patient's notes.

A gesture over several notes is one op in each layer; they share `SpanOp.gesture`, the id of the
op in the note where the person worked. All of it is stored, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.occurrences import occurrences
from annotation.domain.ops import Change, InvalidOpError, Kind, Op, SpanState, State
from annotation.domain.ops_json import same_request
from annotation.models import Document, Layer, SpanOp
from annotation.selectors.documents import other_notes
from annotation.selectors.patient_file import (
    MAX_HITS,
    FileHit,
    HitKind,
    Sought,
    classified,
    present_in,
    surface_of,
)
from annotation.selectors.spans import rows_of, state_of
from annotation.services.apply_op import (
    OpRefusedError,
    StaleRevisionError,
    StoredOp,
    SubmittedLayerError,
    append_op,
    lock_layer,
)
from annotation.services.record_op import record_op
from annotation.services.start_annotation import start_annotation
from deidweb.accounts.models import User
from deidweb.audit.services import record


@dataclass(frozen=True, slots=True)
class Place:
    """A hit that the person ticked."""

    document_id: UUID
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spread:
    """What a gesture over the file stored."""

    stored: StoredOp
    notes: int
    spans: int


@transaction.atomic
def propagate_in_file(
    *, actor: User, layer: Layer, op: Op, sought: Sought, places: Sequence[Place], if_match: int
) -> Spread:
    """Stores `op` in the note at hand and one op in each note of `places`, as one gesture.

    `op` is a batch whose changes may be none. Notes that nobody began are begun for the actor. The
    same `op_id` again is answered and changes nothing. Raises InvalidOpError, OpRefusedError,
    StaleRevisionError, PermissionDenied.
    """
    if op.kind != Kind.BATCH or op.undoes is not None:
        raise InvalidOpError("kind", _("geste inconnu"))
    by_note = _by_note(places)
    lock_documents([layer.document_id, *by_note])
    held = lock_layer(actor, layer)
    if again := _stored_before(held, op):
        return again
    check_open(held, if_match)
    notes = {note.pk: note for note in other_notes(actor, held.document).filter(pk__in=by_note)}
    if len(notes) != len(by_note):
        raise InvalidOpError("places", _("note inconnue dans ce dossier"))
    stored = _append_or_mark(held, op, actor)
    spans = len(op.changes)
    surface = surface_of(held.document, sought)
    for key, wanted in sorted(by_note.items()):
        spans += _label_note(actor, notes[key], wanted, sought, surface, op.op_id)
    record(
        "patient_file.propagated",
        actor=actor,
        project=held.document.project_id,
        target=held,
        notes=len(by_note),
        spans=spans,
        label=f"{sought.label}/{sought.subtype}",
    )
    return Spread(stored, len(by_note), spans)


def _by_note(places: Sequence[Place]) -> dict[UUID, list[tuple[int, int]]]:
    if len(places) > MAX_HITS:
        raise InvalidOpError("places", _("trop de passages d'un coup"))
    found: dict[UUID, list[tuple[int, int]]] = {}
    for place in places:
        found.setdefault(place.document_id, []).append((place.start, place.end))
    return found


def lock_documents(ids: Iterable[UUID]) -> None:
    """In one order, or two people of one file would wait for one another."""
    locked = Document.objects.select_for_update(of=("self",)).filter(pk__in=set(ids))
    list(locked.order_by("pk").values_list("pk", flat=True))


def check_open(layer: Layer, if_match: int) -> None:
    if layer.state == Layer.State.SUBMITTED:
        raise SubmittedLayerError(
            _("Cette note est validée : rouvrez-la pour la modifier."), rev=layer.rev
        )
    if if_match != layer.rev:
        raise StaleRevisionError(layer.rev)


def stored_op(layer: Layer, op_id: UUID) -> StoredOp:
    found = SpanOp.objects.get(pk=op_id, layer=layer)
    return StoredOp(op_id, layer.rev, found.at, duplicate=True)


def _stored_before(layer: Layer, op: Op) -> Spread | None:
    found = SpanOp.objects.filter(pk=op.op_id).first()
    if found is None:
        return None
    if found.layer_id != layer.pk or found.gesture is None or not same_request(found.changes, op):
        raise InvalidOpError("op_id", _("cet identifiant a déjà servi à une autre opération"))
    parts = SpanOp.objects.filter(gesture=op.op_id)
    spans = sum(len(part.changes) for part in parts)
    return Spread(stored_op(layer, op.op_id), len(parts) - 1, spans)


def _append_or_mark(layer: Layer, op: Op, actor: User) -> StoredOp:
    """The note at hand keeps a trace of the gesture even when nothing changes in it."""
    if op.changes:
        return append_op(layer, op, actor, gesture=op.op_id)
    return mark_gesture(layer, op, actor, op.op_id)


def mark_gesture(layer: Layer, op: Op, actor: User, gesture: UUID) -> StoredOp:
    found = record_op(layer, {}, op, text=layer.document.text, author=actor, gesture=gesture)
    return StoredOp(op.op_id, layer.rev, found.at)


def _label_note(
    actor: User,
    note: Document,
    wanted: Iterable[tuple[int, int]],
    sought: Sought,
    surface: str,
    gesture: UUID,
) -> int:
    """Labels the places of one note; returns how many. A place that is none any more is refused."""
    _present, reason = present_in(actor, [note])[note.pk]
    if reason:
        words = {"note": note.title, "reason": reason}
        message = _("Rien n'a été changé : « %(note)s » est %(reason)s.") % words
        raise OpRefusedError(message, rev=0)
    held = lock_layer(actor, start_annotation(actor=actor, document=note))
    present = [state_of(row) for row in rows_of(held).values()]
    known = set(occurrences(note.text, surface))
    changes = []
    for start, end in sorted(set(wanted)):
        if (start, end) not in known:
            raise InvalidOpError("places", _("ce passage n'est pas identique"))
        hit = classified(note, start, end, sought, present, "")
        if hit is None:
            continue
        if hit.kind == HitKind.BLOCKED:
            raise OpRefusedError(changed_since([note]), rev=held.rev)
        changes.append(_change(hit, sought))
    if changes:
        part = Op(uuid.uuid5(gesture, str(held.pk)), Kind.BATCH, tuple(changes))
        append_op(held, part, actor, gesture=gesture)
    return len(changes)


def _change(hit: FileHit, sought: Sought) -> Change:
    other = hit.other
    if other is None:
        span = SpanState(
            uuid.uuid4(), hit.start, hit.end, sought.label, sought.subtype, state=State.MANUAL
        )
        return Change(span.id, None, span)
    state = State.ACCEPTED if hit.kind == HitKind.ACCEPT else State.CORRECTED
    if other.state == State.MANUAL:
        state = State.MANUAL
    return Change(
        other.id, other, replace(other, label=sought.label, subtype=sought.subtype, state=state)
    )


def changed_since(notes: Sequence[Document]) -> str:
    titles = ", ".join(note.title for note in notes)
    return _("Rien n'a été changé : « %(notes)s » a changé entre-temps.") % {"notes": titles}
