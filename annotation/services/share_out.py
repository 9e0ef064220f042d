"""Sharing out notes: the project's settings, priorities, skipping, leases and time at work."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from annotation.models import (
    Assignment,
    Document,
    DocumentPriority,
    Layer,
    Skip,
    TypeReader,
    WorkSettings,
)
from annotation.selectors.queue import share, taken, work_settings
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission, roles_with
from deidweb.audit.services import record

BEAT: Final = 30  # seconds that one sign of life is worth at most
_SETTINGS: Final = (
    "readers",
    "order",
    "random_percent",
    "hidden_percent",
    "lease_minutes",
    "unanimous_is_gold",
)


class BadReaderError(ValueError):
    """A type was given to somebody who does not annotate in the project."""


@dataclass(frozen=True, slots=True)
class TypeChoice:
    doc_type: str
    user_ids: frozenset[int]


def create_work_settings(project: Project) -> WorkSettings:
    """A new project's: one reader, 5 % of the notes without suggestions, a seed of its own."""
    made, _is_new = WorkSettings.objects.get_or_create(
        project=project, defaults={"seed": secrets.token_hex(16)}
    )
    return made


@transaction.atomic
def change_work(
    *, actor: User, project: Project, values: dict[str, object], types: Sequence[TypeChoice] = ()
) -> WorkSettings:
    """Writes how the project shares out its notes; readings that exist stay as they are.

    Raises BadReaderError, PermissionDenied.
    """
    require(actor, project, Permission.MANAGE_WORK)
    work = WorkSettings.objects.select_for_update().filter(project=project).first()
    work = work or WorkSettings(project=project, seed=secrets.token_hex(16))
    for name in _SETTINGS:
        setattr(work, name, values[name])
    work.full_clean(exclude=["project"], validate_unique=False)
    work.save()
    readers = annotators(project)
    if any(choice.user_ids - readers for choice in types):
        raise BadReaderError(_("Cette personne n'annote pas dans ce projet."))
    TypeReader.objects.filter(project=project).delete()
    TypeReader.objects.bulk_create(
        TypeReader(project=project, doc_type=choice.doc_type, user_id=user_id)
        for choice in types
        for user_id in sorted(choice.user_ids)
    )
    told = {name: str(getattr(work, name)) for name in _SETTINGS}
    record("work.changed", actor=actor, project=project.pk, target=project, **told)
    return work


def annotators(project: Project) -> frozenset[int]:
    """Accounts that annotate in the project."""
    members = Membership.objects.filter(
        project=project, role__in=roles_with(Permission.ANNOTATE), user__is_active=True
    )
    return frozenset(members.values_list("user_id", flat=True))


def refresh_priorities(
    items: Iterable[tuple[Document, Iterable[Scored], Sequence[tuple[int, int]]]],
) -> None:
    """Notes with their suggestions, as scores and as bounds: how urgent each is to read."""
    reasons, notes, seeds = [], [], {}
    for document, scored, bounds in items:
        if document.project_id not in seeds:
            found = WorkSettings.objects.filter(project=document.project_id).first()
            seeds[document.project_id] = found.seed if found else "0"
        told = priority(scored, residual(document.text, bounds))
        document.risk, document.uncertainty = told.risk, told.uncertainty
        document.draw = share(seeds[document.project_id], "draw", document.pk)
        notes.append(document)
        reasons.append(DocumentPriority(document=document, bare=told.bare, unsure=told.unsure))
    Document.staged_too.bulk_update(notes, ["risk", "uncertainty", "draw"], batch_size=200)
    DocumentPriority.objects.bulk_create(
        reasons,
        update_conflicts=True,
        unique_fields=["document"],
        update_fields=["bare", "unsure"],
        batch_size=200,
    )


@transaction.atomic
def skip_document(*, actor: User, document: Document, reason: str, words: str = "") -> Skip:
    """The note goes back to the queue for others, assigned to the person or not; what the person
    did there is kept.

    An untouched reading disappears. Raises ValueError for an unknown reason, PermissionDenied for
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
    if layer is not None:
        _let_go(layer)
    record("note.skipped", actor=actor, project=document.project_id, target=document, reason=reason)
    return skip


def _let_go(layer: Layer) -> None:
    if layer.rev:
        layer.lease_until = timezone.now()
        layer.save(update_fields=["lease_until"])
        return
    document_id = layer.document_id
    layer.delete()
    others = Layer.objects.filter(document=document_id, kind=Layer.Kind.ANNOTATOR)
    if not others.exists():
        suggested = Layer.objects.filter(document=document_id, kind=Layer.Kind.SUGGESTION)
        state = Document.State.PREANNOTATED if suggested.exists() else Document.State.IMPORTED
        Document.objects.filter(pk=document_id, state=Document.State.IN_PROGRESS).update(
            state=state
        )


def renew_lease(layer: Layer, project: Project) -> bool:
    """Prolongs the person's place. False when it had lapsed and others have taken all places."""
    work = work_settings(project)
    now = timezone.now()
    lapsed = layer.lease_until is not None and layer.lease_until <= now
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
