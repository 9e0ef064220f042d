"""The list of a project's notes, a note's neighbours and the other notes of its patient."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Max, Min, Q, QuerySet

from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.counts import NoteCounts
from annotation.selectors.in_force import layers_in_force
from annotation.selectors.progress import note_counts
from deidweb.accounts.models import Project, User

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
class DocumentFilters:
    """As the list's form gives them; an empty string means "all"."""

    state: str = ""
    doc_type: str = ""
    sort: str = "position"


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """Where a note stands among the project's notes, from 1, and its neighbours."""

    place: int
    total: int
    previous: UUID | None
    next: UUID | None


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
    best = {key: layer.pk for key, layer in layers_in_force([row.pk for row in rows]).items()}
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


def with_own_reading(user: User, notes: Iterable[Document]) -> None:
    """Sets `is_handed_in` on each note: the person has read it, somebody else has yet to. One query."""
    rows = list(notes)
    begun = {row.pk for row in rows if row.state == Document.State.IN_PROGRESS}
    own = Layer.objects.filter(
        document__in=begun,
        author=user,
        kind=Layer.Kind.ANNOTATOR,
        state=Layer.State.SUBMITTED,
    )
    read = set(own.order_by().values_list("document_id", flat=True)) if begun else set()
    for row in rows:
        row.is_handed_in = row.pk in read  # type: ignore[attr-defined]


def patient_notes(user: User, document: Document) -> QuerySet[Document]:
    """All notes of the same patient, this one included, in order of date."""
    if document.patient_id is None:
        return Document.objects.none()
    notes = Document.objects.visible_to(user).filter(patient=document.patient_id)
    return notes.defer("text").order_by("doc_date", "position")


def other_notes(user: User, document: Document) -> QuerySet[Document]:
    """The patient's other notes that the person may read, with their texts."""
    return patient_notes(user, document).exclude(pk=document.pk).defer(None)


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
