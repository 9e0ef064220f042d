"""Bringing a file in, and what became of it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.forms.notes import ImportForm
from annotation.permissions import import_or_404
from annotation.selectors.imports import recent_imports
from annotation.services.choose_margins import MarginsChosenError, choose_margins, drop_import
from annotation.services.start_import import start_import
from annotation.services.store_upload import ImportNotAcceptedError
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.selectors import unfinished_jobs


@require_http_methods(["GET", "POST"])
def import_create(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The form; a refusal comes back beside its field."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.IMPORT_NOTES)
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            batch = start_import(
                actor=user,
                project=project,
                upload=data["file"],
                format_name=data["format"],
                entities_are_gold=data["gold"],
                margins=data["margins"],
            )
        except ImportNotAcceptedError as refusal:
            form.add_error(refusal.field, refusal.reason)
        else:
            return redirect("annotation:import-detail", project_id, batch.pk)
    context = {"project": project, "form": form, "recent": recent_imports(user, project)}
    status = 422 if request.method == "POST" else 200
    return render(request, "annotation/import_create.html", context, status=status)


@require_GET
def import_detail(request: HttpRequest, project_id: UUID, batch_id: UUID) -> HttpResponse:
    """Progress, then what was imported or the list of what was refused."""
    user = signed_in(request)
    batch = import_or_404(user, project_id, batch_id)
    if batch.state == batch.State.REVIEW:  # text of notes
        lines = len(batch.margin_lines)
        record("import.margins_found", actor=user, project=batch.project, target=batch, lines=lines)
    is_own, report = batch.created_by_id == user.pk, batch.told_report
    context = {
        "project": batch.project,
        "batch": batch,
        # A file's name may be a patient's: only who brought it sees it.
        "is_own": is_own,
        "file_name": batch.told_name if is_own else "",
        "report": report,
        "has_members": any(item.get("file") for item in report),
        "told": [item for item in report if not item["line"]],
        "unread": [item for item in report if item["line"]],
        "preannotation": unfinished_jobs(user, batch.project, "preannotate").first(),
    }
    return render(request, "annotation/import_detail.html", context)


@require_POST
def import_margins(request: HttpRequest, project_id: UUID, batch_id: UUID) -> HttpResponse:
    """The ticked headers and footers stay in the notes; or the import is given up."""
    user = signed_in(request)
    batch = import_or_404(user, project_id, batch_id)
    kept = [
        int(place) for place in request.POST.getlist("kept") if place.isdecimal() and len(place) < 6
    ]
    try:
        if "drop" in request.POST:
            drop_import(actor=user, batch=batch)
        else:
            choose_margins(actor=user, batch=batch, kept=kept)
    except MarginsChosenError as refusal:
        messages.error(request, str(refusal))
    return redirect("annotation:import-detail", project_id, batch.pk)
