"""Agreement and dashboards: how far the project is, how well people and models agree."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from annotation.models import AgreementReport
from annotation.presentation import anchoring
from annotation.presentation.agreement import SOURCES, causes_of, source_of
from annotation.presentation.dashboard import forecast_of, work_charts
from annotation.presentation.label_names import label_name
from annotation.selectors.agreement import decided_conflicts, newest_report, passages, people_in
from annotation.selectors.dashboard import dashboard_of, personal_page
from annotation.services.measure_agreement import request_agreement
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.selectors import unfinished_jobs


@require_GET
def project_dashboard(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Progress, pace, what is left, what the models spare; no person is named."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.READ_NOTES)
    held = held_in(user, project.pk)
    found = dashboard_of(user, project)
    agreement = None
    if found.report is not None and Permission.SEE_TEAM in held:
        agreement = source_of(found.report, "people", people_in(found.report, "people"))
    context = {
        "project": project,
        "board": found,
        "charts": work_charts(found.work, of_people=True),
        "forecast": forecast_of(found, timezone.localdate()),
        "agreement": agreement,
        "anchoring": anchoring.panel_of(found.report),
        "has_own_page": Permission.ANNOTATE in held,
        "sees_team": Permission.SEE_TEAM in held,
    }
    return render(request, "annotation/dashboard.html", context)


@require_GET
def personal(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The person's own work, for them alone."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.ANNOTATE)
    work = personal_page(user, project)
    context = {"project": project, "work": work, "charts": work_charts(work)}
    return render(request, "annotation/dashboard_personal.html", context)


@require_GET
def agreement_report(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The newest measure, one of its three comparisons at a time."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_TEAM)
    report = newest_report(project)
    chosen = request.GET.get("source", "people")
    if chosen not in SOURCES:
        raise Http404
    context = {
        "project": project,
        "report": report,
        "chosen": chosen,
        "sources": SOURCES,
        "source": source_of(report, chosen, people_in(report, chosen)) if report else None,
        "causes": causes_of(decided_conflicts(project)) if chosen == "people" else (),
        "jobs": unfinished_jobs(user, project, "measure_agreement"),
    }
    return render(request, "annotation/agreement.html", context)


@require_POST
def agreement_measure(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_TEAM)
    request_agreement(actor=user, project=project)
    return redirect("annotation:agreement", project_id)


@require_GET
def agreement_cell(request: HttpRequest, project_id: UUID, report_id: UUID) -> HttpResponse:
    """The spans behind one cell of the matrix, each with its line of the note."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_TEAM)
    project_or_404(user, project_id, Permission.READ_NOTES)
    report = AgreementReport.objects.filter(project=project, pk=report_id).first()
    source, one, other = (request.GET.get(name, "") for name in ("source", "one", "other"))
    if report is None or source not in SOURCES:
        raise Http404
    count, found = passages(user, report, source, one, other)
    record("agreement.spans_read", actor=user, project=project, target=report, spans=len(found))
    context = {
        "project": project,
        "source": SOURCES[source],
        "source_name": source,
        "one": label_name(one),
        "other": label_name(other),
        "count": count,
        "passages": found,
    }
    return render(request, "annotation/agreement_cell.html", context)
