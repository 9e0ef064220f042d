"""The two questions every view and service asks."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.roles import Permission


def permissions_in(user: User, project: Project) -> frozenset[Permission]:
    """All permissions that the person's roles give in the project."""
    own = Membership.objects.in_force().filter(user=user, project=project).order_by()
    return frozenset[Permission]().union(*(membership.permissions for membership in own))


def require(user: User, project: Project, permission: Permission) -> None:
    """Raises Http404 for a stranger to the project, PermissionDenied for a member without it."""
    _check(user, permissions_in(user, project), permission)


def _check(user: User, held: frozenset[Permission], permission: Permission) -> None:
    if not held:
        raise Http404
    if permission not in held or not user.is_active:
        raise PermissionDenied


def project_or_404(user: User, project_id: UUID, permission: Permission | None = None) -> Project:
    """The project if the person is a member of it, else 404; 403 without the permission."""
    found = project_and_permissions(user, project_id)
    if found is None:
        raise Http404
    project, held = found
    if permission is not None:
        _check(user, held, permission)
    return project


def project_and_permissions(
    user: User, project_id: UUID
) -> tuple[Project, frozenset[Permission]] | None:
    """The project and what the person's roles give there, in one query; None for a stranger.

    Asked once for each object that stands for the person, that is once a request: the view, the
    page's menu and its parts ask the same. Services ask anew (`require`).
    """
    if not user.is_authenticated:
        return None
    known = vars(user).setdefault("_projects", {})
    if project_id not in known:
        known[project_id] = _ask(user, project_id)
    return cast("tuple[Project, frozenset[Permission]] | None", known[project_id])


def held_in(user: User, project_id: UUID) -> frozenset[Permission]:
    """What a page may offer the person: `permissions_in`, asked once a request."""
    found = project_and_permissions(user, project_id)
    return found[1] if found is not None else frozenset()


def _ask(user: User, project_id: UUID) -> tuple[Project, frozenset[Permission]] | None:
    own = Membership.objects.in_force().filter(user=user, project=project_id).order_by()
    memberships = list(own.select_related("project"))
    if not memberships:
        return None
    held = (membership.permissions for membership in memberships)
    return memberships[0].project, frozenset[Permission]().union(*held)


def signed_in(request: HttpRequest | Any) -> User:
    """The request's person, for the type checker; SignInFirst has seen to the rest."""
    return cast(User, request.user)
