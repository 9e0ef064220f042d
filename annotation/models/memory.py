"""Lines that a project's people have marked and that come back in many patients' notes."""

from __future__ import annotations

import uuid

from django.db import models

from annotation.models.document import Document
from deidweb.accounts.models import Project


class KnownLine(models.Model):
    """`digest` is the keyed hash of the line's text (`annotation.domain.line_memory`), `marks` places in it with labels:
    no text. `sample` is a note where it stands, at `sample_start`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="known_lines")
    digest = models.CharField(max_length=64)
    marks = models.JSONField(default=list)
    golds = models.PositiveIntegerField()
    notes = models.PositiveIntegerField()
    sample = models.ForeignKey(Document, on_delete=models.SET_NULL, null=True, related_name="+")
    sample_start = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-notes", "digest"]
        constraints = [
            models.UniqueConstraint(fields=["project", "digest"], name="known_line_once")
        ]

    def __str__(self) -> str:
        return self.digest[:8]
