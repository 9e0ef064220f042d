"""Studies and their keys: one recipient, one purpose, one key."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.forms.studies import DestroyForm, RotateForm, StudyForm
from privacy.models import Study
from privacy.permissions import study_or_404
from privacy.presentation.numbers import decimal
from privacy.selectors.exports import exports_of
from privacy.selectors.ledger_accounts import totals_of
from privacy.selectors.studies import studies_and_exports
from privacy.services.create_study import create_study
from privacy.services.destroy_study_key import destroy_study_key
from privacy.services.errors import ExportError, NameMismatchError, StudyExistsError
from privacy.services.keep_keys import has_key
from privacy.services.rotate_study_key import rotate_study_key

_MAKERS = frozenset({Permission.MANAGE_STUDIES, Permission.REQUEST_EXPORT})


@require_GET
def study_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Every study of the project, the ended ones included."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    context = {
        "project": project,
        "studies": studies_and_exports(project),
        "may_create": not _MAKERS.isdisjoint(held_in(user, project.pk)),
    }
    return render(request, "privacy/study_list.html", context)


@require_http_methods(["GET", "POST"])
def study_create(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A new study; its key is drawn at once."""
    user = signed_in(request)
    project = project_or_404(user, project_id)
    if _MAKERS.isdisjoint(held_in(user, project.pk)):
        raise PermissionDenied
    form = StudyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            study = create_study(actor=user, project=project, **form.cleaned_data)
        except StudyExistsError as error:
            form.add_error("name", str(error))
        except ExportError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Étude créée, sa clé est tirée."))
            return redirect("privacy:study-detail", project.pk, study.pk)
    status = 422 if form.is_bound else 200
    return render(
        request, "privacy/study_create.html", {"project": project, "form": form}, status=status
    )


@require_GET
def study_detail(request: HttpRequest, project_id: UUID, study_id: UUID) -> HttpResponse:
    """For whom, why, its exports, what it has spent, and the two things that its key can undergo."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    return _detail(request, user, study_or_404(user, project, study_id))


def _detail(
    request: HttpRequest,
    user: User,
    study: Study,
    *,
    rotate: RotateForm | None = None,
    destroy: DestroyForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    totals = totals_of(study)
    context: dict[str, Any] = {
        "project": study.project,
        "study": study,
        "exports": exports_of(study.project).filter(study=study),
        "totals": totals,
        "most": decimal(totals.most),
        "has_key": has_key(study.pk, study.key_version),
        "may_manage": Permission.MANAGE_STUDIES in held_in(user, study.project_id),
        "rotate_form": rotate
        or RotateForm(request, initial={"version": study.key_version}, auto_id="rotate_%s"),
        "destroy_form": destroy or DestroyForm(request, auto_id="destroy_%s"),
        "refusal": refusal,
    }
    return render(request, "privacy/study_detail.html", context, status=status)


@require_POST
def study_rotate(request: HttpRequest, project_id: UUID, study_id: UUID) -> HttpResponse:
    """Other surrogates from now on; old exports keep their version."""
    user, project, study = _managed(request, project_id, study_id)
    form = RotateForm(request, request.POST, auto_id="rotate_%s")
    if not form.is_valid():
        return _detail(request, user, study, rotate=form, status=422)
    try:
        rotate_study_key(actor=user, study=study, version=form.cleaned_data["version"])
    except ExportError as error:
        fresh = study_or_404(user, project, study_id)
        return _detail(request, user, fresh, refusal=str(error), status=409)
    messages.success(
        request,
        _("Clé renouvelée : les prochains exports auront d'autres valeurs de remplacement."),
    )
    return redirect("privacy:study-detail", project.pk, study.pk)


@require_POST
def study_destroy(request: HttpRequest, project_id: UUID, study_id: UUID) -> HttpResponse:
    """Irreversible: the name is typed, the password signs."""
    user, project, study = _managed(request, project_id, study_id)
    form = DestroyForm(request, request.POST, auto_id="destroy_%s")
    if not form.is_valid():
        return _detail(request, user, study, destroy=form, status=422)
    try:
        destroy_study_key(actor=user, study=study, confirmation=form.cleaned_data["confirmation"])
    except NameMismatchError as error:
        form.add_error("confirmation", str(error))
        return _detail(request, user, study, destroy=form, status=422)
    except ExportError as error:
        fresh = study_or_404(user, project, study_id)
        return _detail(request, user, fresh, refusal=str(error), status=409)
    messages.success(request, _("Clé détruite : plus rien ne peut être ajouté à cette étude."))
    return redirect("privacy:study-detail", project.pk, study.pk)


def _managed(request: HttpRequest, project_id: UUID, study_id: UUID) -> tuple[User, Project, Study]:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    return user, project, study_or_404(user, project, study_id)
