"""Notes set aside, for who looks after the project's notes."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from annotation.models import Document, NoteAside
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission


def asides_of(user: User, project: Project) -> QuerySet[NoteAside]:
    """The newest first, without the notes' texts."""
    projects = Project.objects.visible_to(user, Permission.IMPORT_NOTES)
    found = NoteAside.objects.filter(document__project=project, document__project__in=projects)
    return found.select_related("document", "by").defer("document__text")


def set_aside(project: Project) -> set[UUID]:
    """Notes of the project that no page opens: few."""
    return set(
        NoteAside.objects.filter(document__project=project)
        .order_by()
        .values_list("document", flat=True)
    )


def aside_note(user: User, project: Project, document_id: UUID) -> Document | None:
    """The note that is set aside, if it is one of the project."""
    aside = asides_of(user, project).filter(document=document_id).first()
    return aside.document if aside else None
