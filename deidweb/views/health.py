"""What machines ask: alive, ready, figures. Nothing about people, notes or projects."""

from __future__ import annotations

import hmac
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.views.decorators.http import require_safe

from deidweb.operations.gauges import metrics_text
from deidweb.operations.health import is_ready, probes
from deidweb.proxies import CAME_THROUGH


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """200 while the process answers; asks nothing of the database."""
    return _private(HttpResponse("ok\n", content_type="text/plain"))


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 when pages can be served, else 503; each part in one word."""
    found = probes()
    can = is_ready(found)
    words = {probe.name: probe.word for probe in found}
    return _private(JsonResponse({"ready": can, **words}, status=200 if can else 503))


def metrics(request: HttpRequest) -> HttpResponse:
    """Who may is asked before how. For who shows METRICS_TOKEN, or calls directly from METRICS_NETWORKS."""
    if not (_shows_token(request) or _is_neighbour(request)):
        refused = HttpResponse("METRICS_TOKEN\n", status=401, content_type="text/plain")
        refused["WWW-Authenticate"] = "Bearer"
        return _private(refused)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return _private(HttpResponse(metrics_text(), content_type="text/plain; version=0.0.4"))


def _shows_token(request: HttpRequest) -> bool:
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    shown = request.headers.get("Authorization", "").encode()
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(shown, wanted)


def _is_neighbour(request: HttpRequest) -> bool:
    """Not through a proxy: behind one, everybody comes from its address."""
    if request.META.get(CAME_THROUGH) or "X-Real-IP" in request.headers:
        return False
    try:
        caller = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(caller in ip_network(network) for network in settings.METRICS_NETWORKS)


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response
