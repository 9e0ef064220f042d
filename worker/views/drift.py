"""Dérive: what people correct, week by week."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.presentation.drift import drift_page
from worker.selectors.drift import drift_of, engines_at_work


@require_GET
def drift(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The control chart, and each engine's acceptance."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    page = drift_page(drift_of(user, project), engines_at_work(user, project))
    return render(request, "worker/drift.html", {"project": project, "page": page})
