"""The lines that come back: what the project remembers of them, and the button that looks anew."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.selectors.memory import known_lines
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job
from worker.presentation.lines import marks_of
from worker.services.start_line_search import LINES, start_line_search
from worker.views.outcome import outcome

_SHOWN = 200


@require_GET
def line_memory(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """No text: what is marked in each line, and a note where it stands."""
    project = project_or_404(signed_in(request), project_id, Permission.MANAGE_MODELS)
    lines = known_lines(project)
    context = {
        "project": project,
        "job": running_job(project, LINES),
        "lines": [(line, marks_of(line)) for line in lines[:_SHOWN]],
        "count": lines.count(),
    }
    return render(request, "worker/line_memory.html", context)


@require_POST
def line_memory_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    with outcome(request, _("Recherche demandée. Vous pouvez fermer la page.")):
        start_line_search(actor=user, project=project)
    return redirect("worker:line-memory", project_id)
