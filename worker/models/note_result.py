"""What two engines made of one note that judged a version."""

from __future__ import annotations

from django.db import models

from annotation.models import Document
from worker.models.model_version import ModelVersion


class NoteResult(models.Model):
    """`before` is the engine that was in service, `after` the rules with the version: see
    `worker.training.judged.JudgedNote.to_json`. Counts and places, no text."""

    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="note_results")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "document"], name="note_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} {self.document_id}"
