"""Certificats: the exact worst-case loss of every mechanism, before or beside an export."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.sentences import localised
from privacy.domain.errors import PrivacyError
from privacy.forms.certificates import CertificateForm
from privacy.permissions import export_or_404
from privacy.presentation.certificates import certificate_rows
from privacy.presentation.numbers import decimal
from privacy.selectors.certificates import answer_question
from privacy.selectors.place_policy import place_policy_of
from privacy.services.certify import start_certification


def _form(project: Project, data: Any) -> CertificateForm:
    return CertificateForm(place_policy_of(project), data)


def _address(name: str, project: Project, form: CertificateForm) -> str:
    """The same question at another address."""
    values = {field.name: str(field.value() or "") for field in form}
    return f"{reverse(name, args=[project.pk])}?{urlencode(values)}"


@require_GET
def certificates(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Every mechanism under the question of the address; what needs an enumeration waits for a job."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    form = _form(project, request.GET)
    context: dict[str, Any] = {
        "project": project,
        "form": form,
        "may_start": Permission.PREVIEW in held_in(user, project.pk),
    }
    if not form.is_valid():
        return render(request, "privacy/certificates.html", context, status=422)
    try:
        found = answer_question(project, form.question())
    except PrivacyError as error:
        context["refusal"] = localised(str(error))
        return render(request, "privacy/certificates.html", context, status=422)
    chosen = form.cleaned_data["mechanism"]
    context |= {
        "dates": certificate_rows(found.dates, chosen),
        "places": certificate_rows(found.places, chosen),
        "waits": found.pairs if chosen in ("", "places-metric") else 0,
        "job": found.job,
        "share": decimal(form.question().epsilon, 4),
        "here": _address("privacy:certificates", project, form),
        "json": "" if found.pairs else _address("privacy:certificates-json", project, form),
    }
    return render(request, "privacy/certificates.html", context)


@require_POST
def certify(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the enumeration that the page waits for."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = _form(project, request.POST)
    if not form.is_valid():
        context = {"project": project, "form": form, "may_start": True}
        return render(request, "privacy/certificates.html", context, status=422)
    try:
        start_certification(actor=user, project=project, question=form.question())
    except PrivacyError as error:
        messages.error(request, localised(str(error)))
    return redirect(_address("privacy:certificates", project, form))


@require_GET
def certificates_json(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The certificates of the page as a file; 409 while one is still to be computed."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    form = _form(project, request.GET)
    if not form.is_valid():
        raise Http404
    try:
        found = answer_question(project, form.question())
    except PrivacyError:
        raise Http404 from None
    if found.pairs:
        return HttpResponse(_("Ce certificat n'est pas encore calculé."), status=409)
    rows = [
        row
        for row in (*found.dates, *found.places)
        if form.cleaned_data["mechanism"] in ("", f"{row['kind']}-{row['mechanism']}")
    ]
    return _file({"certificates": rows}, "certificats.json")


@require_GET
def export_certificates(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """The certificates that were made with the file of an export."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    export = export_or_404(user, project, export_id)
    if "certificates" not in export.manifest:
        raise Http404
    told = {"export_sha256": export.sha256, "certificates": export.manifest["certificates"]}
    # what the file does not hold, though its scope does
    if aside := export.manifest.get("aside"):
        told["notes_set_aside"] = aside
    return _file(told, f"export-{export.number}-certificats.json")


def _file(content: dict[str, Any], name: str) -> HttpResponse:
    answer = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
