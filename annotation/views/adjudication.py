"""Comparer: what two blind readings disagree on, decided conflict by conflict."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.domain.adjudication import Choice, Drawn
from annotation.models import Adjudication, ConflictDecision
from annotation.models.aside import notes_aside
from annotation.presentation.adjudication import compare_page
from annotation.selectors.adjudications import adjudications_for, doubts_for
from annotation.selectors.labels import enabled_labels
from annotation.selectors.readings import comparison_of, remarks_of
from annotation.services.decide_conflict import AdjudicationError, Verdict, decide_conflict
from annotation.services.finish_adjudication import finish_adjudication
from deidweb.accounts.models import User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


@require_GET
def adjudication_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Notes that wait for this person, the oldest first."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.ADJUDICATE)
    waiting = adjudications_for(user, project)
    context = {
        "project": project,
        "waiting": waiting[:100],
        "count": waiting.count(),
        "doubted": doubts_for(user, project)[:100],
    }
    return render(request, "annotation/adjudication_list.html", context)


@require_GET
def adjudication_detail(
    request: HttpRequest, project_id: UUID, adjudication_id: UUID
) -> HttpResponse:
    """The note once, its conflicts marked, the first open one ready to be decided."""
    user = signed_in(request)
    found = _found(user, project_id, adjudication_id)
    record("note.read", actor=user, project=project_id, target=found.document)
    page = compare_page(
        found.document.text,
        comparison_of(found),
        found.decisions.all(),
        enabled_labels(project_id),
        remarks_of(found),
        request.GET.get("c", ""),
    )
    context = {
        "project": found.document.project,
        "adjudication": found,
        "document": found.document,
        "page": page,
        "causes": ConflictDecision.Cause.choices,
    }
    return render(request, "annotation/adjudication_detail.html", context)


@require_POST
def adjudication_decide(
    request: HttpRequest, project_id: UUID, adjudication_id: UUID
) -> HttpResponse:
    """One decision; then the next open conflict."""
    user = signed_in(request)
    found = _found(user, project_id, adjudication_id)
    here = reverse("annotation:adjudication-detail", args=[project_id, adjudication_id])
    try:
        verdict = _verdict(request)
        count = decide_conflict(actor=user, adjudication=found, verdict=verdict)
    except AdjudicationError as error:
        messages.error(request, str(error))
        return redirect(f"{here}?c={request.POST.get('key', '')[:20]}")
    if count > 1:
        messages.info(request, _("%(count)d désaccords semblables tranchés.") % {"count": count})
    return redirect(here)


@require_POST
def adjudication_finish(
    request: HttpRequest, project_id: UUID, adjudication_id: UUID
) -> HttpResponse:
    """Publishes the reference and goes to the next note."""
    user = signed_in(request)
    found = _found(user, project_id, adjudication_id)
    try:
        finish_adjudication(actor=user, adjudication=found)
    except AdjudicationError as error:
        messages.error(request, str(error))
        return redirect("annotation:adjudication-detail", project_id, adjudication_id)
    messages.success(request, _("Référence publiée : les deux lectures sont réunies."))
    following = adjudications_for(user, found.document.project).first()
    if following is None:
        return redirect("annotation:adjudication-list", project_id)
    return redirect("annotation:adjudication-detail", project_id, following.pk)


def _found(user: User, project_id: UUID, adjudication_id: UUID) -> Adjudication:
    """404 for strangers, 403 without the permission or for who read the note."""
    project = project_or_404(user, project_id, Permission.ADJUDICATE)
    found = (
        Adjudication.objects.select_related("document__project", "first", "second")
        .filter(document__project=project, pk=adjudication_id, finished_at=None)
        .exclude(document__in=notes_aside())
        .first()
    )
    if found is None:
        raise Http404
    if user.pk in (found.first.author_id, found.second.author_id):
        raise PermissionDenied(_("Vous avez annoté cette note : une autre personne compare."))
    return found


def _passages(sent: QueryDict) -> tuple[Drawn, ...]:
    """The rows of the form that have a label."""
    rows = zip(sent.getlist("start"), sent.getlist("end"), sent.getlist("label"), strict=False)
    found = []
    for start, end, name in rows:
        label, _slash, subtype = name.partition("/")
        if label:
            try:
                found.append(Drawn(int(start), int(end), label, subtype))
            except ValueError:
                raise AdjudicationError(_("Choisissez le passage et son étiquette.")) from None
    return tuple(found)


def _verdict(request: HttpRequest) -> Verdict:
    sent = request.POST
    try:
        choice = Choice(sent.get("choice", ""))
    except ValueError:
        raise AdjudicationError(_("Choisissez une des lectures.")) from None
    spans: tuple[Drawn, ...] = ()
    if choice is Choice.OWN:
        spans = _passages(sent)
    return Verdict(
        key=sent.get("key", ""),
        choice=choice,
        spans=spans,
        cause=sent.get("cause", ""),
        words=sent.get("words", ""),
        alike=sent.get("alike") == "on",
    )
