"""Représentations: what leaves instead of texts, what adversaries read in it, the verdict."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.presentation.datasets import format_title
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import newest_job
from privacy.forms.representations import RepresentationsForm
from privacy.presentation.representations import attack_lines, report_page
from privacy.selectors.representations import KIND, representation_files
from privacy.services.errors import StateConflictError
from privacy.services.share_representations import start_sharing


@require_GET
def page(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    return _page(request, user, project)


@require_POST
def start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the job."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.DOWNLOAD_DATASET)
    form = RepresentationsForm(user, project, request.POST)
    if not form.is_valid():
        return _page(request, user, project, form, status=422)
    data = form.cleaned_data
    try:
        start_sharing(
            actor=user, snapshot=data["snapshot"], export=data["export"], choices=form.choices()
        )
    except StateConflictError as error:
        messages.error(request, str(error))
    return redirect("privacy:representations", project.pk)


def _page(
    request: HttpRequest,
    user: User,
    project: Project,
    form: RepresentationsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    job = newest_job(project, KIND)
    is_told = job is not None and job.state == Job.State.DONE
    form = form or RepresentationsForm(user, project)
    context = {
        "project": project,
        "job": job,
        "report": report_page(job.result) if job and is_told else None,
        "files": [
            (one, format_title(one.file.format), attack_lines(one.content.attacks) if one.content else ())
            for one in representation_files(user, project)
        ],
        "form": form if Permission.DOWNLOAD_DATASET in held_in(user, project.pk) else None,
        "missing": _missing(form),
    }  # fmt: skip
    return render(request, "privacy/representations.html", context, status=status)


def _missing(form: RepresentationsForm) -> str:
    """What the project lacks to make any; "" when nothing."""
    if not form.fields["snapshot"].queryset.exists():  # type: ignore[attr-defined]
        return _("Il faut d'abord un jeu de données : ses patients d'apprentissage enseignent.")
    if not form.fields["export"].queryset.exists():  # type: ignore[attr-defined]
        return _("Les mots s'apprennent d'un export approuvé : ce projet n'en a pas encore.")
    return ""
