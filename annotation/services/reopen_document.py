"""Opens a finished note again."""

from __future__ import annotations

from django.db import transaction

from annotation.models import Document, Layer
from annotation.selectors.layers import own_layer
from annotation.services.reopen_layer import reopen_layer
from annotation.services.start_annotation import lock_document, start_annotation
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission


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
    return reopen_layer(actor=actor, own=own, held=held)
