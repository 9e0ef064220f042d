"""The notes of a built export that are read before it leaves, one page each."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from deidweb.accounts.models import User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.forms.exports import TickForm
from privacy.models import ExportReading, ExportRequest
from privacy.permissions import export_or_404
from privacy.presentation.dossier import page_of
from privacy.selectors.export_readings import reading_of
from privacy.services.errors import StateConflictError
from privacy.services.read_sample import read_sampled
from privacy.services.tick_note import tick_note


@require_http_methods(["GET", "POST"])
def sampled_note(
    request: HttpRequest, project_id: UUID, export_id: UUID, rank: int
) -> HttpResponse:
    """Shows a note before and after; writes down what the person saw in it, and leads to the next one."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.DECIDE_EXPORT)
    export = export_or_404(user, project, export_id)
    if not 1 <= rank <= len(export.sample):
        raise Http404
    form = TickForm(request.POST or None)
    refusal = ""
    if request.method == "POST" and form.is_valid():
        public_id = export.sample[rank - 1]["public_id"]
        try:
            export = tick_note(actor=user, export=export, public_id=public_id, **form.cleaned_data)
        except StateConflictError as error:
            refusal = str(error)
        else:
            if form.cleaned_data["verdict"] == ExportReading.Verdict.RECOGNISED:
                messages.warning(
                    request,
                    _(
                        "Signalé : l'export reste en quarantaine, et ne sort qu'avec un motif écrit."
                    ),
                )
            return redirect(_next(export, user))
    return _page(request, user, export, rank, form, refusal)


def _next(export: ExportRequest, user: User) -> str:
    """The first note of the sample that the person has not read; else the export's page."""
    read = reading_of(export, user).verdicts
    unread = (rank for rank, one in enumerate(export.sample, 1) if one["public_id"] not in read)
    rank = next(unread, 0)
    if rank:
        return reverse("privacy:export-note", args=[export.project_id, export.pk, rank])
    return reverse("privacy:export-detail", args=[export.project_id, export.pk]) + "#lecture"


def _page(
    request: HttpRequest, user: User, export: ExportRequest, rank: int, form: TickForm, refusal: str
) -> HttpResponse:
    note = read_sampled(actor=user, export=export, rank=rank)
    reading = reading_of(export, user)
    context = {
        "project": export.project,
        "export": export,
        "note": note,
        "page": page_of(note),
        "form": form,
        "refusal": refusal,
        "verdict": reading.verdicts.get(note.public_id, ""),
        "choices": ExportReading.Verdict.choices,
        "total": len(export.sample),
        "before": rank - 1,
        "after": rank + 1 if rank < len(export.sample) else 0,
        "is_open": export.state in (ExportRequest.State.BUILT, ExportRequest.State.QUARANTINED),
    }
    status = 409 if refusal else 422 if form.is_bound else 200
    return render(request, "privacy/export_note.html", context, status=status)
