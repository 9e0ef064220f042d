"""Which notes are free for a person: shared by the service that takes one and the pages that count.

A note has as many places as the project wants readers (1 or 2). A place is taken by a submitted
reading, or by an open one whose lease has not run out: what lapses goes back to the queue, and the
work in it is kept.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation.models import Document, Layer, Skip, TypeReader, WorkSettings
from deidweb.accounts.models import Project, User

HELD_FIRST: Final = (
    Document.State.IN_PROGRESS,  # a second reading, or what somebody let lapse
    Document.State.PREANNOTATED,
    Document.State.IMPORTED,
)
_ORDERS: Final[dict[str, tuple[Any, ...]]] = {
    WorkSettings.Order.OLDEST: ("position",),
    WorkSettings.Order.RISK: (F("priority__risk").desc(nulls_last=True), "position"),
    WorkSettings.Order.UNCERTAINTY: (F("priority__uncertainty").desc(nulls_last=True), "position"),
    WorkSettings.Order.RANDOM: (F("priority__draw").asc(nulls_last=True), "position"),
}


def work_settings(project: Project) -> WorkSettings:
    """The project's, or the defaults without a row: one reader, no hidden suggestions."""
    found = WorkSettings.objects.filter(project=project).first()
    return found or WorkSettings(project=project, hidden_percent=0)


def taken(document: Any) -> QuerySet[Layer]:
    """Readings that hold a place of a note (or of an OuterRef)."""
    live = Q(lease_until__isnull=True) | Q(lease_until__gt=timezone.now())
    held = Q(state=Layer.State.SUBMITTED) | (Q(state=Layer.State.OPEN) & live)
    layers = Layer.staged_too.filter(document=document, kind=Layer.Kind.ANNOTATOR)
    return layers.filter(held).order_by()


@dataclass(frozen=True, slots=True)
class Desk:
    """A person at work in a project: its settings, and the types that are not for this person."""

    user: User
    work: WorkSettings
    not_theirs: frozenset[str]


def desk_of(user: User, project: Project) -> Desk:
    """Two queries. Types that are given to somebody go to these people only."""
    rows = list(TypeReader.objects.filter(project=project).values_list("doc_type", "user_id"))
    given = {doc_type for doc_type, _reader in rows}
    own = {doc_type for doc_type, reader in rows if reader == user.pk}
    return Desk(user, work_settings(project), frozenset(given - own))


def free_for(desk: Desk, notes: QuerySet[Document], order: str = "") -> QuerySet[Document]:
    """Of `notes` of the project, those that the person may be given, in the order asked for."""
    own = Layer.staged_too.filter(
        document=OuterRef("pk"), kind=Layer.Kind.ANNOTATOR, author=desk.user
    )
    skipped = Skip.objects.filter(document=OuterRef("pk"), user=desk.user)
    free = notes.filter(~Exists(own), ~Exists(skipped), ~Q(doc_type__in=desk.not_theirs))
    if desk.work.readers == 1:
        free = free.filter(~Exists(taken(OuterRef("pk"))))
    else:
        free = free.annotate(places=_places(taken(OuterRef("pk"))))
        free = free.filter(places__lt=desk.work.readers)
    return free.order_by(*_ORDERS[order or desk.work.order])


def unfinished(desk: Desk) -> QuerySet[Layer]:
    """The person's own open readings, the oldest first; without what they passed by, and without
    what lapsed and others have taken since."""
    mine = Layer.objects.filter(
        document__project=desk.work.project_id,
        kind=Layer.Kind.ANNOTATOR,
        author=desk.user,
        state=Layer.State.OPEN,
    )
    skipped = Skip.objects.filter(document=OuterRef("document"), user=desk.user)
    others = taken(OuterRef("document")).exclude(author=desk.user)
    mine = mine.filter(~Exists(skipped)).annotate(others=_places(others))
    live = Q(lease_until__isnull=True) | Q(lease_until__gt=timezone.now())
    return mine.filter(live | Q(others__lt=desk.work.readers)).order_by("created_at")


def _places(layers: QuerySet[Layer]) -> Coalesce:
    return Coalesce(Subquery(layers.values("document").annotate(n=Count("pk")).values("n")), 0)


def share(seed: str, *fields: object) -> float:
    """A number in [0, 1) that the seed and the fields decide: the same choice whenever it is asked."""
    told = "\x1f".join([seed, *map(str, fields)])
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big") / 2**64
