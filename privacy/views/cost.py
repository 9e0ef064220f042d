"""What an export would cost, beside the form that asks for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from deidweb.sentences import localised
from privacy.domain.cost import Cost
from privacy.domain.errors import PrivacyError
from privacy.forms.exports import CostForm
from privacy.permissions import estimate_or_404
from privacy.presentation.numbers import decimal
from privacy.services.errors import StateConflictError
from privacy.services.estimate_export import start_estimate
from privacy.services.keep_keys import StudyKeyError


@require_POST
def cost(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Counts for the form as it stands: at once, or by a job when there are many notes."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.REQUEST_EXPORT)
    form = CostForm(project, request.POST)
    if not form.is_valid():
        return _refused(request, project, _("Complétez le formulaire pour voir le coût."))
    try:
        found = start_estimate(
            actor=user,
            project=project,
            study=form.cleaned_data["study"],
            order=form.order(),
            may_wait="count" in request.POST,
        )
    except StudyKeyError as error:
        return _refused(request, project, localised(error.reason))
    except StateConflictError as error:
        return _refused(request, project, str(error))
    except PrivacyError as error:
        return _refused(request, project, localised(str(error)))
    except ValidationError:
        return _refused(request, project, _("Complétez le formulaire pour voir le coût."))
    if isinstance(found, Job):
        return _page(request, project, {"job": found})
    if isinstance(found, int):
        return _page(request, project, {"many": found})
    return _page(request, project, _shown(found))


@require_GET
def cost_of_job(request: HttpRequest, project_id: UUID, job_id: UUID) -> HttpResponse:
    """The same fragment again until the job has counted."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.REQUEST_EXPORT)
    job = estimate_or_404(user, project, job_id)
    if job.state != Job.State.DONE:
        return _page(request, project, {"job": job})
    return _page(request, project, _shown(Cost.of_json(job.result)))


def _shown(found: Cost) -> dict[str, Any]:
    return {
        "cost": found,
        "most": decimal(Fraction(found.most)),
        "cap": decimal(Fraction(found.cap)),
    }


def _refused(request: HttpRequest, project: Project, reason: str) -> HttpResponse:
    return render(
        request, "privacy/partials/cost.html", {"project": project, "refusal": reason}, status=422
    )


def _page(request: HttpRequest, project: Project, context: dict[str, Any]) -> HttpResponse:
    return render(request, "privacy/partials/cost.html", {"project": project, **context})
