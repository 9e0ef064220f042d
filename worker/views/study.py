"""What more notes and each type of document bring: the newest studies, what one costs, the buttons."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job, stopped_job
from worker.presentation.studies import estimate_words, study_tables
from worker.selectors.studies import STUDY, estimates, newest_studies
from worker.selectors.training_notes import training_material
from worker.services.start_study import start_study
from worker.views.outcome import outcome


@require_GET
def study_page(request: HttpRequest, project_id: UUID) -> HttpResponse:
    project = project_or_404(signed_in(request), project_id, Permission.MANAGE_MODELS)
    context = {
        "project": project,
        "job": running_job(project, STUDY),
        "stopped_job": stopped_job(project, STUDY),
        "material": training_material(project),
        "tables": study_tables(newest_studies(project)),
        "estimates": {told.kind.value: estimate_words(told) for told in estimates(project)},
    }
    return render(request, "worker/studies.html", context)


@require_POST
def study_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    with outcome(request, _("Étude demandée. Vous pouvez fermer la page.")):
        start_study(actor=user, project=project, study=request.POST.get("study", ""))
    return redirect("worker:studies", project_id)
