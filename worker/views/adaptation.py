"""The encoder's adaptation to the project's raw notes: what there is, and the button that begins one."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job, stopped_job
from worker.forms.models import AdaptationForm
from worker.presentation.adaptation import pass_lines
from worker.selectors.adapted import adapted_of
from worker.selectors.training_starts import training_starts
from worker.services.start_adaptation import ADAPTATION, MOST_PASSES, start_adaptation
from worker.views.outcome import outcome


@require_GET
def adaptation(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The newest adaptation and how well it guesses hidden words."""
    project = project_or_404(signed_in(request), project_id, Permission.MANAGE_MODELS)
    adapted = adapted_of(project)
    context = {
        "project": project,
        "job": running_job(project, ADAPTATION),
        "stopped_job": stopped_job(project, ADAPTATION),
        "adapted": adapted,
        "lines": pass_lines(adapted) if adapted else [],
        "starts": training_starts(project),
        "most": MOST_PASSES,
    }
    return render(request, "worker/adaptation.html", context)


@require_POST
def adaptation_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    form = AdaptationForm(request.POST)
    passes = form.cleaned_data["passes"] if form.is_valid() else 0
    with outcome(request, _("Adaptation demandée. Vous pouvez fermer la page.")):
        start = request.POST.get("start", "")
        start_adaptation(actor=user, project=project, passes=passes, start=start)
    return redirect("worker:adaptation", project_id)
