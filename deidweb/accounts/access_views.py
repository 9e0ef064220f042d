"""Accounts of the installation, one's own sessions and second factor, access in an emergency, review of the roles."""

from __future__ import annotations

import base64
import csv
import io
import time
from uuid import UUID

import qrcode
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from qrcode.image.svg import SvgPathImage

from deidweb.accounts import access, second_factor, security_keys
from deidweb.accounts.asked_again import asked_again
from deidweb.accounts.models import Membership, Project, SecondFactor, User
from deidweb.accounts.on_the_way import goes_on, target
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.second_factor_gate import FLAG, SHOWN_AT, may_change_factors
from deidweb.accounts.sessions import forget
from deidweb.accounts.throttle import counted, is_throttled
from deidweb.audit.services import record
from deidweb.spreadsheets import harmless

_NEW_TELEPHONE = "new_telephone"  # in the session: its secret, sealed


def _administrator(request: HttpRequest) -> User:
    user = signed_in(request)
    if not user.is_superuser:
        raise PermissionDenied(_("Seul un administrateur de l'instance gère les comptes."))
    return user


@require_GET
def account_list(request: HttpRequest) -> HttpResponse:
    """Every account of the installation; for its administrators."""
    _administrator(request)
    return _listed(request)


def _listed(request: HttpRequest, status: int = 200, **typed: str) -> HttpResponse:
    """`typed`: what a refused form held."""
    accounts = User.objects.order_by("username").prefetch_related("memberships__project")
    context = {
        "accounts": accounts.prefetch_related("security_keys").select_related("second_factor"),
        "projects": Project.objects.all(),
    }
    return render(request, "accounts/account_list.html", context | typed, status=status)


@require_POST
def account_change(request: HttpRequest, user_id: int, change: str) -> HttpResponse:
    """`change`: what the button says. What closes needs no password: it may be urgent."""
    is_opening = change in ("ouvrir", "second-facteur")
    return (asked_again(_changed) if is_opening else _changed)(request, user_id, change)


def _changed(request: HttpRequest, user_id: int, change: str) -> HttpResponse:
    actor = _administrator(request)
    if change not in _CHANGES:
        raise Http404
    user = get_object_or_404(User, pk=user_id)
    try:
        _CHANGES[change](actor, user)
        messages.success(request, _("C'est fait."))
    except access.AccessRefusedError as error:
        messages.error(request, str(error))
    return redirect("accounts:list")


_CHANGES = {
    "fermer": lambda actor, user: access.deactivate(actor=actor, user=user),
    "ouvrir": lambda actor, user: access.reactivate(actor=actor, user=user),
    "deconnecter": lambda actor, user: access.end_sessions_of(actor=actor, user=user),
    "second-facteur": lambda actor, user: second_factor.remove(actor=actor, user=user),
}


@require_POST
@asked_again
def emergency(request: HttpRequest) -> HttpResponse:
    """Reading in a project for some hours, with a reason that everybody who watches sees."""
    actor = _administrator(request)
    project = get_object_or_404(Project, pk=_uuid(request.POST.get("project", "")))
    reason = request.POST.get("reason", "")
    try:
        opened = access.break_glass(actor=actor, project=project, reason=reason)
    except access.AccessRefusedError as error:
        messages.error(request, str(error))
        return _listed(request, 409, reason=reason, chosen=str(project.pk))
    messages.warning(
        request,
        _(
            "Accès d'urgence ouvert jusqu'à %(end)s. Chaque lecture est inscrite au journal ; votre raison est montrée à qui gère les accès."
        )
        % {"end": date_format(localtime(opened.expires_at), "H:i")},
    )
    return redirect("project", project.pk)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@require_POST
def own_sessions_end(request: HttpRequest) -> HttpResponse:
    """Everywhere; this browser signs in again."""
    access.end_own_sessions(signed_in(request))
    logout(request)
    response = redirect("accounts:login")
    forget(response)
    return response


@require_http_methods(["GET", "POST"])
def own_second_factor(request: HttpRequest) -> HttpResponse:
    """Asks for the code of this session, or sets a second factor up."""
    user = signed_in(request)
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is not None and factor.confirmed_at is not None:
        new = request.session.get(_NEW_TELEPHONE)
        if new and may_change_factors(request, user):
            return _scan(request, user, new)
        return _ask(request, user, factor)
    if not may_change_factors(request, user):
        if security_keys.has_keys(user):
            return _ask(request, user, None)
        return render(request, "accounts/second_factor.html", {"state": "late"})
    if request.method == "POST" and factor is None:
        second_factor.begin(user)
        return redirect("accounts:second-factor")
    return _set_up(request, user, factor)


def is_asked(request: HttpRequest, user: User) -> bool:
    """Has a factor and has to show it: at a sign-in, or again before factors are changed."""
    return not may_change_factors(request, user)


def _keys(request: HttpRequest, user: User) -> dict[str, object]:
    return {
        "keys": list(user.security_keys.all()),
        "codes_left": user.recovery_codes.count(),
        "takes_keys": security_keys.Site.of(request).takes_keys,
    }


def _ask(request: HttpRequest, user: User, factor: SecondFactor | None) -> HttpResponse:
    """`factor` None: the person has keys alone; a recovery code still does."""
    is_wrong, asks = False, is_asked(request, user)
    if request.method == "POST" and asks:
        if _passes(request, user, factor):
            return shown(request)
        is_wrong = True
        if factor is not None:
            factor.refresh_from_db()
    is_closed = is_throttled(request) or (factor is not None and second_factor.is_closed(factor))
    context = _keys(request, user) | {
        "state": "ask" if asks else "set", "is_again": request.session.get(FLAG) != "needed", "has_telephone": factor is not None,
        "is_wrong": is_wrong, "is_closed": is_closed,
    }  # fmt: skip
    status = 429 if is_closed else 422 if is_wrong else 200
    return render(request, "accounts/second_factor.html", context, status=status)


def _passes(request: HttpRequest, user: User, factor: SecondFactor | None) -> bool:
    code = request.POST.get("code", "")
    if factor is not None:
        return second_factor.check(user, code)
    return counted(request, f"recovery:{user.pk}", lambda: second_factor.check_recovery(user, code))


def _set_up(request: HttpRequest, user: User, factor: SecondFactor | None) -> HttpResponse:
    keys = _keys(request, user)
    if factor is None:
        return render(request, "accounts/second_factor.html", {"state": "new"} | keys)
    if request.method == "POST":
        codes = second_factor.confirm(user, request.POST.get("code", ""))
        if codes:
            return codes_page(request, codes, target(request))
    return _square(request, user, second_factor.begin(user), **keys)


def _scan(request: HttpRequest, user: User, new: str) -> HttpResponse:
    """The square of another telephone, until it has shown a code."""
    if request.method == "POST":
        codes = second_factor.change_telephone(user, new, request.POST.get("code", ""))
        if codes:
            del request.session[_NEW_TELEPHONE]
            return codes_page(request, codes, reverse("accounts:second-factor"))
    return _square(request, user, second_factor.shown_secret(user, new), is_change=True)


def _square(request: HttpRequest, user: User, secret: str, **more: object) -> HttpResponse:
    """What the telephone photographs; a code that was sent meanwhile was wrong."""
    is_wrong = request.method == "POST"
    context = {
        "state": "scan", "secret": secret, "is_wrong": is_wrong,
        "dots": _dots(second_factor.address_of(user, secret)),
    }  # fmt: skip
    status = 422 if is_wrong else 200
    return render(request, "accounts/second_factor.html", context | more, status=status)


@require_POST
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Ten new ones, shown once."""
    user = who_may_change(request)
    if not second_factor.has_factor(user):
        raise Http404
    codes = second_factor.draw_recovery_codes(user)
    return codes_page(request, codes, reverse("accounts:second-factor"))


def codes_page(request: HttpRequest, codes: list[str], onward: str) -> HttpResponse:
    """Recovery codes, shown once; `onward`: the address of the page after them."""
    told = {"state": "codes", "codes": codes, "onward": onward}
    return passed(request, render(request, "accounts/second_factor.html", told))


@require_POST
def telephone_change(request: HttpRequest) -> HttpResponse:
    """The page shows the square for another one; the old one serves until that has shown a code, or for good (`keep`)."""
    user = who_may_change(request)
    if not SecondFactor.objects.filter(user=user).exclude(confirmed_at=None).exists():
        raise Http404
    request.session.pop(_NEW_TELEPHONE, None)
    if "keep" not in request.POST:
        request.session[_NEW_TELEPHONE] = second_factor.draw_secret(user)
    return redirect("accounts:second-factor")


def who_may_change(request: HttpRequest) -> User:
    """Neither a password alone nor an open session alone changes a factor. Raises PermissionDenied."""
    user = signed_in(request)
    if not may_change_factors(request, user):
        raise PermissionDenied(_("Montrez d'abord votre second facteur."))
    return user


def passed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A new session key: one that was seen before the code is worth nothing after it."""
    request.session.cycle_key()
    request.session[FLAG] = "passed"
    request.session[SHOWN_AT] = time.time()
    return response


def shown(request: HttpRequest) -> HttpResponse:
    """A factor was shown: in, or back to what was to be changed."""
    is_in = request.session.get(FLAG) == "needed"
    return passed(request, goes_on(request) if is_in else redirect("accounts:second-factor"))


def _dots(address: str) -> str:
    """As an image in the address itself: the policy lets no inline style in."""
    drawn = io.BytesIO()
    qrcode.make(address, image_factory=SvgPathImage, border=2).save(drawn)
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.getvalue()).decode("ascii")


@require_GET
def role_review(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Every role, the first to run out first; `?format=csv` for the file of the yearly review."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    roles = project.memberships.select_related("user").order_by("expires_at", "user__username")
    if request.GET.get("format") == "csv":
        told = list(roles)
        record("member.list_downloaded", actor=user, project=project, rows=len(told))
        return _as_csv(told)
    return render(request, "accounts/role_review.html", {"project": project, "memberships": roles})


def _as_csv(roles: list[Membership]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="revue-des-roles.csv"'
    writer = csv.writer(response, delimiter=";")
    writer.writerow(
        [_("Personne"), _("Rôle"), _("Depuis"), _("Jusqu'au"), _("Dernière connexion"), _("Compte")]
    )
    for role in roles:
        account = _("ouvert") if role.user.is_active else _("fermé")
        moments = (role.created_at, role.expires_at, role.user.last_login)
        days = [f"{moment:%Y-%m-%d}" if moment else "" for moment in moments]
        writer.writerow([harmless(role.user.username), role.get_role_display(), *days, account])
    return response


@require_POST
@asked_again
def role_prolong(request: HttpRequest, project_id: UUID, membership_id: int) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MEMBERS)
    membership = get_object_or_404(Membership, pk=membership_id, project=project)
    try:
        access.prolong(actor=user, membership=membership)
        messages.success(request, _("Rôle prolongé d'un an."))
    except access.AccessRefusedError as error:
        messages.error(request, str(error))
    return redirect("members:review", project_id)
