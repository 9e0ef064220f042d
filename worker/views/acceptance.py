"""Acceptance by a site: how well the engine in service reads its notes, on one sheet to print."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.presentation.engine_words import engine_words
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job
from worker.presentation.acceptance import acceptance_page
from worker.selectors.site_measures import MEASURE, newest_measure
from worker.selectors.versions import promoted_hash
from worker.services.start_site_measure import start_site_measure
from worker.views.outcome import outcome


@require_GET
def site_acceptance(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The newest measure, and whether it is about the engine in service."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    measure = newest_measure(user, project)
    context = {
        "project": project,
        "measure": measure,
        "page": acceptance_page(measure) if measure else None,
        "engine": engine_words(measure.engine) if measure else "",
        "is_current": measure is not None and measure.content_hash == promoted_hash(project.pk),
        "job": running_job(project, MEASURE),
    }
    return render(request, "worker/site_acceptance.html", context)


@require_POST
def site_measure(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    with outcome(request, _("Mesure demandée. Vous pouvez fermer la page.")):
        start_site_measure(actor=user, project=project)
    return redirect("worker:site-acceptance", project_id)
