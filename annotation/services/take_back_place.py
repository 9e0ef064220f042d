"""Gets a lapsed place back.

Places are soft: an open reading holds one until its lease runs out (`annotation.selectors.queue.taken`). What
is written in a reading never changes hands.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Document, Layer
from annotation.selectors.queue import heard_since, taken
from annotation.services.free_place import PlaceBusyError, end_lease
from annotation.services.renew_lease import renew_lease
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

AWAY_AFTER: Final = timedelta(minutes=2)  # signs of life come every 15 s; see `beat`


@transaction.atomic
def take_back_place(*, actor: User, document: Document) -> Layer:
    """The person's lapsed reading holds a place again; where none is free, that of the reader who
    has been away longest lapses, and that reader's work stays.

    Raises PlaceBusyError when nobody is away, Layer.DoesNotExist without an open reading.
    """
    require(actor, document.project, Permission.ANNOTATE)
    # the note before its layers, as in `start_annotation`
    held = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
    own = Layer.objects.get(
        document=held, author=actor, kind=Layer.Kind.ANNOTATOR, state=Layer.State.OPEN
    )
    if renew_lease(own, document.project):
        return own
    leaver = _longest_away(held, own)
    if leaver is None:
        raise PlaceBusyError(
            _(
                "Cette note est lue en ce moment, ou sa lecture est rendue : vous ne pouvez pas "
                "reprendre la main. Votre travail est gardé."
            )
        )
    end_lease(leaver)
    if not renew_lease(own, document.project):  # fewer readers a note than when these began
        raise PlaceBusyError(_("Cette note a plus de lecteurs que le projet n'en veut."))
    record(
        "place.taken_back",
        actor=actor,
        project=document.project_id,
        target=own,
        instead_of=str(leaver.author_id),
    )
    return own


def _longest_away(document: Document, own: Layer) -> Layer | None:
    others = taken(document.pk).exclude(pk=own.pk).filter(state=Layer.State.OPEN)
    away = others.annotate(heard=heard_since()).filter(heard__lt=timezone.now() - AWAY_AFTER)
    return away.order_by("heard").first()
