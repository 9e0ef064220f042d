"""Budget: what each patient has spent of his ε, study by study, and the cap."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.forms.ledger import CapForm
from privacy.presentation.ledger import account_row, behind_sentence, histogram
from privacy.presentation.numbers import decimal
from privacy.selectors.former_accounts import unknown_spending
from privacy.selectors.ledger import cap_of
from privacy.selectors.ledger_accounts import accounts_of
from privacy.selectors.lost_charges import lost_charges
from privacy.services.set_cap import set_cap
from privacy.services.watch_ledger import accept_lost_charges

PER_PAGE = 50


@require_GET
def ledger(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The accounts, the fullest first; under pseudonyms that only the ledger uses."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.SEE_EXPORTS)
    return _page(request, user, project)


def _page(
    request: HttpRequest, user: User, project: Project, *, form: CapForm | None = None
) -> HttpResponse:
    cap, lost, unknown = cap_of(project), lost_charges(project), unknown_spending()
    accounts = accounts_of(project, cap)
    page = Paginator(accounts, PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "project": project,
        "page": page,
        "rows": [account_row(account) for account in page],
        "histogram": histogram(accounts),
        "accounts_open": "page" in request.GET,
        "cap": decimal(cap),
        "lost": behind_sentence(lost) if lost else "",
        "unknown": decimal(unknown) if unknown else "",
        "full": sum(account.is_full for account in accounts),
        "may_manage": Permission.MANAGE_STUDIES in held_in(user, project.pk),
        "form": form or CapForm(request, initial={"epsilon_cap": f"{float(cap):g}"}),
    }
    status = 422 if form is not None else 200
    return render(request, "privacy/ledger.html", context, status=status)


@require_POST
def change_cap(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The steward's cap, signed with the password."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    form = CapForm(request, request.POST)
    if not form.is_valid():
        return _page(request, user, project, form=form)
    set_cap(actor=user, project=project, cap=form.cleaned_data["epsilon_cap"])
    messages.success(request, _("Plafond changé : il vaut pour les prochaines fabrications."))
    return redirect("privacy:ledger", project.pk)


@require_POST
def accept_loss(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The steward has seen that the ledger went back; charges are counted from here on."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_STUDIES)
    accept_lost_charges(actor=user, project=project)
    messages.success(request, _("Constaté : le registre compte à partir d'ici."))
    return redirect("privacy:ledger", project.pk)
