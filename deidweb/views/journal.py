"""Journal: who did what in this project, for the auditor, and the review of each month."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from deidweb.accounts.models import Project
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.audit.months import (
    first_month,
    last_full_month,
    month_before,
    month_of,
    months_to_review,
    next_month,
    this_month,
)
from deidweb.audit.services import record, verify_chain
from deidweb.journal.csv_file import csv_lines
from deidweb.journal.forms import JournalForm
from deidweb.journal.objects import named_objects, role_of
from deidweb.journal.selectors import Wanted, journal_of
from deidweb.operations.review_journal import ReviewRefusedError, review_month

_ROWS = 100


@require_GET
def journal(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The newest rows first, filtered; the whole chain is checked on demand (`?verifier=1`)."""
    project = project_or_404(signed_in(request), project_id, Permission.READ_AUDIT)
    return _page(request, project, JournalForm(request.GET, project=project))


def _page(request: HttpRequest, project: Project, form: JournalForm) -> HttpResponse:
    """What the form asks for; nothing but what is wrong in it, when it asks for nonsense: other rows would pass for its answer."""
    user = signed_in(request)
    is_valid = form.is_valid()
    wanted = form.wanted() if is_valid else Wanted()
    found = journal_of(project, wanted) if is_valid else AuditEntry.objects.none()
    page = Paginator(found, _ROWS).get_page(request.GET.get("page"))
    entries = list(page.object_list)
    named = named_objects(project, held_in(user, project.pk), entries)
    context = {
        "project": project,
        "form": form,
        "is_valid": is_valid,
        "is_filtered": not is_valid or wanted != Wanted(),
        "is_one": bool(wanted.object_type and wanted.object_id),
        "also": "&lieu=hors"
        if wanted.outside
        else "",  # of the links to a person's rows, an action's
        "page": page,
        "rows": [
            (entry, named.get((entry.object_type, entry.object_id)), role_of(entry))
            for entry in entries
        ],
        "report": verify_chain() if request.GET.get("verifier") else None,
        "due": months_to_review(project.pk),
    }
    return render(request, "audit/journal.html", context, status=200 if is_valid else 422)


@require_POST
def journal_file(request: HttpRequest, project_id: UUID) -> HttpResponseBase:
    """The rows that the form asks for, as CSV; the journal says that it was taken out."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.READ_AUDIT)
    form = JournalForm(request.POST, project=project)
    if not form.is_valid():
        return _page(request, project, form)
    entries = journal_of(project, form.wanted())
    record("journal.downloaded", actor=user, project=project, rows=entries.count())
    name = f"journal-{timezone.localdate():%Y-%m-%d}.csv"
    return StreamingHttpResponse(
        csv_lines(entries.iterator(chunk_size=1000)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_http_methods(["GET", "POST"])
def journal_review(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """A month's readings by person, with what is unusual; signed by POST."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.READ_AUDIT)
    sent = request.POST if request.method == "POST" else request.GET
    begun = first_month(project.pk)
    month = _month(sent.get("mois", ""), begun)
    if request.method == "POST":
        try:
            review_month(
                actor=user, project=project, month=month, conclusion=sent.get("conclusion", "")
            )
            messages.success(request, _("Revue enregistrée."))
        except ReviewRefusedError as error:
            messages.error(request, str(error))
        address = reverse("audit:review", args=[project_id])
        return redirect(f"{address}?mois={month:%Y-%m}")
    context = {
        "project": project,
        "month": month_of(project.pk, month),
        "due": months_to_review(project.pk),
        "previous": month_before(month) if month > begun else None,
        "following": next_month(month) if month < this_month() else None,
        "is_over": next_month(month) <= next_month(last_full_month()),
    }
    return render(request, "audit/review.html", context)


def _month(text: str, begun: date) -> date:
    """ "2026-10" → its first day; without a text the last full month, the one that runs where the project began in it.
    Raises Http404, also for a month before the project and for one to come."""
    if not text:
        return max(last_full_month(), begun)
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        raise Http404 from None
    if not begun <= month <= this_month():
        raise Http404
    return month
