"""What a person does with a code: accept, reject, mark, replace, add. Answers a row or a page to htmx, else goes back."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from icdcoder.domain.nomenclature import (
    CodeEntry,
    NomenclatureInvalidError,
    NomenclatureMissingError,
)
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.presentation.family import Family, family_of
from icdcoder.presentation.note import code_rows
from icdcoder.selectors.coder import code_search, lacks_guesses, nomenclature
from icdcoder.services.add_code import add_code, replace_code
from icdcoder.services.decide_code import decide_code, decide_in_stay
from icdcoder.services.errors import CodingError
from icdcoder.services.mark_principal import mark_principal

_STAY = "stay"
_FOUND = 12
_Refused = (CodingError, NomenclatureMissingError, NomenclatureInvalidError)


@require_POST
def code_decide(request: HttpRequest, project_id: UUID, prediction_id: int) -> HttpResponse:
    """Accepts or rejects one code, or takes the decision back; answers its row to htmx."""
    user, project = signed_in(request), _project(request, project_id)
    prediction = _code_or_404(user, project, prediction_id)
    note, decision = prediction.note, request.POST.get("decision", "")
    try:
        left = _decide(request, user, prediction_id, decision)
    except ValueError:
        return HttpResponseBadRequest(_("Décision inconnue."))
    if not getattr(request, "htmx", False):
        return _page(request, note)
    if not left:  # what a person had added is gone, and its row with it
        return HttpResponse("")
    scope = _STAY if _in_stay(request) else "note"
    context = {"project": project, "row": code_rows(left)[0], "scope": scope}
    return render(request, "icdcoder/partials/code.html", context)


def _decide(
    request: HttpRequest, user: User, prediction_id: int, decision: str
) -> list[CodePrediction]:
    """What is left of the code, in the note or in the stay."""
    if _in_stay(request):
        return decide_in_stay(actor=user, prediction_id=prediction_id, decision=decision)
    left = decide_code(actor=user, prediction_id=prediction_id, decision=decision)
    return [] if left is None else [left]


@require_POST
def code_principal(request: HttpRequest, project_id: UUID, prediction_id: int) -> HttpResponse:
    """Makes the code the principal diagnosis of its stay, or no longer."""
    user, project = signed_in(request), _project(request, project_id)
    note = _code_or_404(user, project, prediction_id).note
    mark_principal(actor=user, prediction_id=prediction_id)
    return _page(request, note)


@require_GET
def code_family(request: HttpRequest, project_id: UUID, prediction_id: int) -> HttpResponse:
    """The codes around this one in the nomenclature, to choose one in its place."""
    project = _project(request, project_id)
    prediction = _code_or_404(signed_in(request), project, prediction_id)
    try:
        family, refusal = family_of(prediction.code, nomenclature()), ""
    except _Refused as error:
        family, refusal = Family([], []), str(error)
    context = {
        "project": project,
        "prediction": prediction,
        "family": family,
        "refusal": refusal,
        "scope": request.GET.get("scope", ""),
    }
    part = getattr(request, "htmx", False)
    name = "icdcoder/partials/family.html" if part else "icdcoder/family.html"
    return render(request, name, context)


@require_POST
def code_replace(request: HttpRequest, project_id: UUID, prediction_id: int) -> HttpResponse:
    """Rejects the code and accepts the chosen one."""
    user, project = signed_in(request), _project(request, project_id)
    note = _code_or_404(user, project, prediction_id).note

    def replace(code: str) -> CodePrediction:
        return replace_code(
            actor=user, prediction_id=prediction_id, code=code, in_stay=_in_stay(request)
        )

    return _written(request, note, replace)


@require_POST
def code_search_results(request: HttpRequest, project_id: UUID, note_id: UUID) -> HttpResponse:
    """Codes by code, label or wording. What is typed goes in the body: an address is kept in logs."""
    project = _project(request, project_id)
    visible = CodedNote.objects.visible_to(signed_in(request))
    note = get_object_or_404(visible, pk=note_id, project=project)
    add = reverse("icdcoder:code-add", args=[project.pk, note.pk])
    back = reverse("icdcoder:note-detail", args=[project.pk, note.export_id, note.pk])
    return found_codes(request, add=add, back=back)


def found_codes(request: HttpRequest, *, add: str, back: str) -> HttpResponse:
    """What the search finds; the address `add` takes the chosen code, `back` is the page it was asked on."""
    query = request.POST.get("q", "")[:200]
    fitting, alike, refusal = list[CodeEntry](), list[CodeEntry](), ""
    try:
        known, found = nomenclature(), code_search().find(query, 200)
        fitting = [e for e in found.fitting if known.is_codable(e.code)][:_FOUND]
        alike = [e for e in found.alike if known.is_codable(e.code)][: _FOUND - len(fitting)]
    except _Refused as error:
        refusal = str(error)
    context = {
        "add": add,
        "back": back,
        "fitting": fitting,
        "alike": alike,
        "by_words_alone": lacks_guesses(),
        "query": query,
        "refusal": refusal,
        "scope": request.POST.get("scope", ""),
    }
    part = getattr(request, "htmx", False)
    name = "icdcoder/partials/found.html" if part else "icdcoder/found.html"
    return render(request, name, context)


@require_POST
def code_add(request: HttpRequest, project_id: UUID, note_id: UUID) -> HttpResponse:
    """Adds an accepted code."""
    user, project = signed_in(request), _project(request, project_id)
    note = get_object_or_404(CodedNote.objects.visible_to(user), pk=note_id, project=project)
    return _written(request, note, lambda code: add_code(actor=user, note_id=note.pk, code=code))


def _project(request: HttpRequest, project_id: UUID) -> Project:
    return project_or_404(signed_in(request), project_id, Permission.CODE)


def _code_or_404(user: User, project: Project, prediction_id: int) -> CodePrediction:
    """A code of another project is not there, whatever else the person may see."""
    found = CodePrediction.objects.visible_to(user).select_related("note__project")
    prediction = found.filter(pk=prediction_id, note__project=project).first()
    if prediction is None:
        raise Http404
    return prediction


def _in_stay(request: HttpRequest) -> bool:
    return _STAY in (request.POST.get("scope"), request.GET.get("scope"))


def _written(
    request: HttpRequest, note: CodedNote, write: Callable[[str], CodePrediction]
) -> HttpResponse:
    try:
        written = write(request.POST.get("code", ""))
    except _Refused as error:
        messages.error(request, str(error))
        return _page(request, note)
    return _page(request, note, f"?ecrit={written.pk}")


def _page(request: HttpRequest, note: CodedNote, query: str = "") -> HttpResponse:
    """Back to the note or the stay; htmx follows by itself and takes what it needs of the page."""
    name = "stay-detail" if _in_stay(request) else "note-detail"
    there = reverse(f"icdcoder:{name}", args=[note.project_id, note.export_id, note.pk])
    return redirect(there + query)
