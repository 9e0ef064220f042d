"""A study: one recipient, one purpose, one key."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class StudyQuerySet(models.QuerySet["Study"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.SEE_EXPORTS))


class Study(models.Model):
    """Its 256-bit keys lie outside the database (`privacy.services.keep_keys`); `key_version` is the one in force."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="studies")
    name = models.CharField(_("nom"), max_length=120)
    recipient = models.CharField(_("destinataire"), max_length=200)
    purpose = models.TextField(_("finalité"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    key_version = models.PositiveIntegerField(default=1)
    rotated_at = models.DateTimeField(null=True)
    destroyed_at = models.DateTimeField(null=True)  # irreversible: no further export, no rebuild

    objects = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="study_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_destroyed(self) -> bool:
        return self.destroyed_at is not None
