"""People, projects and who may do what in which project."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.roles import EMERGENCY, Permission, Role, permissions_of, roles_with

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


class User(AbstractUser):
    """A person. A superuser creates projects; without a membership he reads no note."""

    # Somebody else has seen the password: it opens nothing but the page that changes it.
    password_is_temporary = models.BooleanField(default=False)

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.username


class ProjectQuerySet(models.QuerySet["Project"]):
    def visible_to(self, user: User | AnonymousUser, permission: Permission | None = None) -> Self:
        """Projects of which `user` is an active member (holding `permission` when given)."""
        if not user.is_authenticated:
            return self.none()
        memberships = Membership.objects.in_force().filter(user=user)
        if permission is not None:
            memberships = memberships.with_permission(permission)
        return self.filter(pk__in=memberships.values("project"))


class Project(models.Model):
    """A sealed space: no query crosses it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("nom"), max_length=120, unique=True)
    description = models.TextField(_("description"), blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class MembershipQuerySet(models.QuerySet["Membership"]):
    def in_force(self) -> Self:
        """Without those that have run out."""
        unending = models.Q(expires_at__isnull=True)
        return self.filter(unending | models.Q(expires_at__gt=timezone.now()))

    def with_permission(self, permission: Permission) -> Self:
        found = self.filter(role__in=roles_with(permission))
        return found if permission in EMERGENCY else found.filter(reason="")


class Membership(models.Model):
    """One role of one person in one project; a person may hold several."""

    class RoleChoice(models.TextChoices):
        ANNOTATOR = "annotator", _("annotateur")
        REVIEWER = "reviewer", _("relecteur")
        STEWARD = "steward", _("responsable des données")
        ADMIN = "admin", _("administrateur")
        AUDITOR = "auditor", _("auditeur")
        ACCESS = "access", _("gestionnaire des accès")

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("rôle"), max_length=12, choices=RoleChoice.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    # after this it counts for nothing; prolonged at the yearly review
    expires_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)  # of an access in an emergency
    by_group = models.BooleanField(default=False)  # given by a group of the identity provider

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["project", "role", "user"]
        constraints = [
            models.UniqueConstraint(fields=["user", "project", "role"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(
                    role__in=["annotator", "reviewer", "steward", "admin", "auditor", "access"]
                ),
                name="membership_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.project_id}"

    @property
    def permissions(self) -> frozenset[Permission]:
        return EMERGENCY if self.reason else permissions_of(Role(self.role))

    @property
    def is_over(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def is_withdrawn(self) -> bool:
        """Given by a group and over: kept, so that the group does not give it anew."""
        return self.by_group and self.is_over

    @property
    def ends_soon(self) -> bool:
        """Within a month: the review asks."""
        soon = timezone.now() + timedelta(days=30)
        return self.expires_at is not None and self.expires_at <= soon


class Emergency(models.Model):
    """An access in an emergency was opened: the reason as it was written. The journal's row seals it by a keyed digest
    (no text goes into the journal), and this row outlives the membership."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="emergencies")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.project_id}"


class Handover(models.Model):
    """`by` has chosen or seen a password of `user`: made the account, or reset its password. Never forgotten."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="handovers")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "by"], name="handover_once")]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.user_id}"


class RoleProposal(models.Model):
    """A role that counts only once a second person has confirmed it; it is then a Membership and this row is gone."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="role_proposals")
    role = models.CharField(_("rôle"), max_length=12, choices=Membership.RoleChoice.choices)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["project", "created_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "project", "role"], name="proposal_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.project_id}"


class PasswordTry(models.Model):
    """A password that was refused, or is being looked at: kept for a day, without the name that was typed."""

    name = models.CharField(max_length=64)  # keyed digest of the account's name
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(
        max_length=32, blank=True
    )  # known from an earlier sign-in to this account
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["name", "at"], name="password_try_name"),
            models.Index(fields=["address", "at"], name="password_try_address"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class SecondFactor(models.Model):
    """A time-based code (RFC 6238). `secret` is sealed with a key of the installation; not `confirmed_at` yet: not asked for."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="second_factor"
    )
    secret = models.TextField()
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=-1)  # a code counts once
    failures = models.PositiveSmallIntegerField(default=0)
    closed_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.user_id)


class SecurityKey(models.Model):
    """A security key or passkey (WebAuthn). The public half only; `sign_count` tells copies apart where a key counts."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="security_keys")
    name = models.CharField(_("nom"), max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True)  # base64url
    public_key = models.TextField()
    sign_count = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return str(self.pk)


class OutsideIdentity(models.Model):
    """Who a person is at the hospital's identity provider (`source`: its address) or in its directory ("ldap")."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="outside_identities")
    source = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "subject"], name="outside_identity_once")
        ]

    def __str__(self) -> str:
        return str(self.pk)


class RecoveryCode(models.Model):
    """In place of a code when the telephone is lost; once, and kept as a keyed digest only."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_once")
        ]

    def __str__(self) -> str:
        return str(self.user_id)
