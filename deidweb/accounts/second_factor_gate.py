"""A password alone opens nothing but the page that asks for the code, where a code is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.on_the_way import comes_first
from deidweb.accounts.second_factor import has_factor, is_required

FLAG: Final = (
    "second_factor"  # in the session: "needed", then "passed"; nothing where none is asked for
)
SHOWN_AT: Final = "factor_shown_at"  # in the session: when the password or a factor was shown last
_RECENT_SECONDS: Final = 300
# each asks for itself what may be done before the second factor
_OPEN: Final = (
    "accounts:second-factor",
    "accounts:key-options",
    "accounts:key-add",
    "accounts:key-check",
    "accounts:logout",
    "set_language",
    "javascript-catalog",
)


def may_change_factors(request: HttpRequest, user: User) -> bool:
    """An open session alone adds and removes none: who has a factor has shown it within five minutes, who has none
    has signed in within five minutes, or is setting up the one that is asked for."""
    if request.session.get(FLAG) == "needed":
        return not has_factor(user)
    return time.time() - float(request.session.get(SHOWN_AT, 0)) < _RECENT_SECONDS


class SecondFactorGate:
    """Decided at sign-in and kept in the session: a request asks the database nothing more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            request.user.is_authenticated
            and request.session.get(FLAG) == "needed"
            # a password of one's own comes first: that page opens nothing else, either
            and not request.user.password_is_temporary
            and request.path not in {reverse(name) for name in _OPEN}
        ):
            if request.path.startswith("/api/"):
                return JsonResponse(
                    {"error": _("Un code est demandé : reconnectez-vous.")}, status=401
                )
            return comes_first(request, "accounts:second-factor")
        return self.get_response(request)


@receiver(user_logged_in)
def _decide(request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session.pop(FLAG, None)
        request.session[SHOWN_AT] = time.time()
        if has_factor(user) or is_required(user):
            request.session[FLAG] = "needed"
