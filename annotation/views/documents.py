"""The list of a project's notes and one note: read, begin, annotate, reopen."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.forms.notes import DocumentFilterForm
from annotation.models import ConflictDecision, ResidualReason, Skip
from annotation.permissions import document_or_404
from annotation.presentation.canvas import canvas_payload
from annotation.presentation.queue import queue_rows, why_first
from annotation.selectors import assignments
from annotation.selectors.aside import asides_of, set_aside
from annotation.selectors.canvas import canvas_note
from annotation.selectors.documents import (
    DocumentFilters,
    document_page,
    patient_notes,
    queue_place,
    with_own_reading,
)
from annotation.selectors.note_view import note_view
from annotation.selectors.progress import Progress, note_counts
from annotation.selectors.queue import desk_of
from annotation.selectors.tasks import queue_of
from annotation.services.reopen_document import NoReasonError, reopen_document
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.start_preannotation import start_preannotation
from deidweb.accounts.models import Project
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.selectors import unfinished_jobs


@require_GET
def document_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Fifty notes a page, filtered and sorted; how far the project is."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.READ_NOTES)
    counts = note_counts(user, project)
    form = DocumentFilterForm(request.GET, counts.types())
    chosen = form.cleaned_data if form.is_valid() else {}
    filters = DocumentFilters(
        state=chosen.get("state", ""),
        doc_type=chosen.get("doc_type", ""),
        sort=chosen.get("sort") or "position",
    )
    held = held_in(user, project.pk)
    page = document_page(user, project, filters, request.GET.get("page", 1), counts)
    if Permission.ANNOTATE in held:
        with_own_reading(user, page.object_list)
    can_share = Permission.MANAGE_WORK in held
    if can_share:
        assignments.with_readers(page.object_list)
    context = {
        "project": project,
        "form": form,
        "is_filtered": bool(filters.state or filters.doc_type),
        "page": page,
        "progress": Progress(**counts.by_state()),
        "jobs": unfinished_jobs(user, project, "import", "preannotate"),
        "can_annotate": Permission.ANNOTATE in held,
        "can_import": Permission.IMPORT_NOTES in held,
        "aside_count": asides_of(user, project).count() if Permission.IMPORT_NOTES in held else 0,
        "can_run": Permission.RUN_JOBS in held,
        "can_share": can_share,
        "readers": assignments.reader_names(project) if can_share else [],
        "can_compare": Permission.ADJUDICATE in held,
    }
    return render(request, "annotation/document_list.html", context)


@require_GET
def document_detail(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    """The note: the person's own open layer to edit, else what there is, read-only."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.READ_NOTES)
    if document_id in set_aside(project):
        return _aside(request, project)
    document = document_or_404(user, project_id, document_id)
    record("note.read", actor=user, project=project_id, target=document)
    desk = desk_of(user, document.project)
    view = note_view(user, document, desk)
    place = queue_place(user, document)
    read_only = not view.access.can_edit
    note = canvas_note(document, view.layer, read_only=read_only)
    queue = queue_of(user, document.project, desk=desk) if view.can_annotate else []
    others = list(patient_notes(user, document)[:100])
    if view.can_annotate:
        with_own_reading(user, others)
    context = {
        "project": document.project,
        "document": document,
        "view": view,
        "place": place,
        "why": why_first(view.picked_by, view.priority, view.lost_by),
        "payload": canvas_payload(note, read_only=read_only, place=place, reader=user),
        "skip_reasons": Skip.Reason.choices,
        "reopen_reasons": ConflictDecision.Cause.choices,
        "residual_reasons": ResidualReason.Reason.choices,
        "patient_notes": others,
        "queue": queue_rows(queue),
        "can_set_aside": Permission.IMPORT_NOTES in held_in(user, project_id),
    }
    return render(request, "annotation/document_detail.html", context)


def _aside(request: HttpRequest, project: Project) -> HttpResponse:
    """Evaluations, comparisons and bookmarks lead to notes that were set aside since."""
    held = held_in(signed_in(request), project.pk)
    context = {"project": project, "can_take_back": Permission.IMPORT_NOTES in held}
    return render(request, "annotation/document_aside.html", context, status=410)


@require_POST
def document_start(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    user = signed_in(request)
    document = document_or_404(user, project_id, document_id, Permission.ANNOTATE)
    start_annotation(actor=user, document=document)
    return redirect("annotation:document-detail", project_id, document_id)


@require_POST
def document_reopen(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    user = signed_in(request)
    document = document_or_404(user, project_id, document_id, Permission.ANNOTATE)
    try:
        reopen_document(actor=user, document=document, reason=request.POST.get("reason", ""))
    except NoReasonError as error:
        messages.error(request, str(error))
        return redirect("annotation:document-detail", project_id, document_id)
    messages.info(
        request,
        _("Note rouverte. La version validée reste en usage jusqu'à la prochaine validation."),
    )
    return redirect("annotation:document-detail", project_id, document_id)


@require_http_methods(["GET", "POST"])
def queue_next(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Takes the next note of the queue for this person and opens it. By GET (a bookmark, a session that
    ended meanwhile) it takes nothing and leads to the list."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.ANNOTATE)
    if request.method != "POST":
        return redirect("annotation:document-list", project_id)
    layer = start_next(actor=user, project=project)
    if layer is None:
        messages.info(request, _("Aucune note n'attend : tout est commencé ou validé."))
        return redirect("annotation:document-list", project_id)
    return redirect("annotation:document-detail", project_id, layer.document_id)


@require_POST
def preannotate(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Queues the pre-annotation of what the present engine has not read."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.RUN_JOBS)
    start_preannotation(actor=user, project=project)
    return redirect("annotation:document-list", project_id)
