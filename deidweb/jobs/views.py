"""Travaux: running work with progress, finished work with what it did."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseStopPolling

from deidweb.accounts.permissions import held_in, project_or_404, require, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs import services
from deidweb.jobs.kinds import page_of
from deidweb.jobs.models import Job


def _job(request: HttpRequest, project_id: UUID, job_id: UUID) -> Job:
    visible = Job.objects.visible_to(request.user).select_related("project")
    return get_object_or_404(visible, pk=job_id, project_id=project_id)


@require_GET
def job_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """All jobs of the project, the running ones first."""
    project = project_or_404(signed_in(request), project_id)
    jobs = Job.objects.visible_to(request.user).filter(project=project)
    running = jobs.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    ended = F("finished_at").desc(nulls_last=True)  # a dead one may have no end
    finished = jobs.filter(state__in=Job.FINISHED).order_by(ended, "-created_at")
    context = {
        "project": project,
        "running": running,
        "finished": finished.select_related("created_by")[:100],
    }
    return render(request, "jobs/job_list.html", context)


@require_GET
def job_detail(request: HttpRequest, project_id: UUID, job_id: UUID) -> HttpResponse:
    job = _job(request, project_id, job_id)
    held = held_in(signed_in(request), project_id)
    page = page_of(job.kind, held) if job.state == Job.State.DONE else ""
    context = {
        "project": job.project,
        "job": job,
        "result": reverse(page, args=[project_id]) if page else "",
    }
    return render(request, "jobs/job_detail.html", context)


@require_GET
def progress_fragment(request: HttpRequest, project_id: UUID, job_id: UUID) -> HttpResponse:
    """The progress widget; the last answer stops the polling and tells the page to refresh."""
    job = _job(request, project_id, job_id)
    response = render(request, "jobs/partials/progress.html", {"job": job})
    if not job.is_finished:
        return response
    final = HttpResponseStopPolling(response.content)
    final["HX-Trigger"] = "job:finished"
    return final


@require_POST
def job_cancel(request: HttpRequest, project_id: UUID, job_id: UUID) -> HttpResponse:
    job = _job(request, project_id, job_id)
    _may_manage(request, job)
    if job.kind == "forget_notes":  # an opposition is nobody's to stop
        raise PermissionDenied
    services.request_cancel(job, actor=signed_in(request))
    messages.success(request, _("Arrêt demandé : le travail s'arrête à la fin du lot en cours."))
    return redirect("jobs:detail", project_id, job_id)


@require_POST
def job_retry(request: HttpRequest, project_id: UUID, job_id: UUID) -> HttpResponse:
    job = _job(request, project_id, job_id)
    _may_manage(request, job)
    try:
        services.retry(job, actor=signed_in(request))
    except services.JobNotRetryable as error:
        messages.error(request, str(error))
    return redirect("jobs:detail", project_id, job_id)


def _may_manage(request: HttpRequest, job: Job) -> None:
    """Whoever started a job may stop it; else the project's administrators."""
    if job.created_by_id != signed_in(request).pk:
        require(signed_in(request), job.project, Permission.RUN_JOBS)
