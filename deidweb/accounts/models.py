"""People, projects and who may do what in which project."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.roles import Permission, roles_with

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
        memberships = Membership.objects.filter(user=user)
        if permission is not None:
            memberships = memberships.filter(role__in=roles_with(permission))
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


class Membership(models.Model):
    """One role of one person in one project; a person may hold several."""

    class RoleChoice(models.TextChoices):
        ANNOTATOR = "annotator", _("annotateur")
        REVIEWER = "reviewer", _("relecteur")
        STEWARD = "steward", _("responsable des données")
        ADMIN = "admin", _("administrateur")
        AUDITOR = "auditor", _("auditeur")

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("rôle"), max_length=12, choices=RoleChoice.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["project", "role", "user"]
        constraints = [
            models.UniqueConstraint(fields=["user", "project", "role"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(
                    role__in=["annotator", "reviewer", "steward", "admin", "auditor"]
                ),
                name="membership_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.project_id}"
