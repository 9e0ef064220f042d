"""Aperçu: what an export would make of one note, redrawn at each move of the slider."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Document
from deidweb.accounts.models import Project
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.sentences import localised
from privacy.domain.errors import PrivacyError
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.redraw import Drawn, PatientNotes, redraw_notes
from privacy.forms.policy import CardForm, PolicyForm, PreviewForm, SharesForm, shares_of
from privacy.presentation.cards.entity import card_of
from privacy.presentation.preview_lines import link_texts, sheets_of
from privacy.presentation.preview_panel import panel_of
from privacy.selectors.place_policy import place_policy_of, tables_for
from privacy.selectors.preview_notes import preview_notes, throwaway_key
from privacy.selectors.previewable import neighbours, note_to_preview

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
        class_weights=shares_of(values).weights(),
    )


def _drawn(
    request: HttpRequest, document: Document, values: dict[str, Any]
) -> tuple[PatientNotes, Drawn, SubstitutionPolicy]:
    tables, metric = tables_for(document.project, values["places"])
    policy = replace(_policy(values), metric=metric)
    session = f"{request.session.session_key}|{document.pk}"
    key = throwaway_key(session=session, draw=values["draw"] or 0)
    file = preview_notes(document)
    whole = bool(values.get("whole"))
    drawn = redraw_notes(file, policy=policy, key=key, tables=tables, whole=whole)
    return file, drawn, policy


def _choices(request: HttpRequest, project: Project) -> dict[str, Any]:
    """What the person had chosen for the note before: in the address, or the defaults. Never the draw."""
    chosen = _DEFAULTS | {"area": place_policy_of(project).area}
    for form in (PolicyForm(request.GET), SharesForm(request.GET)):
        given = form.cleaned_data if form.is_valid() else {}
        chosen |= {name: value for name, value in given.items() if value is not None}
    return chosen


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Http404
    return int(text)


def chosen_note(request: HttpRequest) -> UUID | None:
    """`?note=`; Http404 where it is no id."""
    text = request.GET.get("note", "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Http404 from None


@require_GET
def preview(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The page, drawn once at ε = 1; `?note=` an id or `?numero=` a rank chooses the note, `?vue=dossier` shows
    all notes of its patient."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    document = note_to_preview(
        user, project, document_id=chosen_note(request), position=_number(request, "numero")
    )
    whole = request.GET.get("vue") == "dossier"
    choices = _choices(request, project)
    context: dict[str, Any] = {
        "project": project,
        "document": document,
        "whole": whole,
        "may_request": Permission.REQUEST_EXPORT in held_in(user, project.pk),
    }
    if document is None:
        return render(request, "privacy/preview.html", context)
    context["before"], context["after"] = neighbours(user, project, document)
    context["form"] = PreviewForm(initial=choices | {"note": document.pk})
    context["epsilon"] = str(choices["epsilon"])
    context["shares_are_uneven"] = not shares_of(choices).are_even
    try:
        file, drawn, policy = _drawn(request, document, choices | {"whole": whole})
    except PrivacyError as error:
        context["refusal"] = localised(str(error))
        return render(request, "privacy/preview.html", context, status=422)
    context["panel"] = panel_of(drawn, policy, file.notes)
    context["file_size"] = len(file.notes)
    shown = Document.objects.in_bulk([UUID(file.notes[note.rank].id) for note in drawn.notes])
    context["notes"] = sheets_of(file, drawn, context["panel"].notes, shown)
    record("preview.opened", actor=user, project=project, target=document, notes=len(drawn.notes))
    return render(request, "privacy/preview.html", context)


@require_POST
def redraw(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Surrogates in the order of the page's entities, the panel and the badges: no original value in them."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = PreviewForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": _errors_of(form)}, status=422)
    document = note_to_preview(user, project, document_id=form.cleaned_data["note"])
    if document is None:
        raise Http404
    try:
        file, drawn, policy = _drawn(request, document, form.cleaned_data)
    except PrivacyError as error:
        return JsonResponse({"error": localised(str(error))}, status=422)
    panel = panel_of(drawn, policy, file.notes)
    return JsonResponse(
        {
            "surrogates": [text for note in drawn.notes for text in note.surrogates],
            "links": link_texts(file, drawn),
            "sentence": panel.sentence,
            "cautions": panel.cautions,
            "panel": _part("panel", {"panel": panel}, request),
            "badges": {note.rank: _part("badges", {"note": note}, request) for note in panel.notes},
        }
    )


@require_POST
def card(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The card of one entity, for who may read the original note: it repeats the original value, which may stand in
    another note of the patient than the one that was opened, so each reading is recorded."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = CardForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": _errors_of(form)}, status=422)
    document = note_to_preview(user, project, document_id=form.cleaned_data["note"])
    if document is None:
        raise Http404
    try:
        file, drawn, policy = _drawn(request, document, form.cleaned_data | {"whole": True})
    except PrivacyError as error:
        return JsonResponse({"error": localised(str(error))}, status=422)
    effects = [effect for note in drawn.notes for effect in note.effects]
    index = form.cleaned_data["entity"]
    if index >= len(effects):
        raise Http404
    made = card_of(index, effects[index], drawn.done, policy, file.notes)
    shown = next(note for note in reversed(drawn.notes) if note.first <= index)
    source = Document.objects.get(pk=file.notes[shown.rank].id)
    record("preview.entity", actor=user, project=project, target=source, entity=index - shown.first)
    return JsonResponse({"card": _part("card", {"card": made}, request)})


def _part(name: str, context: dict[str, Any], request: HttpRequest) -> str:
    return render_to_string(f"privacy/partials/preview_{name}.html", context, request)


def _errors_of(form: PreviewForm) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)
