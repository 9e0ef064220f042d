"""Versions of the detection model that a project has trained."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class ModelVersionQuerySet(models.QuerySet["ModelVersion"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.MANAGE_MODELS))


class ModelVersion(models.Model):
    """Files lie in MODEL_DIR/<content_hash>; `metrics` compares both engines on the same notes."""

    class State(models.TextChoices):
        CANDIDATE = "candidate", _("à décider")
        PROMOTED = "promoted", _("en service")
        RETIRED = "retired", _("remplacé")
        DISCARDED = "discarded", _("écarté")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="models")
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, default="encoder")
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CANDIDATE)
    train_notes = models.PositiveIntegerField()
    test_notes = models.PositiveIntegerField()
    metrics = models.JSONField(default=dict)  # {"before": {...}, "after": {...}}
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    objects = ModelVersionQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="model_number_once"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(state="promoted"),
                name="one_promoted_model_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
