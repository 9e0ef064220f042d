"""One click per role, in the demonstration alone.

Whoever reaches the page is let in without a password: so it holds on the machine itself (`is_on_this_machine`), in an
installation that the setting allows (`serve` sets it when it loads the demo; production never reads it), and only as
long as nothing but the demonstration is in there: one project and its accounts, none of which a person has made.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from deidweb.accounts.models import Membership, Project, User
from deidweb.audit.models import AuditEntry
from deidweb.proxies import CAME_THROUGH

PROJECT_NAME: Final = "Démonstration"
# what a proxy leaves in a request: behind one, everybody seems to come from this machine
_OF_PROXIES: Final = (
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
    "Forwarded",
    "Via",
)
_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Who is signed in by one click."""

    role: str
    title: str
    name: str


def demo_people(request: HttpRequest) -> list[DemoPerson]:
    """One a role, in the order of the roles, nobody twice; none outside the demonstration."""
    if not (settings.DEMO_SIGN_IN and is_on_this_machine(request)):
        return []
    project = _only_the_demo()
    if project is None:
        return []
    found: dict[str, DemoPerson] = {}
    members = Membership.objects.in_force().filter(project=project, user__is_active=True)
    seen: set[int] = set()
    for one in members.select_related("user").order_by("pk"):
        if one.role not in found and one.user_id not in seen:
            seen.add(one.user_id)
            name = one.user.display_name
            found[one.role] = DemoPerson(one.role, str(one.get_role_display()), name)
    return [found[role] for role in Membership.RoleChoice.values if role in found]


def demo_user(request: HttpRequest, role: str) -> User | None:
    """The account that a click on the role signs in; None outside the demonstration, or for no such role."""
    if role not in {person.role for person in demo_people(request)} or not is_own_page(request):
        return None
    members = Membership.objects.in_force().filter(project__name=PROJECT_NAME, role=role)
    first = members.filter(user__is_active=True).select_related("user").order_by("pk").first()
    return first.user if first else None


def is_on_this_machine(request: HttpRequest) -> bool:
    """True for a browser on the server's own machine, with no proxy between that says so.

    A proxy that says nothing speaks HTTP/1.0 or hands on the name that the browser asked for.
    """
    # the middleware has taken away what a proxy said that nobody has named, and keeps that it was said
    if request.META.get(CAME_THROUGH) or any(name in request.headers for name in _OF_PROXIES):
        return False
    if request.META.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return False
    if urlsplit(f"//{request.get_host()}").hostname not in _LOCAL_NAMES:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def is_own_page(request: HttpRequest) -> bool:
    """True when the form was sent by a page of this very address: behind a proxy that hides itself, browsers tell the
    other name."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _only_the_demo() -> Project | None:
    """The demonstration's project, if it is all that there is."""
    projects = list(Project.objects.all()[:2])
    if (
        len(projects) != 1
        or projects[0].name != PROJECT_NAME
        or projects[0].created_by_id is not None
    ):
        return None
    if User.objects.exclude(memberships__project=projects[0]).exists():
        return None
    made_by_somebody = AuditEntry.objects.filter(action="account.created", actor__isnull=False)
    return None if made_by_somebody.exists() else projects[0]
