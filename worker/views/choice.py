"""The notes to correct next: the newest choice, and the button that makes another."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.selectors.queue import waiting_reread_count
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import newest_job, running_job
from worker.forms.models import ChoiceForm
from worker.presentation.choices import choice_lines
from worker.selectors.choices import (
    CHOICE,
    MOST_READ,
    chosen_notes,
    waiting_count,
)
from worker.services.start_choice import start_choice
from worker.views.outcome import outcome


@require_GET
def note_choice(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """What was chosen last, and why."""
    project = project_or_404(signed_in(request), project_id, Permission.MANAGE_MODELS)
    newest = newest_job(project, CHOICE)
    waiting = waiting_count(project)
    context = {
        "project": project,
        "job": running_job(project, CHOICE),
        "newest": newest,
        "lines": choice_lines(chosen_notes(newest)) if newest else [],
        "waiting": waiting,
        "read": min(waiting, MOST_READ),
        "rereads": waiting_reread_count(project),
    }
    return render(request, "worker/note_choice.html", context)


@require_POST
def note_choice_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    form = ChoiceForm(request.POST)
    count, aim = (form.cleaned_data[k] for k in ("count", "aim")) if form.is_valid() else (0, "")
    with outcome(request, _("Choix demandé. Vous pouvez fermer la page.")):
        start_choice(actor=user, project=project, count=count, aim=aim)
    return redirect("worker:note-choice", project_id)
