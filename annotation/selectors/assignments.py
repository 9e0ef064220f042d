"""Who has which note by name and who passed notes by, for the pages of who shares out the work."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import Assignment, Document, Layer, Skip
from annotation.selectors.queue import heard_since, is_live
from annotation.selectors.readers import annotators
from deidweb.accounts.models import Project, User

_SHOWN: Final = 100
_SKIPS_SHOWN: Final = 50


@dataclass(frozen=True, slots=True)
class Load:
    """What one person was given by name, and how much of it they have handed in."""

    name: str
    notes: int
    done: int

    @property
    def left(self) -> int:
        return self.notes - self.done


def reader_names(project: Project) -> list[tuple[str, str]]:
    """Key and name of everybody who annotates in the project."""
    people = User.objects.filter(pk__in=annotators(project)).order_by("last_name", "username")
    return [(str(person.pk), person.display_name) for person in people]


def with_readers(notes: Iterable[Document]) -> None:
    """Sets `assigned` on each note: names of the people it was given to. One query."""
    rows = list(notes)
    found: dict[UUID, list[str]] = {row.pk: [] for row in rows}
    given = Assignment.objects.filter(document__in=found).select_related("user").order_by("pk")
    for each in given:
        found[each.document_id].append(each.user.display_name)
    for row in rows:
        row.assigned = found[row.pk]  # type: ignore[attr-defined]


def loads(project: Project) -> list[Load]:
    """People who were given notes by name, the most notes to read first."""
    handed_in = Layer.objects.filter(
        document=OuterRef("document"),
        author=OuterRef("user"),
        kind=Layer.Kind.ANNOTATOR,
        state=Layer.State.SUBMITTED,
    )
    rows = list(
        Assignment.objects.filter(project=project)
        .annotate(is_done=Exists(handed_in))
        .order_by()
        .values("user")
        .annotate(notes=Count("pk"), done=Count("pk", filter=Q(is_done=True)))
    )
    people = {
        user.pk: user.display_name for user in User.objects.filter(pk__in=[r["user"] for r in rows])
    }
    found = [Load(people[row["user"]], row["notes"], row["done"]) for row in rows]
    return sorted(found, key=lambda load: (-load.left, load.name))


def held_places(project: Project) -> QuerySet[Layer]:
    """Open readings that hold a place, the longest unheard of first, `_SHOWN` at most; `heard` is
    the last sign of life."""
    begun = Q(document__project=project, document__state=Document.State.IN_PROGRESS)
    held = Layer.objects.filter(is_live() & begun, kind=Layer.Kind.ANNOTATOR)
    heard = held.annotate(heard=heard_since()).order_by("heard")
    return heard.select_related("document", "author").defer("document__text")[:_SHOWN]


def skipped_notes(user: User, project: Project) -> QuerySet[Skip]:
    """The newest notes that people passed by, with their reasons."""
    visible = Project.objects.visible_to(user)
    # EXISTS, not a join: from the newest skip on, never from all notes of the project
    notes = Document.objects.filter(pk=OuterRef("document"), project=project, project__in=visible)
    skips = Skip.objects.filter(Exists(notes))
    return skips.select_related("document", "user").defer("document__text")[:_SKIPS_SHOWN]
