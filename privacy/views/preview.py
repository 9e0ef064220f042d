"""Aperçu: what an export would make of one note, redrawn at each move of the slider."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Document
from deidweb.accounts.permissions import permissions_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.sentences import localised
from privacy import previewing
from privacy.domain.errors import PrivacyError
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.forms import PreviewForm
from privacy.panel import Panel, panel_of
from privacy.selectors import neighbours, note_to_preview

_DEFAULTS: dict[str, Any] = {
    "epsilon": "1",
    "dates": "metric",
    "places": "metric",
    "area": "FR",
    "draw": 0,
}


def _policy(values: dict[str, Any]) -> SubstitutionPolicy:
    return SubstitutionPolicy(
        epsilon=Fraction(str(values["epsilon"])),
        reference_date=timezone.localdate(),
        dates=DateMechanism(values["dates"]),
        places=PlaceMechanism(values["places"]),
        area=values["area"],
    )


def _drawn(
    request: HttpRequest, document: Document, values: dict[str, Any]
) -> tuple[previewing.PatientNotes, previewing.Drawn, Panel]:
    policy = _policy(values)
    session = f"{request.session.session_key}|{document.pk}"
    key = previewing.throwaway_key(session=session, draw=values["draw"] or 0)
    file = previewing.patient_notes(document)
    drawn = previewing.draw(file, policy=policy, key=key)
    return file, drawn, panel_of(drawn, policy, file.notes[file.shown])


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Http404
    return int(text)


def _note_id(request: HttpRequest) -> UUID | None:
    text = request.GET.get("note", "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Http404 from None


@require_GET
def preview(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The page, drawn once at ε = 1; `?note=` an id or `?numero=` a rank chooses the note."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    document = note_to_preview(
        user, project, document_id=_note_id(request), position=_number(request, "numero")
    )
    context: dict[str, Any] = {
        "project": project,
        "document": document,
        "may_request": Permission.REQUEST_EXPORT in permissions_in(user, project),
    }
    if document is None:
        return render(request, "privacy/preview.html", context)
    context["before"], context["after"] = neighbours(user, project, document)
    context["form"] = PreviewForm(initial=_DEFAULTS | {"note": document.pk})
    try:
        file, drawn, context["panel"] = _drawn(request, document, _DEFAULTS)
    except PrivacyError as error:
        context["refusal"] = localised(str(error))
        return render(request, "privacy/preview.html", context, status=422)
    context["rows"] = [
        [(piece, drawn.surrogates[piece.index] if piece.index is not None else "") for piece in row]
        for row in previewing.lines_of(file.notes[file.shown])
    ]
    record("preview.opened", actor=user, project=project, target=document)
    return render(request, "privacy/preview.html", context)


@require_POST
def redraw(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Surrogates in the order of the note's entities, and the panel: no original value in it."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = PreviewForm(request.POST)
    if not form.is_valid():
        errors = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return JsonResponse({"error": errors}, status=422)
    document = note_to_preview(user, project, document_id=form.cleaned_data["note"])
    if document is None:
        raise Http404
    try:
        _file, drawn, panel = _drawn(request, document, form.cleaned_data)
    except PrivacyError as error:
        return JsonResponse({"error": localised(str(error))}, status=422)
    html = render_to_string("privacy/partials/preview_panel.html", {"panel": panel}, request)
    return JsonResponse({"surrogates": drawn.surrogates, "sentence": panel.sentence, "panel": html})
