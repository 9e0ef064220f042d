"""Texte entier: a note of which every word becomes another one, drawn from a released export."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.selectors import newest_job
from deidweb.sentences import localised
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import TextMethod, obfuscated
from privacy.domain.obfuscation.metrics import Measures, fates, measures
from privacy.forms.whole_text import WholeTextForm
from privacy.permissions import export_or_404
from privacy.presentation.side_by_side import Place, lines_of, rows_of
from privacy.presentation.words import entity_name
from privacy.selectors.preview_notes import preview_notes, throwaway_key
from privacy.selectors.previewable import neighbours, note_to_preview
from privacy.selectors.word_spaces import (
    KIND,
    learned_export,
    released_exports,
    words_of,
)
from privacy.services.errors import StateConflictError
from privacy.services.learn_words import start_learning
from privacy.views.preview import chosen_note


@require_GET
def whole_text(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A note beside what it becomes; without a learned export, the button that asks for one."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = WholeTextForm(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    method = TextMethod(chosen.get("method") or TextMethod.KNEO)
    epsilon = Fraction(chosen.get("epsilon") or 20)
    export = learned_export(user, project)
    context: dict[str, Any] = {
        "project": project,
        "form": WholeTextForm(initial={"method": method.value, "epsilon": epsilon}),
        "method": method.value,
        "epsilon": epsilon,
        "learned": export,
        "exports": released_exports(user, project),
        "job": newest_job(project, KIND),
    }
    document = note_to_preview(user, project, document_id=chosen_note(request))
    if export is None or document is None:
        return render(request, "privacy/whole_text.html", context)
    file = preview_notes(document)
    note = file.notes[file.shown]
    key = throwaway_key(session=f"{request.session.session_key}|{document.pk}|whole", draw=0)
    try:
        (made,) = obfuscated([note], method, words_of(export), key=key, epsilon=epsilon)
    except PrivacyError as error:
        context["refusal"] = localised(str(error))
        return render(request, "privacy/whole_text.html", context, status=422)
    marks = [Place(s.start, s.end, s.label, "", entity_name(s.label, s.subtype)) for s in note.entities]  # fmt: skip
    context["document"] = document
    context["before"], context["after"] = neighbours(user, project, document)
    context["rows"] = rows_of(lines_of(note.text, marks), lines_of(made.text, []))
    context["measures"] = _told(measures([fates(note, made.text)]))
    record("preview.whole_text", actor=user, project=project, target=document, method=method.value)
    return render(request, "privacy/whole_text.html", context)


@require_POST
def learn(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Starts the job that learns the words of a released export."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    export = export_or_404(user, project, export_id)
    try:
        start_learning(actor=user, export=export)
    except StateConflictError as error:
        messages.error(request, str(error))
    return redirect("privacy:whole-text", project.pk)


def _told(found: Measures) -> list[tuple[str, float]]:
    return [(name.upper(), value) for name in ("smr", "alid", "lr", "lrqi") if (value := getattr(found, name)) is not None]  # fmt: skip
