"""Sharing out notes: the project's settings, passing a note by."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from annotation.forms.work import AssignForm, WorkForm
from annotation.models import Layer
from annotation.permissions import document_or_404, layer_or_404
from annotation.selectors import assignments
from annotation.services.assign_notes import Assigned, assign_notes, release_notes
from annotation.services.change_work import BadReaderError, change_work
from annotation.services.free_place import PlaceBusyError, free_place
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_next
from annotation.services.take_back_place import take_back_place
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission


@require_http_methods(["GET", "POST"])
def work_settings(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Readers a note, order of the queue, what is left to chance, who reads which type."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_WORK)
    form = WorkForm(request.POST or None, project=project)
    if request.method == "POST" and form.is_valid():
        try:
            change_work(actor=user, project=project, values=form.values(), types=form.types())
        except (BadReaderError, ValidationError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(
                request, _("Répartition enregistrée : elle vaut dès la prochaine note.")
            )
            return redirect("annotation:work", project_id)
    context = {
        "project": project,
        "form": form,
        "matrix": form.matrix(),
        "loads": assignments.loads(project),
        "skips": assignments.skipped_notes(user, project),
        "places": assignments.held_places(project),
    }
    status = 422 if form.is_bound else 200
    return render(request, "annotation/work.html", context, status=status)


@require_POST
def assign(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Gives the notes ticked in the list to one person, or gives them back; then the list again."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_WORK)
    form = AssignForm(request.POST, project=project)
    if not form.is_valid():
        raise Http404
    chosen, reader = form.chosen(), form.cleaned_data["reader"]
    if not chosen:
        messages.error(request, _("Cochez au moins une note."))
    elif reader:
        done = assign_notes(actor=user, project=project, documents=chosen, reader_id=int(reader))
        _tell(
            request, done, ngettext("%(n)d note attribuée.", "%(n)d notes attribuées.", done.notes)
        )
    else:
        done = release_notes(actor=user, project=project, documents=chosen)
        _tell(
            request,
            done,
            ngettext("%(n)d note rendue à tous.", "%(n)d notes rendues à tous.", done.notes),
        )
    return redirect(f"{reverse('annotation:document-list', args=[project_id])}?{form.back()}")


def _tell(request: HttpRequest, done: Assigned, words: str) -> None:
    messages.success(request, words % {"n": done.notes})
    if done.left:
        left = ngettext(
            "%(n)d note est restée comme elle était : déjà lue, déjà attribuée ou passée par cette "
            "personne.",
            "%(n)d notes sont restées comme elles étaient : déjà lues, déjà attribuées ou passées "
            "par cette personne.",
            done.left,
        )
        messages.info(request, left % {"n": done.left})


@require_POST
def document_skip(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    """Gives the note back with a reason and opens the next one."""
    user = signed_in(request)
    document = document_or_404(user, project_id, document_id, Permission.ANNOTATE)
    try:
        skip_document(
            actor=user,
            document=document,
            reason=request.POST.get("reason", ""),
            words=request.POST.get("words", ""),
        )
    except ValueError as error:
        messages.error(request, str(error))
        return redirect("annotation:document-detail", project_id, document_id)
    messages.info(request, _("Note passée : elle retourne dans la file pour les autres."))
    following = start_next(actor=user, project=document.project)
    if following is None:
        return redirect("annotation:document-list", project_id)
    return redirect("annotation:document-detail", project_id, following.document_id)


@require_POST
def document_take_back(request: HttpRequest, project_id: UUID, document_id: UUID) -> HttpResponse:
    """A reader whose place had lapsed takes it again, when who has it is away."""
    user = signed_in(request)
    document = document_or_404(user, project_id, document_id, Permission.ANNOTATE)
    try:
        take_back_place(actor=user, document=document)
    except Layer.DoesNotExist:
        raise Http404 from None
    except PlaceBusyError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Vous avez repris la main sur cette note."))
    return redirect("annotation:document-detail", project_id, document_id)


@require_POST
def place_free(request: HttpRequest, project_id: UUID, layer_id: UUID) -> HttpResponse:
    """The note of somebody who left goes back to the queue."""
    user = signed_in(request)
    layer = layer_or_404(user, project_id, layer_id, Permission.MANAGE_WORK)
    try:
        free_place(actor=user, layer=layer)
    except PlaceBusyError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Place libérée : la note retourne dans la file."))
    return redirect("annotation:work", project_id)
