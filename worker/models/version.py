"""What every kind of version has that a project has trained."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job

if TYPE_CHECKING:
    from uuid import UUID

    from django.contrib.auth.models import AnonymousUser
    from django_stubs_ext import StrPromise

    from deidweb.accounts.models import User

V = TypeVar("V", bound="Version", covariant=True)


class VersionQuerySet(models.QuerySet[V]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.MANAGE_MODELS))

    def in_service(self, project_id: UUID) -> Self:
        """One or none."""
        return self.filter(project=project_id, state=Version.State.PROMOTED)

    def with_files(self, content_hash: str) -> Self:
        """Versions that need these files."""
        return self.filter(content_hash=content_hash).exclude(state=Version.State.DISCARDED)


class Version(models.Model):
    """Files lie in MODEL_DIR/<content_hash>."""

    class State(models.TextChoices):
        CANDIDATE = "candidate", _("à décider")
        PROMOTED = "promoted", _("en service")
        RETIRED = "retired", _("remplacé")
        DISCARDED = "discarded", _("écarté")

    KIND: ClassVar[str]  # as the journal and the addresses say it
    MAIN_FILE: ClassVar[str]
    # what a person is told whose decision comes too late, and where the files are gone
    MOVED: ClassVar[StrPromise]
    LOST: ClassVar[StrPromise]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project: Any  # each kind has a related name of its own
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    number = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CANDIDATE)
    metrics = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-number"]
