"""From an address to an object the person may see: 404 for strangers, 403 without the right."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from annotation.models import Document, ImportBatch, Layer
from deidweb.accounts.models import User
from deidweb.accounts.permissions import project_or_404
from deidweb.accounts.roles import Permission


def document_or_404(
    user: User,
    project_id: UUID,
    document_id: UUID,
    permission: Permission = Permission.READ_NOTES,
) -> Document:
    """The note with its project and patient."""
    project = project_or_404(user, project_id, permission)
    document = (
        Document.objects.visible_to(user)
        .select_related("project", "patient")
        .filter(project=project, pk=document_id)
        .first()
    )
    if document is None:
        raise Http404
    return document


def layer_or_404(user: User, project_id: UUID, layer_id: UUID, permission: Permission) -> Layer:
    """The layer with its note."""
    project = project_or_404(user, project_id, permission)
    layer = (
        Layer.objects.visible_to(user)
        .select_related("document__project")
        .filter(document__project=project, pk=layer_id)
        .first()
    )
    if layer is None:
        raise Http404
    return layer


def import_or_404(user: User, project_id: UUID, batch_id: UUID) -> ImportBatch:
    """The import with its job."""
    project = project_or_404(user, project_id, Permission.IMPORT_NOTES)
    batches = ImportBatch.objects.select_related("project", "job", "created_by")
    batch = batches.filter(project=project, pk=batch_id).first()
    if batch is None:
        raise Http404
    return batch
