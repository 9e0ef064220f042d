"""A person passes a note by."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.ops import SpanState, State
from annotation.models import Assignment, Document, Layer, LayerTally, Reread, Skip
from annotation.selectors.in_force import gold_in_force
from annotation.selectors.queue import is_live
from annotation.selectors.spans import rows_of, state_of
from annotation.services.publish_gold import set_state
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


@transaction.atomic
def skip_document(*, actor: User, document: Document, reason: str, words: str = "") -> Skip:
    """The note goes back to the queue for others, assigned to the person or not; what the person
    did there is kept.

    An untouched reading disappears, or is handed in as before if it had been. Raises ValueError for an unknown reason, PermissionDenied for
    a reading that was handed in.
    """
    require(actor, document.project, Permission.ANNOTATE)
    if reason not in Skip.Reason.values or (reason == Skip.Reason.OTHER and not words.strip()):
        raise ValueError(_("Dites pourquoi vous passez cette note."))
    own = Layer.objects.select_for_update(of=("self",)).filter(
        document=document, kind=Layer.Kind.ANNOTATOR, author=actor
    )
    layer = own.first()
    if layer is not None and layer.state == Layer.State.SUBMITTED:
        raise PermissionDenied(_("Cette note est validée : rouvrez-la d'abord."))
    skip, _made = Skip.objects.update_or_create(
        document=document, user=actor, defaults={"reason": reason, "words": words.strip()[:300]}
    )
    Assignment.objects.filter(document=document, user=actor).delete()
    Reread.objects.filter(document=document, user=actor, done_at=None).update(user=None)
    if layer is not None:
        _let_go(layer)
    record("note.skipped", actor=actor, project=document.project_id, target=document, reason=reason)
    return skip


def _let_go(layer: Layer) -> None:
    was_handed_in = layer.derived.exists() or LayerTally.objects.filter(layer=layer).exists()
    if was_handed_in and _closed_again(layer):
        return
    if layer.rev or was_handed_in:
        layer.lease_until = timezone.now()
        layer.save(update_fields=["lease_until"])
        return
    document_id = layer.document_id
    layer.delete()
    layers = Layer.objects.filter(document=document_id)
    if layers.filter(kind=Layer.Kind.ANNOTATOR, state=Layer.State.OPEN).exists():
        return
    kinds = set(layers.values_list("kind", flat=True))
    if Layer.Kind.GOLD in kinds:
        state = Document.State.GOLD  # it was being read again
    elif Layer.Kind.ANNOTATOR in kinds:
        return
    else:
        suggested = Layer.Kind.SUGGESTION in kinds
        state = Document.State.PREANNOTATED if suggested else Document.State.IMPORTED
    Document.objects.filter(pk=document_id, state=Document.State.IN_PROGRESS).update(state=state)


def _closed_again(layer: Layer) -> bool:
    """A reading that was opened again and says what the gold in force says is handed in as before, and the note is
    gold as before; False while somebody else is at work on the note."""
    gold = gold_in_force(layer.document)
    others = Layer.objects.filter(is_live(), document=layer.document_id).exclude(pk=layer.pk)
    if gold is None or others.exists() or _kept(layer) != _kept(gold):
        return False
    layer.state, layer.submitted_at = Layer.State.SUBMITTED, gold.submitted_at
    layer.save(update_fields=["state", "submitted_at"])
    set_state(layer.document, Document.State.GOLD)
    return True


def _kept(layer: Layer) -> dict[UUID, SpanState]:
    told = {span_id: state_of(row) for span_id, row in rows_of(layer).items()}
    return {key: state for key, state in told.items() if state.state != State.REJECTED}
