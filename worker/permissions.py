"""From an address to a version that the person may see: 404 for strangers, 403 without the right."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.selectors.versions import V, versions_of


def version_or_404(request: HttpRequest, project_id: UUID, version_id: UUID, kind: type[V]) -> V:
    """One version of the project's models or coders."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    return get_object_or_404(versions_of(user, project, kind), pk=version_id)
