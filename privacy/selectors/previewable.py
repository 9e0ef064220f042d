"""Which note to preview."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from annotation.models import Document
from annotation.selectors.in_force import counting_layers
from deidweb.accounts.models import Project, User


def previewable(user: User, project: Project) -> QuerySet[Document]:
    """Notes with something to substitute: those that count."""
    layers = counting_layers().filter(document=OuterRef("pk"))
    return Document.objects.visible_to(user).filter(Exists(layers), project=project)


def note_to_preview(
    user: User, project: Project, *, document_id: UUID | None = None, position: int | None = None
) -> Document | None:
    """The asked note (Http404 when it is not there), else the first gold one, else the newest."""
    notes = previewable(user, project).select_related("patient")
    if document_id is not None or position is not None:
        wanted = Q(pk=document_id) if document_id is not None else Q(position=position)
        found = notes.filter(wanted).first()
        if found is None:
            raise Http404
        return found
    gold = notes.filter(state=Document.State.GOLD).order_by("position").first()
    return gold or notes.order_by("-position").first()


def neighbours(user: User, project: Project, document: Document) -> tuple[UUID | None, UUID | None]:
    """The previewable notes before and after this one."""
    notes = previewable(user, project)
    before = (
        notes.filter(position__lt=document.position)
        .order_by("-position")
        .values_list("pk", flat=True)
    )
    after = (
        notes.filter(position__gt=document.position)
        .order_by("position")
        .values_list("pk", flat=True)
    )
    return before.first(), after.first()
