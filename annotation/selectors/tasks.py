"""What awaits a person: the notes that come next, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from annotation.models import Assignment, Document, DocumentPriority, Skip
from annotation.selectors.counts import NoteCounts
from annotation.selectors.progress import Progress, note_counts
from annotation.selectors.queue import (
    ASSIGNED,
    HELD_FIRST,
    REREAD,
    UNTOUCHED,
    Desk,
    assigned_to,
    count_read_again,
    desk_of,
    first_free,
    free_for,
    rereads_for,
    unfinished,
)
from deidweb.accounts.models import Project, User


@dataclass(frozen=True, slots=True)
class ProjectTasks:
    """What awaits a person in one project. `resume` is the note they left unfinished."""

    waiting: int
    in_progress: int
    gold: int
    total: int
    resume: UUID | None


@dataclass(frozen=True, slots=True)
class Queued:
    """A note of the queue. `picked_by`: why it comes where it does (see `Layer`), "" for a note that the
    person has begun."""

    document: Document
    picked_by: str = ""

    @property
    def lost_by(self) -> int | None:
        """Number of the model for which the note is read again."""
        return getattr(self.document, "lost_by", None)

    @property
    def priority(self) -> DocumentPriority | None:
        return getattr(self.document, "priority", None) if self.picked_by else None


def queue_of(
    user: User, project: Project, size: int = 12, desk: Desk | None = None
) -> list[Queued]:
    """What the person would be given next: their own unfinished notes, then those to be read again, those
    assigned to them, and the free ones."""
    desk = desk or desk_of(user, project)
    notes = Document.objects.visible_to(user).filter(project=project)
    own = unfinished(desk).select_related("document").defer("document__text")
    found = sorted((layer.document for layer in own), key=lambda note: note.position)[:size]
    again = rereads_for(desk, notes, size - len(found)) if desk.has_rereads else []
    notes, order = notes.exclude(pk__in=[note.pk for note in again]), desk.work.order
    notes, size = notes.select_related("priority"), size - len(found) - len(again)
    named: list[Document] = []
    if desk.has_assigned:
        given = free_for(desk, assigned_to(desk, notes).filter(state__in=HELD_FIRST), order)
        named = list(given.defer("text")[:size])
        notes = notes.exclude(pk__in=[note.pk for note in named])
    free = first_free(desk, notes, order, size - len(named))
    return [
        *(Queued(note) for note in found),
        *(Queued(note, REREAD) for note in again),
        *(Queued(note, ASSIGNED) for note in named),
        *(Queued(note, order) for note in free),
    ]


def project_tasks(user: User, project: Project, counts: NoteCounts | None = None) -> ProjectTasks:
    """What awaits an annotator in the project; a few queries. `counts`: the project's, if known."""
    counts = counts or note_counts(user, project)
    progress = Progress(**counts.by_state())
    desk = desk_of(user, project)
    open_notes = list(unfinished(desk).values_list("document_id", flat=True))
    return ProjectTasks(
        waiting=_waiting(desk, project, counts),
        in_progress=len(open_notes),
        gold=progress.gold,
        total=progress.total,
        resume=open_notes[0] if open_notes else None,
    )


def _waiting(desk: Desk, project: Project, counts: NoteCounts) -> int:
    """Notes that the person may be given.

    Nobody has a place yet in the untouched ones: their counts tell, but for those that this person
    skipped and those assigned to somebody. These, and those with a reading, are asked one by one.
    """
    types = {*counts.types(), ""} - desk.not_theirs
    places = ((state, doc_type) for state in UNTOUCHED for doc_type in types)
    untouched = sum(counts.by_state_and_type.get(place, 0) for place in places)
    notes = Document.objects.visible_to(desk.user).filter(project=project)
    begun = free_for(desk, notes.filter(state=Document.State.IN_PROGRESS)).order_by().count()
    begun += count_read_again(desk, notes)
    skipped = Skip.objects.filter(user=desk.user).order_by().values("document")
    if not desk.has_assigned and not skipped.exists():
        return untouched + begun
    assigned = Assignment.objects.filter(project=project).order_by().values("document")
    apart = notes.filter(Q(pk__in=skipped) | Q(pk__in=assigned), state__in=UNTOUCHED)
    asked = free_for(desk, apart).order_by().count()
    return untouched - apart.filter(doc_type__in=types).count() + asked + begun


def oldest_waiting(user: User, project: Project, states: Iterable[str]) -> datetime | None:
    """When the first of the notes in these states arrived. Along an index, a state at a time."""
    notes = Document.objects.visible_to(user).filter(project=project)
    found = [
        notes.filter(state=state).order_by("position").values_list("created_at", flat=True).first()
        for state in states
    ]
    return min(filter(None, found), default=None)
