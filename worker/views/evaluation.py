"""A version's evaluation: figures with intervals, errors by cause, side by side with another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.selectors.aside import set_aside
from annotation.selectors.assignments import reader_names
from deidweb.accounts.models import User
from deidweb.accounts.permissions import held_in, signed_in
from deidweb.accounts.roles import Permission
from worker.models import ModelVersion
from worker.permissions import version_or_404
from worker.presentation.comparison import causes, comparison
from worker.presentation.evaluation import evaluation_page
from worker.presentation.versions import basis, opponent
from worker.selectors.comparisons import opponents_of, readings_of_both
from worker.selectors.note_results import Read, note_results
from worker.selectors.regressions import asked_again, regressions, to_read_again


@require_GET
def model_evaluation(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """By label and by type, then the errors by cause, each with the notes to open."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    context = {
        "project": version.project,
        "version": version,
        "basis": basis(version),
        "opponent": opponent(version),
        "page": evaluation_page(version),
        "aside": set_aside(version.project),
        "causes": causes(note_results(version)),
    }
    return render(request, "worker/model_evaluation.html", context)


@require_GET
def model_comparison(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Two engines on the same notes; ``?avec=`` another version's id."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    reads = note_results(version)
    others = opponents_of(signed_in(request), version)
    chosen = _chosen(others, request.GET.get("avec", ""))
    context = {
        "project": version.project,
        "version": version,
        "others": others,
        "chosen": chosen,
        "opponent": opponent(version),
        "aside": set_aside(version.project),
        "found": comparison(readings_of_both(reads, chosen)),
        **_rereads(signed_in(request), version, reads),
    }
    return render(request, "worker/model_comparison.html", context)


def _rereads(user: User, version: ModelVersion, reads: Sequence[Read]) -> dict[str, Any]:
    """What may be read again, and by whom; nothing for who does not share out the work."""
    if Permission.MANAGE_WORK not in held_in(user, version.project_id):
        return {}
    found = regressions(user, version, reads)
    return {
        "can_share": True,
        "lost": len(to_read_again(found, lost_only=True)),
        "differing": len(to_read_again(found, lost_only=False)),
        "asked": asked_again(version),
        "readers": reader_names(version.project),
    }


def _chosen(others: list[ModelVersion], key: str) -> ModelVersion | None:
    """None for an empty key; 404 for one that is not on offer."""
    if not key:
        return None
    for version in others:
        if str(version.pk) == key:
            return version
    raise Http404
