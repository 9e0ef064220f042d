"""What holds for every answer: nothing private is kept, a temporary password opens nothing."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers


class PrivateResponses:
    """`Cache-Control: no-store` on every answer to a signed-in person."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, "user", None) is not None and request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            patch_vary_headers(response, ("HX-Request",))
        return response


class OwnPassword:
    """Whoever signs in with a password that somebody else has seen changes it first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = getattr(request, "user", None)
        if user is not None and getattr(user, "password_is_temporary", False):
            allowed = (
                "accounts:password-change",
                "accounts:logout",
                "set_language",
                "javascript-catalog",
            )
            if request.path not in {reverse(name) for name in allowed}:
                return redirect("accounts:password-change")
        return self.get_response(request)
