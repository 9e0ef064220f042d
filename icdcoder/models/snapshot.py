"""Accepted codes frozen at one moment: what a coder is taught from."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from deidweb.accounts.models import Project


class CodeSnapshot(models.Model):
    """Never changes: `address` is the SHA-256 of its lines, `content` these lines (JSONL of id, text, stay, codes), gzipped.

    Only notes of stays without an open code are in it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="code_snapshots")
    number = models.PositiveIntegerField()  # 1, 2… in the project
    address = models.CharField(max_length=64)
    content = models.BinaryField()
    note_count = models.PositiveIntegerField()
    stay_count = models.PositiveIntegerField()
    code_count = models.PositiveIntegerField()  # distinct codes
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="code_snapshot_number_once"),
            models.UniqueConstraint(fields=["project", "address"], name="code_snapshot_once"),
        ]

    def __str__(self) -> str:
        return self.address[:12]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a snapshot never changes")
        super().save(*args, **kwargs)
