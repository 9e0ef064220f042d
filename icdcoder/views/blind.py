"""Blind studies: opened, coded note by note without a word on what is read, closed, told."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from icdcoder.domain.chapters import chapter_of
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.forms.blind import BlindStudyForm
from icdcoder.models import BlindReading, BlindStudy
from icdcoder.presentation.blind import shown_result
from icdcoder.presentation.note import note_blocks
from icdcoder.selectors.blind import (
    blind_studies,
    next_reading,
    own_place,
    possible_coders,
    result_of_study,
)
from icdcoder.selectors.coded_notes import coded_exports
from icdcoder.selectors.coder import is_installed, prepare_search
from icdcoder.services.blind_study import close_blind_study, open_blind_study
from icdcoder.services.code_blindly import (
    add_blind_code,
    finish_reading,
    hold_reading,
    mark_blind_principal,
    open_reading,
    take_blind_code_back,
)
from icdcoder.services.errors import CodingError
from icdcoder.views.decisions import found_codes

_Refused = (CodingError, NomenclatureMissingError, NomenclatureInvalidError)


@require_GET
def blind_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The project's studies; the form for a new one for who may open it."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    form = _form(request, user, project) if _may_open(user, project) else None
    return _list(request, user, project, form)


@require_POST
def blind_open(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A new study."""
    user = signed_in(request)
    project_or_404(user, project_id, Permission.CODE)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = _form(request, user, project)
    if form.is_valid():
        given = form.cleaned_data
        try:
            study = open_blind_study(
                actor=user,
                project=project,
                export_id=given["export"],
                coders=form.people(),
                notes=given["notes"],
                asks_guess=given["asks_guess"],
            )
        except CodingError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Étude ouverte : les notes se tirent."))
            return redirect("icdcoder:blind-detail", project.pk, study.pk)
    return _list(request, user, project, form)


@require_GET
def blind_detail(request: HttpRequest, project_id: UUID, blind_id: UUID) -> HttpResponse:
    """How far it is; once closed, what it found."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    study = get_object_or_404(blind_studies(user, project), pk=blind_id)
    is_closed = study.closed_at is not None
    context = {
        "project": project,
        "study": study,
        "may_close": not is_closed and _may_open(user, project),
        "result": shown_result(result_of_study(study)) if is_closed else None,
        "next": None if is_closed else next_reading(user, study),
    }
    return render(request, "icdcoder/blind_detail.html", context)


@require_POST
def blind_close(request: HttpRequest, project_id: UUID, blind_id: UUID) -> HttpResponse:
    """The end of the coding."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.CODE)
    project_or_404(user, project_id, Permission.PREVIEW)
    study = get_object_or_404(BlindStudy.objects.visible_to(user), pk=blind_id, project=project)
    close_blind_study(actor=user, study=study)
    return redirect("icdcoder:blind-detail", project.pk, study.pk)


@require_GET
def blind_note(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """The note left, the person's own codes right; nothing tells the shape."""
    user, project = _coder(request, project_id)
    reading = _own_or_404(user, project, reading_id)
    try:
        reading = open_reading(actor=user, reading_id=reading.pk)
    except CodingError as error:
        messages.error(request, str(error))
        return redirect("icdcoder:blind-detail", project.pk, reading.study_id)
    position, total = own_place(user, reading)
    context = {
        "project": project,
        "reading": reading,
        "blocks": note_blocks(reading.text),
        "position": position,
        "total": total,
        "rows": [(given, chapter_of(given.code)) for given in reading.codes.all()],
        "guesses": BlindReading.Guess.choices if reading.study.asks_guess else [],
        "is_installed": is_installed(),
    }
    prepare_search()
    return render(request, "icdcoder/blind_note.html", context)


@require_POST
def blind_search(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """Codes by code, label or wording, as on the coding page."""
    user, project = _coder(request, project_id)
    reading = _own_or_404(user, project, reading_id)
    add = reverse("icdcoder:blind-add", args=[project.pk, reading.pk])
    back = reverse("icdcoder:blind-note", args=[project.pk, reading.pk])
    return found_codes(request, add=add, back=back)


@require_POST
def blind_add(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """Gives a code."""
    return _written(request, project_id, reading_id, add_blind_code)


@require_POST
def blind_take_back(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """Takes a code back."""
    return _written(request, project_id, reading_id, take_blind_code_back)


@require_POST
def blind_principal(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """Makes a code the principal diagnosis, or no longer."""
    return _written(request, project_id, reading_id, mark_blind_principal)


@require_POST
def blind_finish(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """Ends the note and opens the next."""
    user, project = _coder(request, project_id)
    reading = _own_or_404(user, project, reading_id)
    try:
        finish_reading(actor=user, reading_id=reading.pk, guess=request.POST.get("guess", ""))
    except CodingError as error:
        messages.error(request, str(error))
        return redirect("icdcoder:blind-note", project.pk, reading.pk)
    following = next_reading(user, reading.study)
    if following is not None:
        return redirect("icdcoder:blind-note", project.pk, following.pk)
    messages.success(request, _("C'était votre dernière note de cette étude. Merci."))
    return redirect("icdcoder:blind-detail", project.pk, reading.study_id)


@require_POST
def blind_beat(request: HttpRequest, project_id: UUID, reading_id: UUID) -> HttpResponse:
    """A sign of life from the page: its time goes on."""
    user, project = _coder(request, project_id)
    reading = _own_or_404(user, project, reading_id)
    try:
        hold_reading(user, reading.pk)
    except CodingError:
        return HttpResponse(status=409)
    return HttpResponse(status=204)


def _coder(request: HttpRequest, project_id: UUID) -> tuple[User, Project]:
    """Half of the notes are originals: who codes here may read notes, too."""
    user = signed_in(request)
    project_or_404(user, project_id, Permission.CODE)
    return user, project_or_404(user, project_id, Permission.READ_NOTES)


def _own_or_404(user: User, project: Project, reading_id: UUID) -> BlindReading:
    own = BlindReading.objects.of_coder(user).select_related("study")
    return get_object_or_404(own, pk=reading_id, study__project=project)


def _may_open(user: User, project: Project) -> bool:
    return Permission.PREVIEW in held_in(user, project.pk)


def _form(request: HttpRequest, user: User, project: Project) -> BlindStudyForm:
    return BlindStudyForm(
        request.POST or None,
        exports=coded_exports(user, project),
        coders=possible_coders(project),
        able=lambda export_id: possible_coders(project, export_id),
    )


def _list(
    request: HttpRequest, user: User, project: Project, form: BlindStudyForm | None
) -> HttpResponse:
    context = {"project": project, "studies": blind_studies(user, project), "form": form}
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "icdcoder/blind_list.html", context, status=status)


def _written(
    request: HttpRequest, project_id: UUID, reading_id: UUID, write: Callable[..., object]
) -> HttpResponse:
    user, project = _coder(request, project_id)
    reading = _own_or_404(user, project, reading_id)
    try:
        write(actor=user, reading_id=reading.pk, code=request.POST.get("code", "")[:8])
    except _Refused as error:
        messages.error(request, str(error))
    return redirect("icdcoder:blind-note", project.pk, reading.pk)
