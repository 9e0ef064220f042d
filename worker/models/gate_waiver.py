"""A model that the gate refuses and that two people want all the same."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from worker.models.model_version import ModelVersion


class GateWaiver(models.Model):
    """One person asks and says why, another decides. `shipped_hash` is the shipped model of that day and
    `failed` the questions of the gate that were answered with no."""

    class State(models.TextChoices):
        ASKED = "asked", _("demandée")
        GRANTED = "granted", _("accordée")
        REFUSED = "refused", _("refusée")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="waivers")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    reason = models.TextField()
    failed = models.JSONField(default=list)
    shipped_hash = models.CharField(max_length=64)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["version"], condition=models.Q(state="asked"), name="one_open_waiver"
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by__isnull=True)
                | ~models.Q(decided_by=models.F("asked_by")),
                name="waiver_takes_two_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} {self.state}"
