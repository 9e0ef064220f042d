"""Frees the place of somebody who left."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Document, Layer
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class PlaceBusyError(Exception):
    """The place is held by somebody at work, or by a reading that was handed in."""


@transaction.atomic
def free_place(*, actor: User, layer: Layer) -> None:
    """Ends the lease of an open reading: the note goes to whoever comes next. The work in it stays,
    and its author has the note back if they return before anybody took it.

    Raises Http404, PermissionDenied, PlaceBusyError for a reading that was handed in.
    """
    project = layer.document.project
    require(actor, project, Permission.MANAGE_WORK)
    Document.objects.select_for_update(of=("self",)).get(pk=layer.document_id)
    held = Layer.objects.select_for_update(of=("self",)).get(pk=layer.pk)
    if held.state != Layer.State.OPEN or held.kind != Layer.Kind.ANNOTATOR:
        raise PlaceBusyError(_("Cette lecture est rendue : il n'y a plus de place à libérer."))
    end_lease(held)
    record(
        "place.freed",
        actor=actor,
        project=project.pk,
        target=held,
        reader=str(held.author_id),
    )


def end_lease(layer: Layer) -> None:
    layer.lease_until = timezone.now()
    layer.save(update_fields=["lease_until"])
