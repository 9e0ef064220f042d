"""Codes: the exports that were coded, their notes, one note with its codes."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from icdcoder.models import CodePrediction
from icdcoder.presentation.note import by_chapter, segments_of
from icdcoder.selectors.coded_notes import coded_exports, next_undecided, note_in_export, notes_of
from icdcoder.selectors.coder import is_installed
from icdcoder.services.decide_code import decide_code

PAGE_SIZE = 50


@require_GET
def export_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Exports whose notes were coded."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    context = {
        "project": project,
        "exports": coded_exports(user, project),
        "is_installed": is_installed(),
    }
    return render(request, "icdcoder/export_list.html", context)


@require_GET
def note_list(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """The notes of one export, with what is left to decide."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    notes = notes_of(user, project, export_id)
    page = Paginator(notes, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "project": project,
        "export_id": export_id,
        "page": page,
        "next_open": next_undecided(user, project, export_id),
    }
    return render(request, "icdcoder/note_list.html", context)


@require_GET
def note_detail(
    request: HttpRequest, project_id: UUID, export_id: UUID, note_id: UUID
) -> HttpResponse:
    """De-identified note left, codes by chapter right."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    page = note_in_export(user, project, export_id, note_id)
    context = {
        "project": project,
        "export_id": export_id,
        "page": page,
        "segments": segments_of(page.note.text, page.predictions),
        "groups": by_chapter(page.predictions),
    }
    return render(request, "icdcoder/note_detail.html", context)


@require_POST
def code_decide(request: HttpRequest, project_id: UUID, prediction_id: int) -> HttpResponse:
    """Accepts or rejects one code; answers its row to htmx, else goes back to the note."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    # A code of another project is not there, whatever else the person may see.
    if not CodePrediction.objects.filter(pk=prediction_id, note__project=project).exists():
        raise Http404
    try:
        prediction = decide_code(
            actor=user, prediction_id=prediction_id, decision=request.POST.get("decision", "")
        )
    except ValueError:
        return HttpResponseBadRequest(_("Décision inconnue."))
    if getattr(request, "htmx", False):
        context = {"project": project, "prediction": prediction}
        return render(request, "icdcoder/partials/code.html", context)
    note = prediction.note
    return redirect("icdcoder:note-detail", project.pk, note.export_id, note.pk)
