"""Versions of the ICD-10 coder that a project has trained on its accepted codes."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from icdcoder.models import CodeSnapshot

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class CoderVersionQuerySet(models.QuerySet["CoderVersion"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.MANAGE_MODELS))


class CoderVersion(models.Model):
    """Files lie in MODEL_DIR/<content_hash>; `metrics` compares the dictionary alone with dictionary and network.

    {"before": {"precision", "recall", "f1"}, "after": the same, "epochs": n}, on stays that taught nothing.
    """

    class State(models.TextChoices):
        CANDIDATE = "candidate", _("à décider")
        PROMOTED = "promoted", _("en service")
        RETIRED = "retired", _("remplacé")
        DISCARDED = "discarded", _("écarté")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="coders")
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    snapshot = models.ForeignKey(CodeSnapshot, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CANDIDATE)
    train_stays = models.PositiveIntegerField()
    test_stays = models.PositiveIntegerField()
    codes = models.PositiveIntegerField()
    metrics = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    objects = CoderVersionQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="coder_number_once"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(state="promoted"),
                name="one_promoted_coder_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"coder {self.number}"
