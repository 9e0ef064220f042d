"""The search for the parameters of a training: its history, and the button that begins one."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job
from worker.forms.models import SearchForm
from worker.models import ModelVersion
from worker.presentation.search import recipe_words, search_page
from worker.presentation.training_time import search_time
from worker.selectors.searches import SEARCH, newest_search, recipe_found, study_of, workers_of
from worker.selectors.training_notes import training_material
from worker.selectors.training_starts import training_starts
from worker.selectors.versions import versions_of
from worker.services.start_search import MOST_WORKERS, join_search, start_search
from worker.services.start_training import TRAINING
from worker.views.outcome import outcome

USUAL_TRIALS: Final = 20


@require_GET
def search_history(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The trials of the newest search."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    material = training_material(project)
    versions = versions_of(user, project, ModelVersion)
    running, newest = running_job(project, SEARCH), newest_search(project)
    recipe = recipe_found(newest) if newest else None
    context = {
        "project": project,
        "jobs": list(workers_of(project, study_of(running))) if running else [],
        "most_workers": MOST_WORKERS,
        "material": material,
        "trials": USUAL_TRIALS,
        "expected": search_time(versions, material.notes, USUAL_TRIALS),
        "newest": newest,
        "page": search_page(newest) if newest else None,
        "starts": training_starts(project),
        "recipe": recipe_words(recipe) if recipe else [],
        "is_training": running_job(project, TRAINING) is not None,
    }
    return render(request, "worker/search.html", context)


@require_POST
def search_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    form = SearchForm(request.POST)
    asked = form.cleaned_data if form.is_valid() else {}
    with outcome(request, _("Recherche demandée. Vous pouvez fermer la page.")):
        if search := asked.get("joins"):
            join_search(actor=user, project=project, search=search)
        else:
            start_search(
                actor=user,
                project=project,
                trials=asked.get("trials") or 0,
                start=request.POST.get("start", ""),
                learning_rate=bool(asked.get("learning_rate")),
            )
    return redirect("worker:search", project_id)
