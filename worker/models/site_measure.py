"""How well the engine in service reads this site's notes: when somebody asks, and by itself on recent ones."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from annotation.models import Document
from deidweb.accounts.models import Project
from deidweb.jobs.models import Job


class SiteMeasure(models.Model):
    """`result` is `worker.training.evaluation.evaluation` of notes that taught this engine nothing. Where `is_recent`,
    of the newest ones, with "then" and "falls" beside (`worker.training.recheck`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="site_measures")
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    is_recent = models.BooleanField(default=False)
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
        indexes = [
            models.Index(fields=["project", "is_recent", "-created_at"], name="site_measure_series")
        ]

    def __str__(self) -> str:
        return str(self.id)


class MeasuredNote(models.Model):
    """How the engine read one of the notes: `worker.training.judged.JudgedNote.to_json`. Counts and places, no text."""

    measure = models.ForeignKey(SiteMeasure, on_delete=models.CASCADE, related_name="notes")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    judged = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["measure", "document"], name="measured_note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.measure_id} {self.document_id}"
