"""The two questions every view and service asks."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.roles import ROLE_PERMISSIONS, Permission, Role


def permissions_in(user: User, project: Project) -> frozenset[Permission]:
    """All permissions that the person's roles give in the project."""
    roles = Membership.objects.filter(user=user, project=project).values_list("role", flat=True)
    return frozenset[Permission]().union(*(ROLE_PERMISSIONS[Role(role)] for role in roles))


def require(user: User, project: Project, permission: Permission) -> None:
    """Raises Http404 for a stranger to the project, PermissionDenied for a member without it."""
    held = permissions_in(user, project)
    if not held:
        raise Http404
    if permission not in held or not user.is_active:
        raise PermissionDenied(_("Votre rôle ne permet pas cette action."))


def project_or_404(user: User, project_id: UUID, permission: Permission | None = None) -> Project:
    """The project if the person is a member of it, else 404; 403 without the permission."""
    project = Project.objects.visible_to(user).filter(pk=project_id).first()
    if project is None:
        raise Http404
    if permission is not None:
        require(user, project, permission)
    return project


def signed_in(request: HttpRequest | Any) -> User:
    """The request's person, for the type checker; LoginRequiredMiddleware has seen to the rest."""
    return cast(User, request.user)
