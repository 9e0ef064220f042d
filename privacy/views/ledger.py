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
from deidweb.accounts.permissions import permissions_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy import ledger_watch
from privacy.accounts import Account, accounts_of
from privacy.forms import CapForm
from privacy.ledger import cap_of, set_cap
from privacy.presentation import decimal

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
    cap, lost = cap_of(project), ledger_watch.missing(project)
    accounts = accounts_of(project, cap)
    page = Paginator(accounts, PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "project": project,
        "page": page,
        "rows": [_row(account) for account in page],
        "cap": decimal(cap),
        "lost": ledger_watch.behind_sentence(lost) if lost else "",
        "full": sum(account.is_full for account in accounts),
        "may_manage": Permission.MANAGE_STUDIES in permissions_in(user, project),
        "form": form or CapForm(None, initial={"epsilon_cap": f"{float(cap):g}"}),
    }
    status = 422 if form is not None else 200
    return render(request, "privacy/ledger.html", context, status=status)


def _row(account: Account) -> dict[str, Any]:
    """Figures as people read them, and as `<meter>` takes them (a dot, whatever the language)."""
    return {
        "pseudonym": account.pseudonym,
        "short": account.short,
        "spent": decimal(account.spent),
        "held": decimal(account.held) if account.held else "",
        "remaining": decimal(account.remaining),
        "meter": f"{float(account.spent):.6f}",
        "meter_max": f"{float(account.cap):.6f}",
        "meter_high": f"{float(account.cap) * 0.8:.6f}",
        "studies": [
            {"name": item.name, "spent": decimal(item.spent), "meter": f"{float(item.spent):.6f}"}
            for item in sorted(account.studies.values(), key=lambda item: (-item.spent, item.name))
        ],
    }


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
    ledger_watch.accept(actor=user, project=project)
    messages.success(request, _("Constaté : le registre compte à partir d'ici."))
    return redirect("privacy:ledger", project.pk)
