"""Asking that the gate be overruled, and deciding it."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from deidweb.accounts.permissions import signed_in
from worker.forms.models import WaiverForm
from worker.models import ModelVersion
from worker.permissions import version_or_404
from worker.services.waive_gate import ask_waiver, decide_waiver
from worker.views.outcome import outcome


@require_POST
def waiver_ask(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """One person says why."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    form = WaiverForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with outcome(request, _("Dérogation demandée : une autre personne doit décider.")):
        ask_waiver(actor=signed_in(request), version=version, reason=reason)
    return redirect("worker:model-detail", project_id, model_id)


@require_POST
def waiver_decide(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Another one decides: ``decision=grant`` puts the model into service."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    grant = request.POST.get("decision") == "grant"
    done = _("Dérogation accordée : le modèle n° %(number)d est en service.")
    done = done if grant else _("Dérogation refusée : le modèle n° %(number)d reste à décider.")
    with outcome(request, done % {"number": version.number}):
        decide_waiver(actor=signed_in(request), version=version, grant=grant)
    return redirect("worker:model-detail", project_id, model_id)
