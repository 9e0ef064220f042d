"""What gives power over notes is asked again of who sits there: an open session alone opens no door to somebody else."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from deidweb.accounts.second_factor_gate import SHOWN_AT
from deidweb.accounts.signed import SignedForm
from deidweb.accounts.throttle import is_throttled

# in the session; apart from SHOWN_AT: a password alone changes no second factor
_SIGNED_AT: Final = "password_shown_at"
_RECENT_SECONDS: Final = 300
_OWN_FIELDS: Final = ("password", "csrfmiddlewaretoken")

_View = Callable[..., HttpResponse]


def asked_again(view: _View) -> _View:
    """A POST whose sender has shown neither password nor factor for five minutes is answered by a page that asks for the
    password and sends the same form again.

    ``@asked_again`` above a view that gives a role
    """

    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST" or _is_recent(request):
            return view(request, *args, **kwargs)
        form = SignedForm(request, request.POST if "password" in request.POST else None)
        if form.is_valid():
            request.session[_SIGNED_AT] = time.time()
            return view(request, *args, **kwargs)
        fields = [
            (name, value)
            for name, values in request.POST.lists()
            if name not in _OWN_FIELDS
            for value in values
        ]
        context = {"form": form, "fields": fields}
        status = 429 if is_throttled(request) else 403
        return render(request, "accounts/asked_again.html", context, status=status)

    return asking


def _is_recent(request: HttpRequest) -> bool:
    shown = max(float(request.session.get(name, 0)) for name in (SHOWN_AT, _SIGNED_AT))
    return time.time() - shown < _RECENT_SECONDS
