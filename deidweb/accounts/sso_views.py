"""Signing in by the hospital's identity provider: there and back."""

from __future__ import annotations

import hmac
from dataclasses import astuple

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from deidweb.accounts import oidc
from deidweb.accounts.outside import OutsideRefusedError, account_of
from deidweb.accounts.second_factor_gate import FLAG
from deidweb.audit.services import record

_SALT = "deidweb.accounts.sso"


@require_GET
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """Leads to the provider. Writes nothing: what the way back needs is in the browser's cookie."""
    if not oidc.is_on():
        raise Http404
    begun, target = oidc.Begun.drawn(), request.GET.get("next", "")
    is_inside = url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    try:
        response = redirect(oidc.address(begun, _back(request)))
    except oidc.OidcError:
        return _refused(request, _("L'authentification de l'établissement ne répond pas."), 503)
    response.set_cookie(
        _cookie(), signing.dumps([*astuple(begun), target if is_inside else ""], salt=_SALT),
        max_age=oidc.COOKIE_SECONDS, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
    )  # fmt: skip
    return response


@require_GET
@never_cache
def done(request: HttpRequest) -> HttpResponse:
    """Back from the provider. The one address where a GET signs somebody in: the protocol has it so; `state` takes the
    place of the form's token."""
    if not oidc.is_on():
        raise Http404
    kept = _kept(request)
    if kept is None or not hmac.compare_digest(
        kept[0].state.encode(), request.GET.get("state", "").encode()
    ):
        why = _("Cette connexion a expiré ou ne vient pas d'ici : recommencez.")
        return _refused(request, why, is_told=False)  # any page elsewhere can ask for this one
    begun, target = kept
    try:
        known = oidc.finish(begun, request.GET.get("code", ""), _back(request))
        user = account_of(known.person)
    except oidc.OidcError:
        return _refused(request, _("L'authentification de l'établissement n'a pas été acceptée."))
    except OutsideRefusedError as error:
        return _refused(request, str(error))
    login(request, user)
    if request.session.get(FLAG) == "needed" and known.methods & set(
        settings.OIDC_SECOND_FACTOR_AMR
    ):
        request.session[FLAG] = "passed"  # asked for there
    response = redirect(target or "home")
    response.delete_cookie(_cookie())
    return response


def _kept(request: HttpRequest) -> tuple[oidc.Begun, str] | None:
    try:
        state, nonce, verifier, target = signing.loads(
            request.COOKIES.get(_cookie(), ""), salt=_SALT, max_age=oidc.COOKIE_SECONDS
        )
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return oidc.Begun(state, nonce, verifier), target


def _refused(
    request: HttpRequest, why: str, status: int = 403, *, is_told: bool = True
) -> HttpResponse:
    """`is_told`: in the journal, too."""
    if is_told:
        record("account.sign_in_refused", actor=None)
    response = render(request, "accounts/sso_refused.html", {"why": why}, status=status)
    response.delete_cookie(_cookie())
    return response


def _back(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("accounts:sso-done"))


def _cookie() -> str:
    return "__Host-sso" if settings.SESSION_COOKIE_SECURE else "sso"
