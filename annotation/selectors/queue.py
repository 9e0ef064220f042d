"""Which notes are free for a person: shared by the service that takes one and the pages that count.

A note has as many places as the project wants readers (1 or 2). A place is taken by a submitted
reading, or by an open one whose lease has not run out: what lapses goes back to the queue, and the
work in it is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation.models import (
    Assignment,
    Document,
    Layer,
    Reread,
    Skip,
    TypeReader,
    WorkSettings,
)
from annotation.selectors.readers import annotating
from deidweb.accounts.models import Project, User

HELD_FIRST: Final = (
    Document.State.IN_PROGRESS,  # a second reading, or what somebody let lapse
    Document.State.PREANNOTATED,
    Document.State.IMPORTED,
)
ASSIGNED: Final = "assigned"  # `Layer.picked_by` of a note that was given to its reader by name
CORRECTED: Final = "corrected"  # of a note with all its readers that somebody who compares has opened again: no reading
REREAD: Final = "reread"  # of a note that is read again since a model lost something in it
UNTOUCHED: Final = (Document.State.PREANNOTATED, Document.State.IMPORTED)  # nobody has begun
# each along an index of the notes: state by state
_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    WorkSettings.Order.OLDEST: ("position",),
    WorkSettings.Order.RISK: ("-risk", "position"),
    WorkSettings.Order.UNCERTAINTY: ("-uncertainty", "position"),
    WorkSettings.Order.RANDOM: ("draw", "position"),
    WorkSettings.Order.PICKED: ("-pick", "position"),
}


def waiting_rereads(documents: Collection[UUID]) -> set[UUID]:
    """Those of the notes that wait already to be read again."""
    waiting = Reread.objects.filter(document__in=documents, done_at=None)
    return set(waiting.values_list("document", flat=True))


def waiting_reread_count(project: Project) -> int:
    """Whatever engine lost something in them."""
    return Reread.objects.filter(project=project, done_at=None).count()


def work_settings(project: Project) -> WorkSettings:
    """The project's, or the defaults without a row: one reader, no hidden suggestions."""
    return WorkSettings.objects.filter(project=project).first() or _defaults(project)


def _defaults(project: Project) -> WorkSettings:
    return WorkSettings(project=project, hidden_percent=0)


def is_live() -> Q:
    """Condition on readings: open, with a lease that has not run out."""
    lease = Q(lease_until__isnull=True) | Q(lease_until__gt=timezone.now())
    return Q(state=Layer.State.OPEN) & lease


def heard_since() -> Coalesce:
    """The last sign of life of a reading."""
    return Coalesce("beat_at", "created_at")


def taken(document: Any) -> QuerySet[Layer]:
    """Readings that hold a place of a note (or of an OuterRef)."""
    held = Q(state=Layer.State.SUBMITTED) | is_live()
    layers = Layer.staged_too.filter(document=document, kind=Layer.Kind.ANNOTATOR)
    return layers.filter(held).exclude(picked_by=CORRECTED).order_by()


@dataclass(frozen=True, slots=True)
class Desk:
    """A person at work in a project: its settings, the types that are not for this person, and
    whether any note of the project is assigned to somebody by name, or is to be read again."""

    user: User
    work: WorkSettings
    not_theirs: frozenset[str]
    has_assigned: bool
    has_rereads: bool


def desk_of(user: User, project: Project) -> Desk:
    """Two queries. Types that are given to somebody go to these people only."""
    rows = list(TypeReader.objects.filter(project=project).values_list("doc_type", "user_id"))
    given = {doc_type for doc_type, _reader in rows}
    own = {doc_type for doc_type, reader in rows if reader == user.pk}
    assigned = Assignment.objects.filter(project=OuterRef("pk"))
    again = Reread.objects.filter(project=OuterRef("pk"), done_at=None)
    told = Project.objects.select_related("work").annotate(
        has_assigned=Exists(assigned), has_rereads=Exists(again)
    )
    found = told.get(pk=project.pk)
    work = getattr(found, "work", None) or _defaults(project)
    return Desk(user, work, frozenset(given - own), found.has_assigned, found.has_rereads)


def theirs(desk: Desk) -> Q:
    """Condition on notes: assigned to the person, or to nobody and of a type that is for them."""
    by_type = ~Q(doc_type__in=desk.not_theirs)
    if not desk.has_assigned:
        return by_type
    given = Assignment.objects.filter(document=OuterRef("pk")).order_by()
    return Q(Exists(given.filter(user=desk.user))) | (Q(~Exists(given)) & by_type)


def is_theirs(desk: Desk, document: Document) -> bool:
    """See `theirs`. No query where neither types nor notes are given to anybody."""
    if not desk.has_assigned:
        return document.doc_type not in desk.not_theirs
    return Document.objects.filter(theirs(desk), pk=document.pk).exists()


def assigned_to(desk: Desk, notes: QuerySet[Document]) -> QuerySet[Document]:
    """Of `notes`, those assigned to the person by name."""
    own = Assignment.objects.filter(project=desk.work.project_id, user=desk.user)
    return notes.filter(pk__in=own.order_by().values("document"))


def free_for(desk: Desk, notes: QuerySet[Document], order: str = "") -> QuerySet[Document]:
    """Of `notes` of the project, those that the person may be given, in the order asked for."""
    own = Layer.staged_too.filter(
        document=OuterRef("pk"), kind=Layer.Kind.ANNOTATOR, author=desk.user
    )
    skipped = Skip.objects.filter(document=OuterRef("pk"), user=desk.user)
    free = notes.filter(~Exists(own), ~Exists(skipped), theirs(desk))
    if desk.work.readers == 1:
        free = free.filter(~Exists(taken(OuterRef("pk"))))
    else:
        free = free.annotate(places=_places(taken(OuterRef("pk"))))
        free = free.filter(places__lt=desk.work.readers)
    return free.order_by(*_ORDERS[order or desk.work.order])


def rereads_for(desk: Desk, notes: QuerySet[Document], size: int) -> list[Document]:
    """Of `notes`, the first `size` that the person is to read again, in the order in which that was asked for, with
    the model's number as `lost_by`; without their texts.

    What is validated comes back to one of its readers, or to whom has been chosen; where two people read, to those two.
    What waits still is free for the person as ever.
    """
    open_ones = _asked_again(desk, notes)
    waiting = free_for(desk, open_ones.filter(state__in=HELD_FIRST)).order_by()
    either = Q(pk__in=_read_again(desk, open_ones).values("pk")) | Q(pk__in=waiting.values("pk"))
    return list(open_ones.filter(either).order_by(F("rank")).defer("text")[:size])


def count_read_again(desk: Desk, notes: QuerySet[Document]) -> int:
    """Validated ones alone: what waits is counted with what waits."""
    return _read_again(desk, _asked_again(desk, notes)).count() if desk.has_rereads else 0


def _asked_again(desk: Desk, notes: QuerySet[Document]) -> QuerySet[Document]:
    """By this person or by anybody, as where the person that was chosen annotates here no more. One row a note: it has
    one open request at most."""
    found = notes.filter(rereads__project=desk.work.project_id, rereads__done_at=None).annotate(
        rank=F("rereads__pk"), lost_by=F("rereads__model_number"), reader=F("rereads__user")
    )
    others = annotating(desk.work.project_id).exclude(user=desk.user).order_by()
    return found.filter(Q(reader=None) | ~Q(reader__in=others.values("user")))


def _read_again(desk: Desk, notes: QuerySet[Document]) -> QuerySet[Document]:
    skipped = Skip.objects.filter(document=OuterRef("pk"), user=desk.user)
    chosen = Q(reader=desk.user.pk) | theirs(desk)
    gold = notes.filter(chosen, ~Exists(skipped), state=Document.State.GOLD)
    if desk.work.readers > 1:
        own = taken(OuterRef("pk")).filter(author=desk.user)
        gold = gold.annotate(places=_places(taken(OuterRef("pk"))))
        gold = gold.filter(Q(Exists(own)) | Q(places__lt=desk.work.readers))
    return gold.order_by()


def first_free(desk: Desk, notes: QuerySet[Document], order: str, size: int) -> list[Document]:
    """The first `size` free notes in this order, without their texts.

    Each state apart, along its index, then merged: one query over all states would sort every
    waiting note to give one away. By age, states follow one another as in `HELD_FIRST`.
    """
    is_by_state = order == WorkSettings.Order.OLDEST
    found: list[Document] = []
    for state in HELD_FIRST:
        left = size - len(found) if is_by_state else size
        if left > 0:
            found += free_for(desk, notes.filter(state=state), order).defer("text")[:left]
    return found if is_by_state else sorted(found, key=_key(order))[:size]


def _key(order: str) -> Callable[[Document], tuple[float, ...]]:
    """Sorts notes as `_ORDERS` does."""
    fields = [(name.removeprefix("-"), name.startswith("-")) for name in _ORDERS[order]]

    def key(note: Document) -> tuple[float, ...]:
        values = [(getattr(note, name), is_descending) for name, is_descending in fields]
        return tuple(-value if is_descending else value for value, is_descending in values)

    return key


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
    keeps = is_live() | Q(picked_by=CORRECTED) | Q(others__lt=desk.work.readers)
    return mine.filter(keeps).order_by("created_at")


def _places(layers: QuerySet[Layer]) -> Coalesce:
    return Coalesce(Subquery(layers.values("document").annotate(n=Count("pk")).values("n")), 0)


def hides_suggestions(work: WorkSettings, document: Document) -> bool:
    """A fixed share of the notes, always the same ones, to measure what suggestions do to people."""
    return 100 * share(work.seed, "hide", document.pk) < work.hidden_percent


def share(seed: str, *fields: object) -> float:
    """A number in [0, 1) that the seed and the fields decide: the same choice whenever it is asked."""
    told = "\x1f".join([seed, *map(str, fields)])
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big") / 2**64
