"""What the pages ask about notes. Reads only; every answer starts from what the person may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery

from annotation.counts import NoteCounts, count_notes
from annotation.models import (
    Adjudication,
    Assignment,
    Document,
    DocumentPriority,
    ImportBatch,
    Layer,
    LayerSpan,
    Skip,
)
from annotation.presentation.queue import why_first
from annotation.queue import (
    ASSIGNED,
    HELD_FIRST,
    UNTOUCHED,
    Desk,
    assigned_to,
    desk_of,
    first_free,
    free_for,
    hides_suggestions,
    is_theirs,
    taken,
    unfinished,
)
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_and_permissions
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job

PAGE_SIZE: Final = 50
SORTS: Final[dict[str, tuple[Any, ...]]] = {
    "position": ("position",),
    "-position": ("-position",),
    # Undated notes last either way: databases disagree on where nulls go.
    "date": (F("doc_date").asc(nulls_last=True), "position"),
    "-date": (F("doc_date").desc(nulls_last=True), "position"),
    "type": ("doc_type", "position"),
    "state": ("state", "position"),
}


@dataclass(frozen=True, slots=True)
class Progress:
    """Notes of a project by state."""

    imported: int = 0
    preannotated: int = 0
    in_progress: int = 0
    compare: int = 0
    gold: int = 0

    @property
    def total(self) -> int:
        return self.imported + self.preannotated + self.in_progress + self.compare + self.gold

    @property
    def waiting(self) -> int:
        """On which nobody has begun."""
        return self.imported + self.preannotated


@dataclass(frozen=True, slots=True)
class DocumentFilters:
    """As the list's form gives them; an empty string means "all"."""

    state: str = ""
    doc_type: str = ""
    sort: str = "position"


@dataclass(frozen=True, slots=True)
class ProjectTasks:
    """What awaits a person in one project. `resume` is the note they left unfinished."""

    waiting: int
    in_progress: int
    gold: int
    total: int
    resume: UUID | None


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """Where a note stands among the project's notes, from 1, and its neighbours."""

    place: int
    total: int
    previous: UUID | None
    next: UUID | None


def note_counts(user: User, project: Project) -> NoteCounts:
    """Notes that the person may read, by state and type: three queries whatever their number."""
    if not Project.objects.visible_to(user, Permission.READ_NOTES).filter(pk=project.pk).exists():
        return NoteCounts()
    return count_notes(project)


def progress_of(user: User, project: Project) -> Progress:
    """Counts by state."""
    return Progress(**note_counts(user, project).by_state())


def document_page(
    user: User,
    project: Project,
    filters: DocumentFilters,
    number: int | str,
    counts: NoteCounts | None = None,
) -> Page[Document]:
    """Fifty notes without their texts; `entities` is set on each.

    An unknown page number gives the nearest page. Which notes are on it is read along an index, and
    only then their rows: page 1,900 costs what page 1 does.
    """
    counts = counts or note_counts(user, project)
    notes = Document.objects.visible_to(user).filter(project=project)
    state = filters.state if filters.state in Document.State.values else ""
    if state:
        notes = notes.filter(state=state)
    if filters.doc_type:
        notes = notes.filter(doc_type=filters.doc_type)
    notes = notes.order_by(*SORTS.get(filters.sort, SORTS["position"]))
    ids = notes.values_list("pk", flat=True)
    paginator = Paginator(ids, PAGE_SIZE)
    paginator.count = counts.of(state, filters.doc_type)  # counted already
    page: Page[Any] = paginator.get_page(number)
    page.object_list = _with_counts(_in_order(list(page.object_list)))
    return page


def _in_order(ids: list[UUID]) -> list[Document]:
    rows = Document.objects.filter(pk__in=ids).defer("text").in_bulk()
    return [rows[pk] for pk in ids if pk in rows]


def _with_counts(rows: list[Document]) -> list[Document]:
    """Adds `entities`, the size of the layer that counts: gold, else newest suggestion."""
    best = _best_layers([row.pk for row in rows])
    sizes = dict(
        LayerSpan.objects.filter(layer__in=best.values())
        .exclude(state=LayerSpan.State.REJECTED)
        .order_by()
        .values_list("layer_id")
        .annotate(count=Count("pk"))
    )
    for row in rows:
        row.entities = sizes.get(best[row.pk], 0) if row.pk in best else None  # type: ignore[attr-defined]
    return rows


def _best_layers(document_ids: Sequence[UUID]) -> dict[UUID, UUID]:
    layers = (
        Layer.objects.filter(
            document__in=document_ids, kind__in=[Layer.Kind.GOLD, Layer.Kind.SUGGESTION]
        )
        .order_by("-kind", "version", "created_at")  # suggestions first: gold overwrites them
        .values_list("document_id", "pk")
    )
    return dict(layers)


def own_layer(user: User, document: Document) -> Layer | None:
    """The person's layer on the note."""
    return Layer.objects.filter(document=document, kind=Layer.Kind.ANNOTATOR, author=user).first()


def gold_layer(document: Document) -> Layer | None:
    """The gold version in force."""
    golds = Layer.objects.filter(document=document, kind=Layer.Kind.GOLD).select_related("author")
    return golds.order_by("-version").first()


def newest_suggestion(document: Document) -> Layer | None:
    layers = Layer.objects.filter(document=document, kind=Layer.Kind.SUGGESTION)
    return layers.order_by("-created_at", "-pk").first()


def gold_layers(project: Project) -> QuerySet[Layer]:
    """The gold version in force of each note of the project (for training and export)."""
    newest = (
        Layer.objects.filter(document=OuterRef("document"), kind=Layer.Kind.GOLD)
        .order_by("-version")
        .values("pk")[:1]
    )
    return Layer.objects.filter(document__project=project, pk=Subquery(newest)).select_related(
        "document"
    )


def patient_notes(user: User, document: Document) -> QuerySet[Document]:
    """All notes of the same patient, this one included, in order of date."""
    if document.patient_id is None:
        return Document.objects.none()
    notes = Document.objects.visible_to(user).filter(patient=document.patient_id)
    return notes.defer("text").order_by("doc_date", "position")


def queue_place(user: User, document: Document) -> QueuePlace:
    """Two queries, the first along the index (project, position, import)."""
    notes = Document.objects.visible_to(user).filter(project=document.project_id).order_by()
    before, after = Q(position__lt=document.position), Q(position__gt=document.position)
    told = notes.aggregate(
        total=Count("*"),
        before=Count("position", filter=before),
        previous=Max("position", filter=before),
        next=Min("position", filter=after),
    )
    near = [position for position in (told["previous"], told["next"]) if position is not None]
    ids = dict(notes.filter(position__in=near).values_list("position", "pk"))
    return QueuePlace(
        place=told["before"] + 1,
        total=told["total"],
        previous=ids.get(told["previous"]),
        next=ids.get(told["next"]),
    )


def queue_of(
    user: User, project: Project, size: int = 12, desk: Desk | None = None
) -> list[Document]:
    """What the person would be given next: their own unfinished notes, then those assigned to them,
    then the free ones.

    `why` is set on each: see `why_first`.
    """
    desk = desk or desk_of(user, project)
    notes = Document.objects.visible_to(user).filter(project=project)
    own = unfinished(desk).select_related("document").defer("document__text")
    found = sorted((layer.document for layer in own), key=lambda note: note.position)[:size]
    notes, order = notes.select_related("priority"), desk.work.order
    named: list[Document] = []
    if desk.has_assigned:
        given = free_for(desk, assigned_to(desk, notes).filter(state__in=HELD_FIRST), order)
        named = list(given.defer("text")[: size - len(found)])
        notes = notes.exclude(pk__in=[note.pk for note in named])
    free = first_free(desk, notes, order, size - len(found) - len(named))
    for note in (*named, *free):
        picked_by = ASSIGNED if note in named else order
        note.why = why_first(picked_by, getattr(note, "priority", None))  # type: ignore[attr-defined]
    return found + named + free


def project_tasks(user: User, project: Project) -> ProjectTasks:
    """What awaits an annotator in the project; a few queries."""
    counts = note_counts(user, project)
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
    skipped = Skip.objects.filter(user=desk.user).order_by().values("document")
    if not desk.has_assigned and not skipped.exists():
        return untouched + begun
    assigned = Assignment.objects.filter(project=project).order_by().values("document")
    apart = notes.filter(Q(pk__in=skipped) | Q(pk__in=assigned), state__in=UNTOUCHED)
    asked = free_for(desk, apart).order_by().count()
    return untouched - apart.filter(doc_type__in=types).count() + asked + begun


@dataclass(frozen=True, slots=True)
class NoteView:
    """What one person gets to see of one note, and may do there."""

    layer: Layer | None
    can_annotate: bool
    can_edit: bool  # their own layer, open
    is_gold: bool
    others: tuple[str, ...]  # people with an open layer of their own, unless readings are blind
    is_handed_in: bool = False  # their own reading, and no gold yet
    is_full: bool = False  # has its two readers, without this person
    hides: bool = False  # not begun, and to be read without suggestions
    is_for_others: bool = False  # assigned to other people, or of a type that is
    is_taken_over: bool = False  # their lease ran out and others have the note now
    why: str = ""  # why the queue gave it

    @property
    def can_start(self) -> bool:
        is_theirs = self.can_edit or self.is_gold or self.is_handed_in
        is_closed = self.is_full or self.is_for_others
        return self.can_annotate and not is_theirs and not is_closed

    @property
    def can_reopen(self) -> bool:
        is_done = self.is_gold or self.is_handed_in
        return self.can_annotate and not self.can_edit and is_done and not self.is_full


def note_view(user: User, document: Document, desk: Desk | None = None) -> NoteView:
    """The person's own open layer, else the gold in force, else the newest suggestion, unless this
    is a note to be read without."""
    desk = desk or desk_of(user, document.project)
    found = project_and_permissions(user, document.project_id)
    can_annotate = found is not None and Permission.ANNOTATE in found[1]
    own = own_layer(user, document) if can_annotate else None
    can_edit = own is not None and own.state == Layer.State.OPEN
    gold = None if can_edit else gold_layer(document)
    is_handed_in = own is not None and not can_edit and gold is None
    layer = own if can_edit or is_handed_in else gold
    hides = can_annotate and own is None and hides_suggestions(desk.work, document)
    if layer is None and not hides:
        layer = newest_suggestion(document)
    readers = desk.work.readers
    places = list(taken(document.pk).select_related("author"))
    others = [place.author for place in places if place.author_id != user.pk]
    open_to = {place.author_id for place in places if place.state == Layer.State.OPEN}
    is_held = own is not None and own.pk in {place.pk for place in places}
    names = [one.display_name for one in others if one and one.pk in open_to and readers == 1]
    return NoteView(
        layer=layer,
        can_annotate=can_annotate,
        can_edit=can_edit,
        is_gold=gold is not None,
        is_handed_in=is_handed_in,
        others=tuple(names),
        is_full=readers > 1 and own is None and len(others) >= readers,
        hides=hides and gold is None,
        is_for_others=own is None and gold is None and not is_theirs(desk, document),
        is_taken_over=can_edit and not is_held and len(others) >= readers,
        why=_why(own, document) if own is not None and can_edit else "",
    )


def _why(own: Layer, document: Document) -> str:
    priority = DocumentPriority.objects.filter(document=document).first() if own.picked_by else None
    return why_first(own.picked_by, priority)


def adjudications_for(user: User, project: Project) -> QuerySet[Adjudication]:
    """Open comparisons of notes that the person did not read, the oldest first."""
    visible = Project.objects.visible_to(user, Permission.ADJUDICATE)
    # EXISTS, not a join: from the few open comparisons, never from all notes of the project
    notes = Document.objects.filter(pk=OuterRef("document"), project=project, project__in=visible)
    waiting = Adjudication.objects.filter(Exists(notes), finished_at=None)
    waiting = waiting.exclude(first__author=user).exclude(second__author=user)
    return waiting.select_related("document").defer("document__text").order_by("created_at")


def running_jobs(user: User, project: Project) -> QuerySet[Job]:
    """Imports and pre-annotations that wait or run."""
    return Job.objects.visible_to(user).filter(
        project=project,
        kind__in=["import", "preannotate"],
        state__in=[Job.State.QUEUED, Job.State.RUNNING],
    )


def recent_imports(user: User, project: Project, count: int = 8) -> QuerySet[ImportBatch]:
    """The newest imports of the project, with their jobs."""
    projects = Project.objects.visible_to(user, Permission.IMPORT_NOTES)
    batches = ImportBatch.objects.filter(project=project, project__in=projects)
    return batches.select_related("job", "created_by")[:count]
