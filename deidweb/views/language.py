"""The language of the pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from django.views.i18n import set_language


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's view, which leads back to the page it was asked from: to a page of ours, whatever the Host header says."""
    fields = request.POST.copy()
    fields["next"] = _page(fields.get("next", "")) or _page(_path(request)) or "/"
    request.POST = fields  # type: ignore[assignment] # Django's stub wants the immutable one
    return set_language(request)


def _page(url: str) -> str:
    """The address if it is one without a host, else ""."""
    is_inside = url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
    return url if is_inside else ""


def _path(request: HttpRequest) -> str:
    """Path and query of the page that the form stood on; "" when another site sent it."""
    try:
        referrer = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""
    if referrer.netloc != request.get_host():
        return ""
    return f"{referrer.path}?{referrer.query}" if referrer.query else referrer.path
