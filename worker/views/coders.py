"""Codeurs: what each version adds to the dictionary; train on accepted codes, promote, go back."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job, stopped_job
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.models import CodeSnapshot
from icdcoder.selectors.accepted import material_of
from worker.models import CoderVersion
from worker.permissions import version_or_404
from worker.presentation.coders import coder_lines
from worker.selectors.versions import versions_of
from worker.services.discard_version import discard_version
from worker.services.put_in_service import promote_version, roll_back_version
from worker.services.start_coder_training import FEWEST_STAYS, TRAINING, start_coder_training
from worker.services.withdraw_version import withdraw_version
from worker.views.outcome import decide, outcome


@require_GET
def coder_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """One line a version, the snapshots, and what a training would use."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    versions = list(versions_of(user, project, CoderVersion).select_related("snapshot"))
    material = material_of(project)
    context = {
        "project": project,
        "lines": coder_lines(versions),
        "dictionary_says": DictionaryCoder.says,
        "has_versions": bool(versions),
        "material": material,
        "fewest": FEWEST_STAYS,
        "is_ready": material.stays >= FEWEST_STAYS,
        "snapshots": CodeSnapshot.objects.filter(project=project).defer("content"),
        "job": running_job(project, TRAINING),
        "stopped_job": stopped_job(project, TRAINING),
    }
    return render(request, "worker/coder_list.html", context)


@require_POST
def coder_training_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Freezes the accepted codes and queues the training."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    with outcome(request, _("Apprentissage demandé. Vous pouvez fermer la page.")):
        start_coder_training(actor=user, project=project)
    return redirect("worker:coder-list", project_id)


@require_POST
def coder_promote(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, coder_id, CoderVersion)
    done = _("Le codeur n° %(number)d est en service.")
    return decide(request, version, promote_version, done)


@require_POST
def coder_roll_back(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, coder_id, CoderVersion)
    done = _("Le codeur n° %(number)d est de nouveau en service.")
    return decide(request, version, roll_back_version, done)


@require_POST
def coder_withdraw(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, coder_id, CoderVersion)
    done = _("Le codeur n° %(number)d n'est plus en service : le dictionnaire code seul.")
    return decide(request, version, withdraw_version, done)


@require_POST
def coder_discard(request: HttpRequest, project_id: UUID, coder_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, coder_id, CoderVersion)
    done = _("Le codeur n° %(number)d est écarté ; ses fichiers sont supprimés.")
    return decide(request, version, discard_version, done)
