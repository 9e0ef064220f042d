"""From an address to a model that the person may see: 404 for strangers, 403 without the right."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.models import ModelVersion
from worker.selectors.versions import versions_of


def version_or_404(request: HttpRequest, project_id: UUID, model_id: UUID) -> ModelVersion:
    """One version of the project's models."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    return get_object_or_404(versions_of(user, project), pk=model_id)
