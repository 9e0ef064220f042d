"""Prolongs a person's place in a note, and counts their time there."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from annotation.models import Layer
from annotation.selectors.queue import CORRECTED, taken, work_settings
from deidweb.accounts.models import Project, User

BEAT: Final = 30  # seconds that one sign of life is worth at most


def renew_lease(layer: Layer, project: Project) -> bool:
    """Prolongs the person's place. False when it had lapsed and others have taken all places."""
    work = work_settings(project)
    now = timezone.now()
    lapsed = layer.lease_until is not None and layer.lease_until <= now
    lapsed = lapsed and layer.picked_by != CORRECTED  # takes no place
    if lapsed and taken(layer.document_id).exclude(pk=layer.pk).count() >= work.readers:
        return False
    layer.lease_until = now + timedelta(minutes=work.lease_minutes)
    layer.save(update_fields=["lease_until"])
    return True


@transaction.atomic
def beat(*, actor: User, layer: Layer) -> int:
    """A sign of life from the page of a note: counts the time since the last one, at most `BEAT`
    seconds, and prolongs the lease. Returns the seconds counted so far."""
    held = Layer.objects.select_for_update(of=("self",)).select_related("document__project")
    own = held.get(pk=layer.pk)
    if own.author_id != actor.pk or own.kind != Layer.Kind.ANNOTATOR:
        raise PermissionDenied
    if own.state != Layer.State.OPEN:
        return own.active_seconds
    now = timezone.now()
    since = (now - own.beat_at).total_seconds() if own.beat_at else BEAT
    own.active_seconds += round(min(BEAT, max(0.0, since)))
    own.beat_at = now
    own.save(update_fields=["active_seconds", "beat_at"])
    renew_lease(own, own.document.project)
    return own.active_seconds
