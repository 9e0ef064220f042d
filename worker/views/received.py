"""Représentations reçues: another site's two files come in, a tagger is learned from them alone."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotation.services.store_upload import ImportNotAcceptedError
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import running_job, stopped_job
from deidweb.sentences import localised
from worker.forms.received import ReceivedForm
from worker.presentation.received import received_lines
from worker.private.reading import MATERIAL, MODEL, BadMaterialError
from worker.selectors.training_notes import training_material
from worker.selectors.versions import received_models
from worker.services.errors import ModelError
from worker.services.receive_representations import LEARNING, receive_representations

_FIELDS = {MATERIAL: "material", MODEL: "model"}


@require_http_methods(["GET", "POST"])
def received(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """What was learned so far, and the form; a refusal comes back beside the file that is at fault."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    form = ReceivedForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and _is_taken(user, project, form):
        messages.success(request, _("Fichiers acceptés : l'apprentissage attend son tour."))
        return redirect("worker:received", project_id)
    context = {
        "project": project,
        "form": form,
        "lines": received_lines(received_models(user, project)),
        "job": running_job(project, LEARNING),
        "stopped_job": stopped_job(project, LEARNING),
        "material": training_material(project),
    }
    return render(
        request, "worker/received.html", context, status=422 if request.method == "POST" else 200
    )


def _is_taken(user: User, project: Project, form: ReceivedForm) -> bool:
    data = form.cleaned_data
    try:
        receive_representations(
            actor=user,
            project=project,
            site=data["site"],
            material=data["material"],
            model=data["model"],
        )
    except BadMaterialError as error:
        form.add_error(_FIELDS.get(error.file), _told(error))
    except (ModelError, ImportNotAcceptedError) as error:
        form.add_error(None, str(error))
    else:
        return True
    return False


def _told(error: BadMaterialError) -> str:
    """A sentence that names the file, where one of the two is at fault."""
    if error.file:
        return localised(f"{error.file} : {error.reason}.")
    return f"{capfirst(localised(error.reason))}."
