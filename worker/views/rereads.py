"""Notes in which a version lost something: before all others of the queue by one click, and back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from annotation.services.change_work import BadReaderError
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from worker.forms.models import RereadForm
from worker.models import ModelVersion
from worker.permissions import version_or_404
from worker.services.errors import RegressionError
from worker.services.reread_regressions import (
    reread_regressions,
    take_back_all,
    take_back_regressions,
)


@require_POST
def model_reread(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    form = RereadForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choisissez qui relit."))
        return redirect("worker:model-comparison", project_id, model_id)
    try:
        done = reread_regressions(
            actor=signed_in(request),
            version=version,
            lost_only=form.cleaned_data["notes"] == "lost",
            reader_id=form.cleaned_data["reader"],
        )
    except (RegressionError, BadReaderError) as error:
        messages.error(request, str(error))
        return redirect("worker:model-comparison", project_id, model_id)
    words = ngettext(
        "%(n)d note est en tête de la file.", "%(n)d notes sont en tête de la file.", done.notes
    ) % {"n": done.notes}
    if done.left:
        words += " " + ngettext(
            "%(n)d autre est en cours de lecture : elle est laissée.",
            "%(n)d autres sont en cours de lecture : elles sont laissées.",
            done.left,
        ) % {"n": done.left}
    messages.success(request, words)
    return redirect("worker:model-comparison", project_id, model_id)


@require_POST
def model_reread_undo(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    _tell(request, take_back_regressions(actor=signed_in(request), version=version))
    return redirect("worker:model-comparison", project_id, model_id)


@require_POST
def rereads_undo(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    _tell(request, take_back_all(actor=user, project=project))
    return redirect("worker:note-choice", project_id)


def _tell(request: HttpRequest, count: int) -> None:
    words = ngettext(
        "%(n)d note a quitté la tête de la file.",
        "%(n)d notes ont quitté la tête de la file.",
        count,
    )
    messages.success(request, words % {"n": count})
