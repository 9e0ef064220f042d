"""Who may still come in: accounts closed and opened, roles prolonged, access in an emergency."""

from __future__ import annotations

import hmac
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Emergency, Membership, Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.accounts.services import end_sessions, role_end
from deidweb.audit.models import AuditEntry
from deidweb.audit.services import keyed, record

EMERGENCY_ROLE = "annotator"  # reads notes, and nothing leaves by it
_REASON_LETTERS = 20


class AccessRefusedError(Exception):
    """Not done; the message says why."""


def end_own_sessions(user: User) -> None:
    """Everywhere, this browser included."""
    with transaction.atomic():
        end_sessions(user)
        record("account.sessions_ended", actor=user, target=user)


def end_sessions_of(*, actor: User, user: User) -> None:
    """By an administrator of the installation."""
    _administers(actor)
    with transaction.atomic():
        end_sessions(user)
        record("account.sessions_ended", actor=actor, target=user)


def deactivate(*, actor: User, user: User) -> None:
    """The account opens nothing any more, from the next request on. Raises AccessRefusedError."""
    _administers(actor)
    if user.pk == actor.pk:
        raise AccessRefusedError(_("Une autre personne doit fermer votre compte."))
    with transaction.atomic():
        admins = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
        held = set(admins.order_by("pk").values_list("pk", flat=True))  # every row, in one order
        if user.is_superuser and not held - {user.pk}:
            raise AccessRefusedError(_("L'installation garde au moins un administrateur."))
        User.objects.filter(pk=user.pk).update(is_active=False)
        end_sessions(user)
        record("account.deactivated", actor=actor, target=user)


def reactivate(*, actor: User, user: User) -> None:
    _administers(actor)
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=True)
        record("account.reactivated", actor=actor, target=user)


def prolong(*, actor: User, membership: Membership) -> None:
    """Another year, looked at by somebody who manages the members. Raises AccessRefusedError.

    A role of one's own, one that has run out, and an access in an emergency, are not prolonged.
    """
    require(actor, membership.project, Permission.MANAGE_MEMBERS)
    if membership.user_id == actor.pk:
        raise AccessRefusedError(_("Une autre personne doit prolonger vos propres rôles."))
    if membership.reason:
        raise AccessRefusedError(_("Un accès d'urgence ne se prolonge pas : donnez un rôle."))
    with transaction.atomic():
        still = Membership.objects.in_force().filter(pk=membership.pk, reason="")
        if not still.update(expires_at=role_end()):
            raise AccessRefusedError(_("Ce rôle est terminé : donnez-le de nouveau."))
        record("member.prolonged", actor=actor, project=membership.project, target=membership.user,
               role=membership.role)  # fmt: skip


def break_glass(*, actor: User, project: Project, reason: str) -> Membership:
    """Reading in an emergency, for EMERGENCY_HOURS, by who administers the installation. Everybody who watches is told.

    Raises PermissionDenied, AccessRefusedError.
    """
    _administers(actor)
    reason = reason.strip()
    if sum(char.isalnum() for char in reason) < _REASON_LETTERS:
        raise AccessRefusedError(_("Écrivez pourquoi, en une phrase, sans nom de patient."))
    with transaction.atomic():
        own = Membership.objects.filter(user=actor, project=project, role=EMERGENCY_ROLE)
        if own.filter(reason="").in_force().exists():
            raise AccessRefusedError(_("Vous avez déjà accès aux notes de ce projet."))
        own.delete()
        emergency = Emergency.objects.create(user=actor, project=project, reason=reason[:500])
        membership = Membership.objects.create(
            user=actor, project=project, role=EMERGENCY_ROLE, reason=emergency.reason,
            expires_at=timezone.now() + timedelta(hours=settings.EMERGENCY_HOURS),
        )  # fmt: skip
        record(
            "access.emergency",
            actor=actor,
            project=project,
            target=emergency,
            hours=settings.EMERGENCY_HOURS,
            reason=_sealed(emergency.reason),
        )
    return membership


def _sealed(reason: str) -> str:
    return keyed(f"emergency:{reason}")


def reason_is_sealed(emergency: Emergency) -> bool:
    """Whether the journal holds the seal of this very reason; once its row has served its time nothing can tell."""
    rows = AuditEntry.objects.filter(
        action="access.emergency",
        object_type=emergency._meta.label_lower,
        object_id=str(emergency.pk),
    )
    entry = rows.first()
    return entry is None or hmac.compare_digest(
        str(entry.details.get("reason", "")), _sealed(emergency.reason)
    )


def altered_reasons() -> list[int]:
    """Rows of the journal whose access in an emergency says something else than it did, or nothing any more.

    What went with its project has left no text to compare.
    """
    rows = AuditEntry.objects.filter(
        action="access.emergency", object_type=Emergency._meta.label_lower
    )
    known = {str(one.pk): one.reason for one in Emergency.objects.all()}
    here = set(Project.objects.values_list("pk", flat=True))
    return [
        entry.pk
        for entry in rows.order_by("pk")
        if entry.project_ref in here
        and not hmac.compare_digest(
            str(entry.details["reason"]), _sealed(known.get(entry.object_id, ""))
        )
    ]


def prolong_from_the_server(*, project: Project, username: str, role: str) -> int:
    """When nobody is left who could prolong: by who runs the server. How many roles.

    Of roles that have run out only that of who manages the members: the others are given anew on the page, a steward's
    by two people.
    """
    with transaction.atomic():
        roles = Membership.objects.filter(
            project=project, user__username=username, role=role, reason=""
        )
        if role != "access":
            roles = roles.in_force()
        ids = list(roles.values_list("pk", flat=True))
        changed = Membership.objects.filter(pk__in=ids).update(expires_at=role_end())
        for membership in Membership.objects.filter(pk__in=ids).select_related("user"):
            record(
                "member.prolonged", actor=None, project=project, target=membership.user, role=role
            )
    return changed


def ended_roles(user: User) -> QuerySet[Membership]:
    """The person's own that have run out, and an access in an emergency for a day after its end."""
    now = timezone.now()
    told = Q(reason="") | Q(expires_at__gt=now - timedelta(days=1))
    over = user.memberships.filter(told, expires_at__lte=now, by_group=False)
    return over.select_related("project").order_by("project__name", "role")


def roles_to_review(project: Project) -> QuerySet[Membership]:
    """In force, and run out within a month."""
    soon = timezone.now() + timedelta(days=30)
    return Membership.objects.in_force().filter(project=project, reason="", expires_at__lte=soon)


def emergencies_in(project: Project) -> QuerySet[Membership]:
    """Accesses of that kind which are open now."""
    return Membership.objects.in_force().filter(project=project).exclude(reason="")


def _administers(actor: User) -> None:
    if not (actor.is_superuser and actor.is_active):
        raise PermissionDenied(_("Seul un administrateur de l'instance gère les comptes."))
