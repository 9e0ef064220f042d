"""How long a session lasts: SESSION_IDLE_SECONDS without a person's act, SESSION_COOKIE_AGE in all.

The moment of the last act travels in a signed cookie of its own, bound to the session, so that reading a page writes nothing.
What a page fetches by itself (progress that polls) is no act; the sign of life of an open note is one, because it is sent
only while somebody moves (static/js/activity.js).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import signed_in
from deidweb.audit.services import record

BEGAN: Final = "began"  # in the session
_SALT: Final = "deidweb.accounts.seen"
_CLOCKS_DIFFER_SECONDS: Final = 60.0  # of two servers behind one address


class SessionLimits:
    """After AuthenticationMiddleware, before SignInFirst: an old session is none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and _is_over(request):
            _end(request)
        response = self.get_response(request)
        if request.user.is_authenticated and request.session.session_key and _is_act(request):
            _mark(request, response)
        return response


class SignInFirst(LoginRequiredMiddleware):
    """A form that a session's end has caught leads back to its page, not to where it was sent: that takes no visit. A fragment
    gets no page: the sign-in page would stand inside another one."""

    def handle_no_permission(  # type: ignore[override] # Django's stub knows of redirects alone
        self, request: HttpRequest, view_func: Any
    ) -> HttpResponseBase:
        if "HX-Request" in request.headers:
            return HttpResponse(status=401)
        is_page = "text/html" in request.headers.get("Accept", "")
        if request.method in ("GET", "HEAD") or not is_page:
            answer = super().handle_no_permission(request, view_func)
            if is_page and request.COOKIES.get(_cookie()):  # somebody was signed in here
                messages.warning(request, _("Votre session est terminée : reconnectez-vous."))
                forget(answer)  # told once
            return answer
        messages.warning(
            request,
            _(
                "Votre session est terminée : ce que vous veniez d'envoyer n'est pas enregistré. Reconnectez-vous pour revenir à la page."
            ),
        )
        return redirect_to_login(_sent_from(request))


def _sent_from(request: HttpRequest) -> str:
    """The page of our own that held the form; "/" when the browser does not tell."""
    page = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return "/"
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@receiver(user_logged_in)
def _begin(request: HttpRequest | None, **_kwargs: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[BEGAN] = _now()


def _is_over(request: HttpRequest) -> bool:
    """A session that nobody has dated is from before this rule: over as well. And so is one from a time to come: the clock
    was set back, and it would last that much longer."""
    now, began = _now(), float(request.session.get(BEGAN, 0))
    last = max(began, _last_act(request))
    return (
        now - began > settings.SESSION_COOKIE_AGE
        or now - last > settings.SESSION_IDLE_SECONDS
        or last - now > _CLOCKS_DIFFER_SECONDS
    )


def forget(response: HttpResponse) -> None:
    """That somebody was signed in here: signing out is no surprise."""
    response.delete_cookie(_cookie())


def seconds_left(request: HttpRequest) -> int:
    """How long this session lasts at most if nobody does anything from now on."""
    in_all = settings.SESSION_COOKIE_AGE - (_now() - float(request.session.get(BEGAN, 0)))
    return max(0, int(min(in_all, settings.SESSION_IDLE_SECONDS)))


def _end(request: HttpRequest) -> None:
    """As signing out, by the clock."""
    user: User = signed_in(request)
    request.session.flush()
    request.user = AnonymousUser()
    record("account.session_expired", actor=user, target=user)


def _is_act(request: HttpRequest) -> bool:
    """A page that a browser opened, a form or a gesture that was sent; not what a page fetches by itself."""
    if request.method not in ("GET", "HEAD"):
        return True
    return "HX-Request" not in request.headers and "text/html" in request.headers.get("Accept", "")


def _last_act(request: HttpRequest) -> float:
    try:
        session, moment = signing.loads(request.COOKIES.get(_cookie(), ""), salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return 0.0
    return float(moment) if session == _name(request) else 0.0


def _mark(request: HttpRequest, response: HttpResponse) -> None:
    response.set_cookie(
        _cookie(),
        signing.dumps([_name(request), int(_now())], salt=_SALT),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _name(request: HttpRequest) -> str:
    """The session, without its key: a cookie that is copied opens nothing."""
    return hashlib.sha256(f"{_SALT}{request.session.session_key}".encode()).hexdigest()[:16]


def _now() -> float:
    return time.time()


def _cookie() -> str:
    return "__Host-seen" if settings.SESSION_COOKIE_SECURE else "seen"
