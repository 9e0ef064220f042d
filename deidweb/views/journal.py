"""Journal: who did what in this project, for the auditor."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.audit.services import verify_chain


@require_GET
def journal(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The newest rows first; the whole chain is checked on demand (`?verifier=1`)."""
    project = project_or_404(signed_in(request), project_id, Permission.READ_AUDIT)
    entries = AuditEntry.objects.filter(project_ref=project.pk).select_related("actor")
    page = Paginator(entries.order_by("-pk"), 100).get_page(request.GET.get("page"))
    report = verify_chain() if request.GET.get("verifier") else None
    context = {"project": project, "page": page, "report": report}
    return render(request, "audit/journal.html", context)
