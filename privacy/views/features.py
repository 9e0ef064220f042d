"""Distance entre communes: tables of health features, and which of them count."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.sentences import localised
from privacy.domain.errors import BadFeatureError, PrivacyError
from privacy.domain.tables import default_tables
from privacy.forms.features import FeatureFileForm, PlacePolicyForm
from privacy.models import FeatureFile
from privacy.models.prior import PlacePriorChoice
from privacy.permissions import feature_file_or_404
from privacy.presentation.areas import area_name
from privacy.presentation.numbers import decimal, share_text
from privacy.selectors.place_policy import place_policy_of
from privacy.services.errors import FeatureFileError
from privacy.services.import_features import import_features
from privacy.services.retire_features import retire_features
from privacy.services.set_place_policy import set_place_policy


def _may_manage(user: User, project: Project) -> bool:
    return Permission.MANAGE_STUDIES in held_in(user, project.pk)


@require_GET
def feature_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """What the distance is made of now, and the tables that have been imported."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    policy = place_policy_of(project)
    files = list(FeatureFile.objects.listed().filter(project=project))
    names = {file.pk: file for file in files}
    context: dict[str, Any] = {
        "project": project,
        "files": files,
        "area": area_name(policy.area),
        "prior": PlacePriorChoice(policy.prior).label,
        "features": [
            {"column": item.column, "scale": decimal(item.scale, 4), "file": names.get(item.file)}
            for item in policy.compared
        ],
        "weights": policy.weights,
        "may_manage": _may_manage(user, project),
    }
    return render(request, "privacy/feature_list.html", context)


@require_http_methods(["GET", "POST"])
def feature_import(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A table comes in whole, or not at all."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    form = FeatureFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            file = import_features(
                actor=user,
                project=project,
                name=form.cleaned_data["name"],
                file_name=upload.name,
                raw=upload.read(),
            )
        except BadFeatureError as error:
            form.add_error("file", localised(str(error)))
        except FeatureFileError as error:
            form.add_error(None, str(error))
        else:
            messages.success(
                request, _("Table importée : choisissez maintenant les variables à comparer.")
            )
            return redirect("privacy:feature-detail", project.pk, file.pk)
    return render(
        request,
        "privacy/feature_import.html",
        {"project": project, "form": form},
        status=422 if form.is_bound else 200,
    )


@require_GET
def feature_detail(request: HttpRequest, project_id: UUID, file_id: UUID) -> HttpResponse:
    """The columns of a table with their coverage, and those left out with the line that is at fault."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    return _detail(request, user, project, feature_file_or_404(user, project, file_id))


def _detail(
    request: HttpRequest, user: User, project: Project, file: FeatureFile, *, refusal: str = ""
) -> HttpResponse:
    everybody = len(default_tables().atlas.communes)
    in_force = {item.column for item in place_policy_of(project).features if item.file == file.pk}
    context: dict[str, Any] = {
        "project": project,
        "file": file,
        "communes": everybody,
        "columns": [
            {
                "name": column["name"],
                "known": column["known"],
                "share": share_text(column["known"], everybody),
                "low": decimal(column["low"], 3),
                "median": decimal(column["median"], 3),
                "high": decimal(column["high"], 3),
                "in_force": column["name"] in in_force,
            }
            for column in file.columns
        ],
        "left_out": file.left_out.items(),
        "may_manage": _may_manage(user, project),
        "refusal": refusal,
    }
    return render(request, "privacy/feature_detail.html", context, status=409 if refusal else 200)


@require_POST
def feature_retire(request: HttpRequest, project_id: UUID, file_id: UUID) -> HttpResponse:
    """Takes a table out of the choice."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    file = feature_file_or_404(user, project, file_id)
    try:
        retire_features(actor=user, file=file)
    except FeatureFileError as error:
        return _detail(request, user, project, file, refusal=str(error))
    messages.success(request, _("Table retirée : elle ne peut plus être choisie."))
    return redirect("privacy:feature-list", project.pk)


@require_http_methods(["GET", "POST"])
def place_policy(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The area and the features that count, with their scales."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    files = FeatureFile.objects.in_use().listed().filter(project=project)
    form = PlacePolicyForm(files, place_policy_of(project), request.POST or None)
    if request.method == "POST" and form.is_valid() and _is_set(user, project, form):
        messages.success(request, _("Distance enregistrée : elle vaut pour les prochains exports."))
        return redirect("privacy:feature-list", project.pk)
    return render(
        request,
        "privacy/place_policy.html",
        {"project": project, "form": form, "communes": len(default_tables().atlas.communes)},
        status=422 if form.is_bound else 200,
    )


def _is_set(user: User, project: Project, form: PlacePolicyForm) -> bool:
    data = form.cleaned_data
    try:
        set_place_policy(
            actor=user,
            project=project,
            area=data["area"],
            wanted=data["wanted"],
            prior=data["prior"],
            weights=data["weights"],
        )
    except BadFeatureError as error:
        form.refuse(error.field, localised(error.reason))
    except FeatureFileError as error:
        form.add_error(None, str(error))
    except PrivacyError as error:
        form.add_error(None, localised(str(error)))
    else:
        return True
    return False
