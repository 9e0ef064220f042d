"""Dérive: what people correct and how much there is of what, week by week; what the engine masks of recent notes."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.presentation.drift import chosen_series, drift_page
from worker.presentation.recent import recent_page
from worker.selectors.drift import days_of, drift_of
from worker.selectors.site_measures import fallen_measure, recent_measures


@require_GET
def drift(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """All that is watched, and the chart of one figure: ``?serie=label:PER``."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    found = drift_of(user, project)
    chosen = chosen_series(found, request.GET.get("serie", ""))
    measures, fallen = recent_measures(user, project), fallen_measure(user, project)
    context = {
        "project": project,
        "page": drift_page(found, chosen, days_of(user, project, chosen) if chosen else []),
        "recent": recent_page(measures, fallen),
        "every": settings.MEASURE_EVERY_DAYS,
    }
    return render(request, "worker/drift.html", context)
