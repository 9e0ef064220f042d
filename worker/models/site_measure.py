"""How well the engine in service reads this site's notes."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from deidweb.accounts.models import Project


class SiteMeasure(models.Model):
    """`result` is `worker.training.evaluation.evaluation` of notes that taught this engine nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="site_measures")
    engine = models.CharField(max_length=120)
    content_hash = models.CharField(max_length=64, blank=True)  # "" for the shipped model
    note_count = models.PositiveIntegerField()
    result = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["project", "-created_at"], name="site_measure_newest")]

    def __str__(self) -> str:
        return str(self.id)
