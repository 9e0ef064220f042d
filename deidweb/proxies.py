"""What a proxy says of the visitor, believed from the proxies that TRUSTED_PROXIES names and from nobody else."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_SAID = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_FORWARDED",
)
# in request.META: whether somebody, known or not, has handed the request on
CAME_THROUGH = "deidweb.came_through"
Address = IPv4Address | IPv6Address


class TrustedProxies:
    """Writes the visitor's own address into REMOTE_ADDR, or removes what was said by somebody unknown.

    Without it everybody behind a proxy has one address: who mistypes his password locks all others out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sender = _address(request.META.get("REMOTE_ADDR", ""))
        request.META[CAME_THROUGH] = any(name in request.META for name in _SAID)
        if sender is not None and _is_proxy(sender):
            request.META["REMOTE_ADDR"] = str(
                visitor(sender, request.META.get("HTTP_X_FORWARDED_FOR", ""))
            )
        else:
            for name in _SAID:
                request.META.pop(name, None)
        return self.get_response(request)


def visitor(sender: Address, said: str) -> Address:
    """The last address that is no proxy of ours: what stands before it was written by the visitor himself.

    With 10.0.0.0/8 trusted: sender 10.0.0.2, said "6.6.6.6, 192.0.2.7, 10.0.0.3" → 192.0.2.7
    """
    nearest = sender
    for part in reversed(said.split(",")):
        address = _address(part.strip())
        if address is None:
            break
        nearest = address
        if not _is_proxy(address):
            break
    return nearest


def _is_proxy(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)


def _address(text: str) -> Address | None:
    """An IPv6 address that stands for an IPv4 one is that one."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
