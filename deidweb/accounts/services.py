"""Writes about people and projects. Each is audited in its own transaction."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

# Without look-alikes (0 O 1 l I): it is read from a screen and typed once.
_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class LastAdminError(Exception):
    """A project keeps at least one administrator."""


def random_password() -> str:
    """16 characters of a 56-letter alphabet: 93 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


def create_user(
    *, username: str, full_name: str = "", actor: User | None, is_superuser: bool = False
) -> tuple[User, str]:
    """A new account and its password, which is stored nowhere in clear."""
    password = random_password()
    with transaction.atomic():
        user = User(username=username, is_superuser=is_superuser)
        user.last_name = full_name
        user.set_password(password)
        user.password_is_temporary = actor is not None
        user.save()
        record("account.created", actor=actor, target=user)
    return user, password


def change_password(*, user: User, password: str) -> None:
    """The person's own choice: from now on only they know it. Validated by the form."""
    with transaction.atomic():
        user.set_password(password)
        user.password_is_temporary = False
        user.save(update_fields=["password", "password_is_temporary"])
        record("account.password_changed", actor=user, target=user)


def create_project(*, actor: User, name: str, description: str = "") -> Project:
    """A new project, of which `actor` becomes administrator."""
    if not actor.is_superuser:
        raise PermissionDenied(_("Seul un administrateur de l'instance crée des projets."))
    with transaction.atomic():
        project = Project.objects.create(name=name, description=description, created_by=actor)
        Membership.objects.create(user=actor, project=project, role="admin")
        record("project.created", actor=actor, project=project, target=project)
    return project


@dataclass(frozen=True, slots=True)
class AddedMember:
    """`password` is set only when the account was made just now."""

    membership: Membership
    password: str | None


def add_member(
    *, actor: User, project: Project, username: str, role: str, full_name: str = ""
) -> AddedMember:
    """Gives a person a role; makes the account when the name is unknown. Idempotent."""
    require(actor, project, Permission.MANAGE_MEMBERS)
    with transaction.atomic():
        user, password = User.objects.filter(username=username).first(), None
        if user is None:
            user, password = create_user(username=username, full_name=full_name, actor=actor)
        membership, created = Membership.objects.get_or_create(
            user=user, project=project, role=role
        )
        if created:
            record("member.added", actor=actor, project=project, target=user, role=role)
    return AddedMember(membership, password)


def remove_member(*, actor: User, membership: Membership) -> None:
    """Withdraws one role; a person without any is signed out at once."""
    project = membership.project
    require(actor, project, Permission.MANAGE_MEMBERS)
    with transaction.atomic():
        others = Membership.objects.select_for_update().filter(project=project, role="admin")
        if membership.role == "admin" and others.exclude(pk=membership.pk).count() == 0:
            raise LastAdminError(_("Un projet garde au moins un administrateur."))
        user, role = membership.user, membership.role
        membership.delete()
        record("member.removed", actor=actor, project=project, target=user, role=role)
        if not user.memberships.exists() and not user.is_superuser:
            end_sessions(user)


def end_sessions(user: User) -> None:
    """Deletes all sessions of the person."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
