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
    """Who is signed in by one click. `key` is what the button sends: the role, or for the second person of a role
    (`is_second`) the role and the account: "admin:adjoint"."""

    key: str
    role: str
    title: str
    name: str
    user: User
    is_second: bool = False


def demo_people(request: HttpRequest) -> list[DemoPerson]:
    """One a role, in the order of the roles, then the second ones; nobody twice; none outside the demonstration."""
    if not (settings.DEMO_SIGN_IN and is_on_this_machine(request)):
        return []
    project = _only_the_demo()
    if project is None:
        return []
    in_force = Membership.objects.in_force().filter(project=project, user__is_active=True)
    members = list(in_force.select_related("user").order_by("pk"))
    first: dict[str, Membership] = {}
    for one in members:
        if one.role not in first and one.user_id not in {other.user_id for other in first.values()}:
            first[one.role] = one
    seen = {one.user_id for one in first.values()}
    second = {one.user_id: one for one in reversed(members) if one.user_id not in seen}
    shown = [first[role] for role in Membership.RoleChoice.values if role in first]
    return [_person(one, one.role) for one in shown] + [
        _person(one, f"{one.role}:{one.user.username}") for one in reversed(second.values())
    ]


def _person(member: Membership, key: str) -> DemoPerson:
    title, name = str(member.get_role_display()), member.user.display_name
    return DemoPerson(key, member.role, title, name, member.user, is_second=key != member.role)


def demo_user(request: HttpRequest, key: str) -> User | None:
    """The account that a click signs in; None outside the demonstration, or for no such button."""
    if not is_own_page(request):
        return None
    return next((one.user for one in demo_people(request) if one.key == key), None)


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
