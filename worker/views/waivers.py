"""Asking that the gate be overruled, and deciding it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from deidweb.accounts.permissions import signed_in
from worker.forms.models import WaiverForm
from worker.permissions import version_or_404
from worker.services.errors import ModelError
from worker.services.waive_gate import ask_waiver, decide_waiver


@require_POST
def waiver_ask(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """One person says why."""
    version = version_or_404(request, project_id, model_id)
    form = WaiverForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        ask_waiver(actor=signed_in(request), version=version, reason=reason)
        messages.success(request, _("Dérogation demandée : une autre personne doit décider."))
    except ModelError as error:
        messages.error(request, str(error))
    return redirect("worker:model-detail", project_id, model_id)


@require_POST
def waiver_decide(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Another one decides: ``decision=grant`` puts the model into service."""
    version = version_or_404(request, project_id, model_id)
    grant = request.POST.get("decision") == "grant"
    try:
        decide_waiver(actor=signed_in(request), version=version, grant=grant)
        done = _("Dérogation accordée : le modèle n° %(number)d est en service.")
        done = done if grant else _("Dérogation refusée : le modèle n° %(number)d reste à décider.")
        messages.success(request, done % {"number": version.number})
    except ModelError as error:
        messages.error(request, str(error))
    return redirect("worker:model-detail", project_id, model_id)
