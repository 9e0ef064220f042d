"""Notes set aside, for who looks after the project's notes."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Document, NoteAside
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission


def asides_of(user: User, project: Project) -> QuerySet[NoteAside]:
    """The newest first, without the notes' texts."""
    projects = Project.objects.visible_to(user, Permission.IMPORT_NOTES)
    found = _asides(project).filter(document__project__in=projects)
    return found.select_related("document", "by").defer("document__text")


def set_aside(project: Project) -> set[UUID]:
    """Notes of the project that no page opens: few."""
    return set(_asides(project).order_by().values_list("document", flat=True))


def count_unread(project: Project) -> int:
    """Notes of the project that a job could not read, or not write."""
    return _asides(project).exclude(why=NoteAside.Why.PERSON).count()


def _asides(project: Project) -> QuerySet[NoteAside]:
    """Begins with the few that are set aside: a join makes SQLite walk through all notes of the project (9 ms of 20,000)."""
    of_project = Document.staged_too.filter(pk=OuterRef("document"), project=project)
    return NoteAside.objects.filter(Exists(of_project))


def aside_note(user: User, project: Project, document_id: UUID) -> Document | None:
    """The note that is set aside, if it is one of the project."""
    aside = asides_of(user, project).filter(document=document_id).first()
    return aside.document if aside else None
