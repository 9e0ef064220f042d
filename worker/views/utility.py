"""Utilité: what de-identification costs the codes of the project's own notes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import newest_job
from privacy.services.errors import StateConflictError
from worker.coding.utility.report import Report
from worker.forms.methods import MethodsForm
from worker.presentation.methods import methods_table, overlap_share
from worker.presentation.utility import code_rows, condition_name, utility_chart, utility_rows
from worker.services.measure_methods import KIND as METHODS
from worker.services.measure_methods import start_methods
from worker.services.measure_utility import KIND, start_utility


@require_GET
def utility(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The latest figures; which codes were lost for those who may read the notes."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    held = held_in(user, project.pk)
    job = newest_job(project, KIND)
    context: dict[str, Any] = {
        "project": project,
        "job": job,
        "may_ask": Permission.PREVIEW in held,
        "methods": _methods(request, user, project, may_ask=Permission.PREVIEW in held),
    }
    if job is not None and job.state == Job.State.DONE:
        report = Report.of_json(job.result)
        context |= {
            "report": report,
            "rows": utility_rows(report),
            "chart": utility_chart(report),
            "names": [condition_name(line) for line in report.lines[1:]],
            "codes": code_rows(report) if Permission.READ_NOTES in held else [],
        }
    return render(request, "worker/utility.html", context)


@require_POST
def utility_ask(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the job."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    start_utility(actor=user, project=project)
    return redirect("worker:utility", project.pk)


def _methods(
    request: HttpRequest, user: User, project: Project, *, may_ask: bool
) -> dict[str, Any]:
    """The newest comparison of the data set that is asked for, else the newest of all."""
    done = Job.objects.filter(project=project, kind=METHODS, state=Job.State.DONE)
    results = list(done.order_by("-created_at").values_list("result", flat=True))
    asked = request.GET.get("jeu", "")
    chosen = [found for found in results if str(found["dataset"]) == asked] or results
    result = chosen[0] if chosen else None
    return {
        "job": newest_job(project, METHODS),
        "result": result,
        "table": methods_table(result["methods"]) if result else None,
        "overlap": overlap_share(result) if result else "",
        "measured": sorted({found["dataset"] for found in results}),
        "form": MethodsForm(user, project) if may_ask else None,
    }


@require_POST
def methods_ask(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the job that compares the methods on a data set."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = MethodsForm(user, project, request.POST)
    if not form.is_valid():
        messages.error(request, _("Choisissez un jeu de données."))
        return redirect("worker:utility", project.pk)
    try:
        start_methods(
            actor=user,
            snapshot=form.cleaned_data["snapshot"],
            export=form.cleaned_data["export"],
            encoders=form.cleaned_data["encoders"],
        )
    except StateConflictError as error:
        messages.error(request, str(error))
    return redirect(f"{reverse('worker:utility', args=[project.pk])}#methods")
