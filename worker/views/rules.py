"""Règles: what the engine's rules look for, to read only."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.presentation.rules import rule_lines


@require_GET
def rule_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Every rule with its examples; the same for all projects, seen by who manages models."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    return render(request, "worker/rule_list.html", {"project": project, "lines": rule_lines()})
