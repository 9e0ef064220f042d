"""The register of exports and the page of one export."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.domain.formats.registry import FORMATS
from annotation.presentation.datasets import format_choices
from deidweb.accounts.apartness import may_sign_for_all
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.domain.export_moves import may_move
from privacy.domain.export_order import NewStudy
from privacy.forms.exports import DecisionForm, ExportForm
from privacy.forms.policy import PolicyForm
from privacy.models import ExportRequest
from privacy.permissions import export_or_404
from privacy.presentation.certificates import certificate_rows
from privacy.presentation.cohort import cohort_report
from privacy.presentation.dossier import changes_of, decided_sentence, dossier_of
from privacy.presentation.exports import summarise
from privacy.selectors.earlier_exports import released_before
from privacy.selectors.export_readings import flagged_notes, reading_of
from privacy.selectors.exports import deciders, exports_of
from privacy.selectors.ledger_accounts import charges_of
from privacy.selectors.place_policy import place_policy_of
from privacy.services.convert_released import convert_released, offered_formats
from privacy.services.decide_export import decide_export, needs_override, needs_reason
from privacy.services.errors import (
    ExportError,
    FileChangedError,
    OverrideMissingError,
    ReasonMissingError,
    SelfDecisionError,
    StateConflictError,
    StudyExistsError,
    UnreadNotesError,
)
from privacy.services.keep_keys import has_key
from privacy.services.open_released import open_download
from privacy.services.read_findings import read_findings
from privacy.services.rebuild_export import rebuild_export
from privacy.services.request_export import request_export
from privacy.services.withdraw_export import withdraw_export
from privacy.views.ranges import asked_range, no_such_part, part_of

State = ExportRequest.State


@require_GET
def export_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The register."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    context = {
        "project": project,
        "exports": exports_of(project),
        "may_request": Permission.REQUEST_EXPORT in held_in(user, project.pk),
    }
    return render(request, "privacy/export_list.html", context)


@require_http_methods(["GET", "POST"])
def export_create(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Asks for an export, of a known study or of a new one."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.REQUEST_EXPORT)
    form = ExportForm(project, request.POST or None, initial=_asked(request))
    if request.method == "POST" and form.is_valid():
        try:
            export = _request(user, project, form)
        except StudyExistsError as error:
            form.add_error("name", str(error))
        except ExportError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Export demandé : sa fabrication commence."))
            return redirect("privacy:export-detail", project.pk, export.pk)
    features = [item.column for item in place_policy_of(project).compared]
    context = {"project": project, "form": form, "features": features}
    return render(
        request, "privacy/export_create.html", context, status=422 if form.is_bound else 200
    )


def _asked(request: HttpRequest) -> dict[str, Any]:
    """The noise level that another page has led to, if it is one."""
    form = PolicyForm(request.GET)
    form.is_valid()
    found = form.cleaned_data.get("epsilon")
    return {} if found is None else {"epsilon": found}


def _request(user: User, project: Project, form: ExportForm) -> ExportRequest:
    data = form.cleaned_data
    study = data["study"] or NewStudy(data["name"], data["recipient"], data["purpose"])
    return request_export(actor=user, project=project, study=study, order=form.order())


@require_GET
def export_detail(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """What, for whom, why, at what cost, what the scan found, who decides."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    export = export_or_404(user, project, export_id)
    return _detail(request, user, export)


def _detail(
    request: HttpRequest,
    user: User,
    export: ExportRequest,
    *,
    form: DecisionForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    held = held_in(user, export.project_id)
    open_for_decision = export.state in (State.BUILT, State.QUARANTINED)
    is_requester = export.requested_by_id == user.pk
    askers = export.askers()
    may_decide = Permission.DECIDE_EXPORT in held and may_sign_for_all(user, askers)
    may_read = Permission.READ_NOTES in held
    context: dict[str, Any] = {
        "project": export.project,
        "export": export,
        "summary": summarise(export),
        "deciders": deciders(export) if open_for_decision else [],
        "open_for_decision": open_for_decision,
        "is_requester": is_requester,
        "has_rebuilt": not is_requester and user in askers,
        "may_read": may_read,
        "findings": read_findings(export, user if may_read else None),
        "is_building": export.state == State.REQUESTED
        and export.job is not None
        and not export.job.is_finished,
        "may_decide": may_decide,
        "may_download": Permission.DOWNLOAD_EXPORT in held,
        "cohort": cohort_report(export.cohort),
        "formats": format_choices(offered_formats()),
        "may_request": Permission.REQUEST_EXPORT in held,
        "may_code": Permission.CODE in held,
        "needs_reason": needs_reason(export, approve=True),
        "needs_override": needs_override(export),
        "has_key": has_key(export.study_id, export.key_version),
        "charges": charges_of(export),
        "certificates": certificate_rows(export.manifest.get("certificates", [])),
        "may_withdraw": is_requester
        and Permission.REQUEST_EXPORT in held
        and export.decided_by_id is None
        and may_move(export.state, State.WITHDRAWN),
        "flagged": flagged_notes(export),
        "decided_bound": decided_sentence(export.reading) if export.decided_by_id else "",
        **_dossier(user, export, may_decide=may_decide),
        "form": form or DecisionForm(request, initial={"sha256": export.sha256}),
        "refusal": refusal,
    }
    return render(request, "privacy/export_detail.html", context, status=status)


def _dossier(user: User, export: ExportRequest, *, may_decide: bool) -> dict[str, Any]:
    """The notes to read, for who may decide; what has changed, for who sees the export."""
    previous = next(iter(released_before(export)), None) if export.changes else None
    if previous is not None and previous.number != export.changes["number"]:
        previous = None  # another one was approved since: the counts are not of it
    changes = changes_of(export, previous)
    if not may_decide or not export.sample:
        return {"changes": changes}
    return {"changes": changes, "dossier": dossier_of(export, reading_of(export, user))}


_STATUS: dict[type[ExportError], int] = {
    SelfDecisionError: 403,
    ReasonMissingError: 422,
    OverrideMissingError: 422,
    StateConflictError: 409,
    FileChangedError: 409,
    UnreadNotesError: 422,
}


@require_POST
def export_decide(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Approves or refuses; an error shows the page again as it is now, with the reason kept."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.DECIDE_EXPORT)
    export = export_or_404(user, project, export_id)
    form = DecisionForm(request, request.POST)
    if not form.is_valid():
        return _detail(request, user, export, form=form, status=422)
    approve = form.cleaned_data["decision"] == "approve"
    reason, sha256 = form.cleaned_data["reason"], form.cleaned_data["sha256"]
    try:
        decide_export(
            actor=user,
            export=export,
            approve=approve,
            reason=reason,
            sha256=sha256,
            override=form.cleaned_data["override"],
        )
    except (ReasonMissingError, OverrideMissingError) as error:
        form.add_error(
            "reason" if isinstance(error, ReasonMissingError) else "override", str(error)
        )
        return _detail(request, user, export, form=form, status=422)
    except ExportError as error:
        fresh = export_or_404(user, project, export_id)
        return _detail(request, user, fresh, refusal=str(error), status=_STATUS[type(error)])
    if approve:
        messages.success(request, _("Export approuvé : le fichier peut être téléchargé."))
    else:
        messages.success(request, _("Export refusé : le fichier ne sortira pas."))
    return redirect("privacy:export-detail", project.pk, export.pk)


@require_POST
def export_rebuild(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Builds a quarantined or failed export again, once the notes are corrected."""
    done = _("La fabrication recommence.")
    return _changed_by_requester(request, project_id, export_id, rebuild_export, done)


@require_POST
def export_withdraw(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Takes one's own request back before it is decided."""
    done = _("Demande retirée : le fichier est effacé, rien n'est compté.")
    return _changed_by_requester(request, project_id, export_id, withdraw_export, done)


def _changed_by_requester(
    request: HttpRequest,
    project_id: UUID,
    export_id: UUID,
    change: Callable[..., object],
    done: str,
) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.REQUEST_EXPORT)
    export = export_or_404(user, project, export_id)
    try:
        change(actor=user, export=export)
    except ExportError as error:
        fresh = export_or_404(user, project, export_id)
        return _detail(request, user, fresh, refusal=str(error), status=409)
    messages.success(request, done)
    return redirect("privacy:export-detail", project.pk, export.pk)


@require_GET
def export_download(request: HttpRequest, project_id: UUID, export_id: UUID) -> HttpResponse:
    """Streams the approved bytes (`format`: what is written from them), or says 409 when they are no longer the
    approved ones."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.DOWNLOAD_EXPORT)
    export = export_or_404(user, project, export_id)
    name = request.GET.get("format", "jsonl")
    etag, asked = f'"{export.decided_sha256}"', None
    try:
        if name == "jsonl":
            try:
                asked = asked_range(request, size=export.size_bytes, etag=etag)
            except ValueError:
                return no_such_part(export.size_bytes)
            start = asked[0] if asked else 0
            file: IO[bytes] = open_download(actor=user, export=export, start=start)
        else:
            file = convert_released(actor=user, export=export, format_name=name)
    except ExportError as error:
        fresh = export_or_404(user, project, export_id)
        return _detail(request, user, fresh, refusal=str(error), status=409)
    if asked is None:
        response: FileResponse | StreamingHttpResponse = FileResponse(file)
    else:
        response = part_of(file, *asked, export.size_bytes)
    response["Content-Type"] = (
        "application/x-ndjson" if name == "jsonl" else FORMATS[name].media_type
    )
    response["Content-Disposition"] = (
        f'attachment; filename="export-{export.number}{FORMATS[name].extension}"'
    )
    if name == "jsonl":
        response["Accept-Ranges"] = "bytes"
        response["ETag"] = etag
        if asked is None:
            response["Content-Length"] = str(export.size_bytes)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    return response  # type: ignore[return-value]
