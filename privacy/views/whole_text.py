"""Texte entier: a note of which every word or sentence becomes another one, drawn from a released export."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs.selectors import newest_job
from deidweb.sentences import localised
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import TextMethod, obfuscated
from privacy.domain.obfuscation.metrics import Measures, fates, measures
from privacy.domain.obfuscation.sentences import NoNeighbourError
from privacy.forms.whole_text import USUAL_WORD_EPSILON, EncoderForm, WholeTextForm
from privacy.permissions import export_or_404
from privacy.presentation.side_by_side import entity, lines_of, rows_of
from privacy.selectors.preview_notes import preview_notes, throwaway_key
from privacy.selectors.previewable import neighbours, note_to_preview
from privacy.selectors.word_spaces import (
    KIND,
    NEAR,
    learned_export,
    released_exports,
    sentences_of,
    words_of,
)
from privacy.services.errors import StateConflictError
from privacy.services.learn_words import start_learning, start_near
from privacy.views.preview import chosen_note


@require_GET
def whole_text(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A note beside what it becomes; without a learned export, the button that asks for one."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    form = WholeTextForm(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    method = TextMethod(chosen.get("method") or TextMethod.KNEO)
    epsilon = Fraction(chosen.get("epsilon") or USUAL_WORD_EPSILON)
    is_sentence = method is TextMethod.SENTENCE
    exports = released_exports(user, project)
    export = exports.first() if is_sentence else learned_export(user, project)
    context: dict[str, Any] = {
        "project": project,
        "form": WholeTextForm(initial={"method": method.value, "epsilon": epsilon}),
        "method": method.value,
        "epsilon": epsilon,
        "learned": export,
        "exports": exports,
        "job": newest_job(project, NEAR if is_sentence else KIND),
    }
    if is_sentence:
        job = context["job"]
        told = job.payload.get("encoder", "") if job else ""
        context["encoders"] = EncoderForm(initial={"encoder": told})
    document = note_to_preview(user, project, document_id=chosen_note(request))
    if document is None:
        return render(request, "privacy/whole_text.html", context)
    context["document"] = document
    context["before"], context["after"] = neighbours(user, project, document)
    if export is None:  # the methods are shown all the same: one may be learned already
        return render(request, "privacy/whole_text.html", context)
    file = preview_notes(document)
    note = file.notes[file.shown]
    key = throwaway_key(session=f"{request.session.session_key}|{document.pk}|whole", draw=0)
    try:
        near = sentences_of(export) if is_sentence else words_of(export)
        (made,) = obfuscated([note], method, near, key=key, epsilon=epsilon)
    except NoNeighbourError:
        return render(request, "privacy/whole_text.html", context)  # its job has not run
    except PrivacyError as error:
        context["refusal"] = localised(str(error))
        return render(request, "privacy/whole_text.html", context, status=422)
    marks = [entity(s.start, s.end, s.label, s.subtype) for s in note.entities]
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


@require_POST
def near(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Starts the job that looks for the sentences of a note in a released export."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.PREVIEW)
    export = export_or_404(user, project, export_id)
    document = note_to_preview(user, project, document_id=chosen_note(request))
    if document is None:
        raise Http404
    form = EncoderForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    try:
        start_near(actor=user, export=export, document=document, **form.cleaned_data)
    except StateConflictError as error:
        messages.error(request, str(error))
    query = urlencode({"note": document.pk, "method": TextMethod.SENTENCE})
    return redirect(f"{reverse('privacy:whole-text', args=[project.pk])}?{query}")


def _told(found: Measures) -> list[tuple[str, float]]:
    return [(name.upper(), value) for name in ("smr", "alid", "lr", "lrqi") if (value := getattr(found, name)) is not None]  # fmt: skip
