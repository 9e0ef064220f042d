"""Opens a finished note again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import ConflictDecision, Document, Layer
from annotation.selectors.layers import own_layer
from annotation.selectors.note_view import note_view
from annotation.selectors.queue import CORRECTED
from annotation.services.reopen_layer import reopen_layer
from annotation.services.start_annotation import lock_document, start_annotation
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class NoReasonError(ValueError):
    """A note with all its readers is corrected for one of the known reasons."""


@transaction.atomic
def reopen_document(*, actor: User, document: Document, reason: str = "") -> Layer:
    """Opens the person's own layer again; somebody else's gold is begun anew from its spans.

    The gold version in force stays until the next submission. Harmless on an open layer. Gold of two other readers is
    corrected by who compares readings, for a `reason` (`ConflictDecision.Cause`); raises NoReasonError without.
    """
    require(actor, document.project, Permission.ANNOTATE)
    held = lock_document(document.pk)
    own = own_layer(actor, held)
    if own is None:
        return _correct(actor, held, reason) or start_annotation(actor=actor, document=held)
    return reopen_layer(actor=actor, own=own, held=held)


def _correct(actor: User, held: Document, reason: str) -> Layer | None:
    """None where the person begins the note, or not, as anybody."""
    if not note_view(actor, held).access.needs_reason:
        return None
    if reason not in ConflictDecision.Cause.values:
        raise NoReasonError(_("Dites pourquoi vous rouvrez cette note."))
    layer = start_annotation(actor=actor, document=held, picked_by=CORRECTED)
    record("annotation.reopened", actor=actor, project=held.project_id, target=layer, reason=reason)
    return layer
