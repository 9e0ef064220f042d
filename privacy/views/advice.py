"""Choisir ε: what each ε would do to the project's own notes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import newest_job
from privacy.domain.advice import Advice
from privacy.presentation.advice import advice_chart, advice_rows
from privacy.services.advise import KIND, MOST, start_advice


@require_GET
def advice(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The latest figures, or the button that asks for them."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    job = newest_job(project, KIND)
    context: dict[str, Any] = {
        "project": project,
        "job": job,
        "most": MOST,
        "may_request": Permission.REQUEST_EXPORT in held_in(user, project.pk),
    }
    if job is not None and job.state == Job.State.DONE:
        found = Advice.of_json(job.result)
        context |= {"advice": found, "chart": advice_chart(found), "rows": advice_rows(found)}
    return render(request, "privacy/advice.html", context)


@require_POST
def ask(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the job."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    start_advice(actor=user, project=project)
    return redirect("privacy:advice", project.pk)
