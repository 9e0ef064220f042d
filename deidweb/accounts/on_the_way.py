"""Where somebody was going when another page had to come first: a password of one's own, the second factor."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

_TARGET: Final = "on_the_way"  # in the session


def comes_first(request: HttpRequest, page: str) -> HttpResponse:
    """To `page` (its name), which leads on by `goes_on`. A fragment gets no page: it would stand inside another one."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=401)
    is_visit = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if is_visit and request.path != reverse("home"):
        request.session[_TARGET] = request.get_full_path()
    return redirect(page)


def goes_on(request: HttpRequest) -> HttpResponse:
    """To the page that was asked for."""
    return redirect(target(request))


def target(request: HttpRequest) -> str:
    """Its address, once; else that of the start page."""
    return str(request.session.pop(_TARGET, None) or reverse("home"))
