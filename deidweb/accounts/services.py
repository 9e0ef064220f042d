"""Writes about people and projects. Each is audited in its own transaction."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.apartness import are_apart
from deidweb.accounts.models import (
    Handover,
    Membership,
    OutsideIdentity,
    Project,
    RoleProposal,
    User,
)
from deidweb.accounts.passwords import MIN_BITS, bits_of, own_words
from deidweb.accounts.permissions import permissions_in, require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

# Without look-alikes (0 O 1 l I): it is read from a screen and typed once.
_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class LastAdminError(Exception):
    """A project keeps at least one person who manages its members."""


class SamePasswordError(ValueError):
    """The new password is the old one."""


class NotRenewedError(Exception):
    """Another person gives this account a new password; the message says who."""


class NotApartError(Exception):
    """The person who would confirm is not another than the one who proposed."""


def random_password(user: User | None = None) -> str:
    """16 characters of a 56-letter alphabet: 93 bits. Drawn again where chance makes what would be refused from a person."""
    own = own_words(user)
    while (
        bits_of(password := "".join(secrets.choice(_ALPHABET) for _ in range(16)), own) < MIN_BITS
    ):
        continue
    return password


def create_user(
    *, username: str, full_name: str = "", actor: User | None, is_superuser: bool = False
) -> tuple[User, str]:
    """A new account and its password, which is stored nowhere in clear."""
    user = User(username=username, last_name=full_name, is_superuser=is_superuser)
    password = random_password(user)
    with transaction.atomic():
        user.set_password(password)
        user.password_is_temporary = actor is not None
        user.save()
        if actor is not None:
            Handover.objects.create(user=user, by=actor)
        record("account.created", actor=actor, target=user)
    return user, password


def renew_password(*, actor: User, project: Project, user: User) -> str:
    """A temporary password for a member who has forgotten his; the account has been in the actor's hands from then on.

    Nobody gets by it what he could not give to an account that he makes: raises NotRenewedError for who decides what
    leaves, administers the installation, or works in a project whose members the actor does not manage.
    """
    require(actor, project, Permission.MANAGE_MEMBERS)
    if user == actor:
        raise NotRenewedError(
            _("Changez vous-même votre mot de passe, sur la page de votre compte.")
        )
    if not user.has_usable_password():
        raise NotRenewedError(_("Le mot de passe de ce compte est celui de l'établissement."))
    held = Membership.objects.in_force().filter(user=user)
    managed = Project.objects.visible_to(actor, Permission.MANAGE_MEMBERS)
    if user.is_superuser or held.filter(role="steward").exists() or held.exclude(project__in=managed).exists():  # fmt: skip
        raise NotRenewedError(
            _(
                "Ce compte décide de ce qui sort, administre l'installation ou travaille dans un projet que vous ne gérez "
                "pas : son mot de passe se renouvelle sur le serveur (manage.py renew_password)."
            )
        )
    with transaction.atomic():
        Handover.objects.get_or_create(user=user, by=actor)
        return _renewed(user, actor=actor, project=project)


@transaction.atomic
def renew_password_from_the_server(user: User) -> str:
    """By who runs the server, for whom nobody else may."""
    return _renewed(user, actor=None, project=None)


def _renewed(user: User, *, actor: User | None, project: Project | None) -> str:
    password = random_password(user)
    user.set_password(password)
    user.password_is_temporary = True
    user.save(update_fields=["password", "password_is_temporary"])
    end_sessions(user)
    record("account.password_renewed", actor=actor, project=project, target=user)
    return password


def change_password(*, user: User, password: str) -> None:
    """The person's own choice: from now on only they know it. Validated by the form. Raises SamePasswordError."""
    if user.check_password(password):
        raise SamePasswordError
    with transaction.atomic():
        user.set_password(password)
        user.password_is_temporary = False
        user.save(update_fields=["password", "password_is_temporary"])
        record("account.password_changed", actor=user, target=user)


def create_project(*, actor: User, name: str, description: str = "") -> Project:
    """A new project, of which `actor` becomes administrator and manager of its members."""
    if not actor.is_superuser:
        raise PermissionDenied(_("Seul un administrateur de l'instance crée des projets."))
    with transaction.atomic():
        project = Project.objects.create(name=name, description=description, created_by=actor)
        for role in ("admin", "access"):
            Membership.objects.create(user=actor, project=project, role=role, expires_at=role_end())
        record("project.created", actor=actor, project=project, target=project)
    return project


@dataclass(frozen=True, slots=True)
class AddedMember:
    """`password` is set only when the account was made just now; `is_proposed`: a second person must confirm the role."""

    user: User
    password: str | None
    is_proposed: bool = False


def add_member(
    *, actor: User, project: Project, username: str, role: str, full_name: str = ""
) -> AddedMember:
    """Gives a person a role; makes the account when the name is unknown. Idempotent.

    A role that needs two people is only proposed (`needs_second`).
    """
    require(actor, project, Permission.MANAGE_MEMBERS)
    with transaction.atomic():
        user, password = User.objects.filter(username=username).first(), None
        if user is None:
            user, password = create_user(username=username, full_name=full_name, actor=actor)
        if needs_second(actor, user, role):
            return AddedMember(user, password, _propose(actor, project, user, role))
        _add_role(actor, project, user, role)
    return AddedMember(user, password)


def role_end() -> datetime:
    """When a role that is given or prolonged today runs out."""
    return timezone.now() + timedelta(days=settings.ROLE_DAYS)


def needs_second(actor: User, user: User, role: str) -> bool:
    """Who signs exports, and what somebody gives himself, is decided by two."""
    return role == "steward" or user == actor


def _propose(actor: User, project: Project, user: User, role: str) -> bool:
    """False when the person holds the role already."""
    own = Membership.objects.in_force().filter(user=user, project=project, role=role)
    if own.filter(reason="").exists():
        return False
    for stale in RoleProposal.objects.filter(user=user, project=project, role=role):
        if not _still_manages(stale):
            stale.delete()
    _proposal, created = RoleProposal.objects.get_or_create(
        user=user, project=project, role=role, defaults={"proposed_by": actor}
    )
    if created:
        record("member.proposed", actor=actor, project=project, target=user, role=role)
    return True


def _add_role(actor: User, project: Project, user: User, role: str) -> None:
    """For a year; one that has run out, or was an access in an emergency, is given anew."""
    own = Membership.objects.filter(user=user, project=project, role=role)
    own.filter(Q(expires_at__lte=timezone.now()) | ~Q(reason="")).delete()
    _membership, created = Membership.objects.get_or_create(
        user=user, project=project, role=role, defaults={"expires_at": role_end()}
    )
    if created:
        record("member.added", actor=actor, project=project, target=user, role=role)


def confirm_role(*, actor: User, proposal: RoleProposal) -> None:
    """A second person agrees: the role counts from now on.

    Raises NotApartError, recorded, for the proposer, the person himself, and whoever shares their hands: an
    account that the proposer has made is the proposer.
    """
    project = proposal.project
    require(actor, project, Permission.MANAGE_MEMBERS)
    if (
        actor == proposal.user
        or not are_apart(actor, proposal.proposed_by)
        or not _still_manages(proposal)
    ):
        record("member.confirmation_refused", actor=actor, project=project, target=proposal.user)
        raise NotApartError(
            _(
                "Ce rôle se donne à deux : une autre personne doit confirmer, dont le compte n'a été créé ni par vous "
                "ni par qui a créé le vôtre, et qui a proposé le rôle doit gérer encore les membres."
            )
        )
    with transaction.atomic():
        deleted, _rows = RoleProposal.objects.filter(pk=proposal.pk).delete()
        if deleted:
            record(
                "member.confirmed",
                actor=actor,
                project=project,
                target=proposal.user,
                role=proposal.role,
            )
            _add_role(actor, project, proposal.user, proposal.role)


def _still_manages(proposal: RoleProposal) -> bool:
    """A proposal does not outlive the right to make it: else one person alone would give the role."""
    held = permissions_in(proposal.proposed_by, proposal.project)
    return proposal.proposed_by.is_active and Permission.MANAGE_MEMBERS in held


def withdraw_proposal(*, actor: User, proposal: RoleProposal) -> None:
    """The role is not given after all."""
    require(actor, proposal.project, Permission.MANAGE_MEMBERS)
    with transaction.atomic():
        deleted, _rows = RoleProposal.objects.filter(pk=proposal.pk).delete()
        if deleted:
            record(
                "member.proposal_withdrawn",
                actor=actor,
                project=proposal.project,
                target=proposal.user,
                role=proposal.role,
            )


def remove_member(*, actor: User, membership: Membership) -> None:
    """Withdraws one role; a person without any is signed out at once."""
    project = membership.project
    require(actor, project, Permission.MANAGE_MEMBERS)
    with transaction.atomic():
        if membership.role == "access" and not _others_with_access(membership):
            raise LastAdminError(_("Un projet garde au moins un gestionnaire des accès."))
        user, role = membership.user, membership.role
        if membership.is_withdrawn:
            return
        if _a_group_may_give(membership):  # run out, not gone: else it comes back at once
            row = Membership.objects.filter(pk=membership.pk)
            row.update(by_group=True, expires_at=timezone.now())
        else:
            membership.delete()
        record("member.removed", actor=actor, project=project, target=user, role=role)
        if not user.memberships.in_force().exists() and not user.is_superuser:
            end_sessions(user)


def _a_group_may_give(membership: Membership) -> bool:
    """Also a role that a person has given, in place of a group's that was taken away before."""
    given = {(one.project, one.role) for one in settings.GROUP_ROLES}
    return membership.by_group or (
        (membership.project_id, membership.role) in given
        and OutsideIdentity.objects.filter(user=membership.user_id).exists()
    )


def _others_with_access(membership: Membership) -> set[int]:
    """All rows of the role are locked, not counted: two who remove one another come one after the other."""
    rows = Membership.objects.in_force().select_for_update(of=("self",))
    rows = rows.filter(project=membership.project_id, role="access", user__is_active=True)
    held = set(rows.order_by("pk").values_list("pk", flat=True))
    return held - {membership.pk}


def end_sessions(user: User) -> None:
    """Deletes all sessions of the person."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
