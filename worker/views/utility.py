"""Utilité: what de-identification costs the codes of the project's own notes."""

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
from worker.coding.utility.report import Report
from worker.presentation.utility import code_rows, condition_name, utility_chart, utility_rows
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
