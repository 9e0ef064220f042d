"""Public tables of features of the communes, as the steward brought them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class FeatureFileQuerySet(models.QuerySet["FeatureFile"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.SEE_EXPORTS))

    def in_use(self) -> Self:
        """Those that a place policy may name."""
        return self.filter(retired_at=None)

    def listed(self) -> Self:
        """Without the bytes, which no page shows."""
        return self.defer("content").select_related("created_by", "retired_by")


class FeatureFile(models.Model):
    """One CSV file, never changed: exports of long ago may have to be built again from it.

    `content` is the CSV compressed by gzip, `sha256` that of the CSV itself.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="feature_files")
    name = models.CharField(_("nom"), max_length=80)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveIntegerField()
    content = models.BinaryField()
    key = models.CharField(max_length=80)  # column of the codes
    by_department = models.BooleanField()
    # [{"name", "known", "low", "median", "high"}]: communes with a value, quartiles over these
    columns = models.JSONField(default=list, blank=True)
    # column that is not all numbers → first such line
    left_out = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    retired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    retired_at = models.DateTimeField(null=True)

    objects = FeatureFileQuerySet.as_manager()

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="feature_file_name_once"),
            models.UniqueConstraint(
                fields=["project", "sha256"],
                condition=Q(retired_at__isnull=True),
                name="feature_file_content_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_retired(self) -> bool:
        return self.retired_at is not None
