"""Codeurs: what each version adds to the dictionary; train on accepted codes, promote, go back."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from icdcoder.models import CodeSnapshot
from icdcoder.selectors.accepted import material_of
from worker.models import CoderVersion
from worker.presentation.coders import coder_lines
from worker.selectors.coders import coders_of, running_coder_training, stopped_coder_training
from worker.services.coders import (
    FEWEST_STAYS,
    discard_coder,
    promote_coder,
    roll_back_coder,
    start_coder_training,
    withdraw_coder,
)
from worker.services.errors import ModelError


@require_GET
def coder_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """One line a version, the snapshots, and what a training would use."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    versions = list(coders_of(user, project))
    material = material_of(project)
    context = {
        "project": project,
        "lines": coder_lines(versions),
        "has_versions": bool(versions),
        "material": material,
        "fewest": FEWEST_STAYS,
        "is_ready": material.stays >= FEWEST_STAYS,
        "snapshots": CodeSnapshot.objects.filter(project=project).defer("content"),
        "job": running_coder_training(project),
        "stopped_job": stopped_coder_training(project),
    }
    return render(request, "worker/coder_list.html", context)


@require_POST
def coder_training_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Freezes the accepted codes and queues the training."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    try:
        start_coder_training(actor=user, project=project)
        messages.success(request, _("Apprentissage demandé. Vous pouvez fermer la page."))
    except ModelError as error:
        messages.error(request, str(error))
    return redirect("worker:coder-list", project_id)


@require_POST
def coder_promote(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    done = _("Le codeur n° %(number)d est en service.")
    return _decide(request, project_id, coder_id, promote_coder, done)


@require_POST
def coder_roll_back(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    done = _("Le codeur n° %(number)d est de nouveau en service.")
    return _decide(request, project_id, coder_id, roll_back_coder, done)


@require_POST
def coder_withdraw(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    done = _("Le codeur n° %(number)d n'est plus en service : le dictionnaire code seul.")
    return _decide(request, project_id, coder_id, withdraw_coder, done)


@require_POST
def coder_discard(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    done = _("Le codeur n° %(number)d est écarté ; ses fichiers sont supprimés.")
    return _decide(request, project_id, coder_id, discard_coder, done)


def _decide(
    request: HttpRequest,
    project_id: UUID,
    coder_id: UUID,
    decision: Callable[..., CoderVersion],
    done: str,
) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    version = get_object_or_404(coders_of(user, project), pk=coder_id)
    try:
        decision(actor=user, version=version)
        messages.success(request, done % {"number": version.number})
    except ModelError as error:
        messages.error(request, str(error))
    return redirect("worker:coder-list", project_id)
