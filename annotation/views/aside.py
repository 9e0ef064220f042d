"""Notes set aside: the list, and what can be done with one."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Document
from annotation.permissions import document_or_404
from annotation.selectors.aside import aside_note, asides_of
from annotation.services.set_aside import delete_note, exclude_note, take_back
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.signed import SignedForm


@require_GET
def aside_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Which notes nothing reads, since when and why."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.IMPORT_NOTES)
    return _list(request, user, project)


def _list(
    request: HttpRequest, user: User, project: Project, form: SignedForm | None = None
) -> HttpResponse:
    context = {
        "project": project,
        "asides": asides_of(user, project),
        "form": form or SignedForm(request),
    }
    return render(request, "annotation/aside_list.html", context, status=422 if form else 200)


@require_POST
def aside_add(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    """Sets a note aside; the reason is written down."""
    user = signed_in(request)
    document = document_or_404(user, project_id, document_id, Permission.IMPORT_NOTES)
    words = request.POST.get("words", "").strip()
    if not words:
        messages.error(request, _("Dites pourquoi cette note est écartée."))
        return redirect("annotation:document-detail", project_id, document_id)
    exclude_note(actor=user, document=document, words=words)
    messages.success(
        request, _("Note écartée : ni file, ni export, ni jeu de données ne la prend.")
    )
    return redirect("annotation:aside-list", project_id)


@require_POST
def aside_take_back(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    user = signed_in(request)
    _project, document = _aside(user, project_id, document_id)
    take_back(actor=user, document=document)
    messages.success(request, _("Note reprise."))
    return redirect("annotation:aside-list", project_id)


@require_POST
def aside_delete(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    """For good: with the password."""
    user = signed_in(request)
    project, document = _aside(user, project_id, document_id)
    form = SignedForm(request, request.POST)
    if not form.is_valid():
        return _list(request, user, project, form)
    delete_note(actor=user, document=document)
    messages.success(request, _("Note supprimée."))
    return redirect("annotation:aside-list", project_id)


def _aside(user: User, project_id: UUID, document_id: UUID) -> tuple[Project, Document]:
    project = project_or_404(user, project_id, Permission.IMPORT_NOTES)
    document = aside_note(user, project, document_id)
    if document is None:
        raise Http404
    return project, document
