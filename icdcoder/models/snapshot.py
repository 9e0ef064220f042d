"""Accepted codes frozen at one moment: what a coder is taught from."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from annotation.models.dataset import Snapshot
from deidweb.accounts.models import Project


class CodeSnapshot(Snapshot):
    """`address` is the SHA-256 of its lines, `content` these lines (JSONL of id, text, stay, codes), gzipped.

    Only notes of stays without an open code are in it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="code_snapshots")
    content = models.BinaryField()
    stay_count = models.PositiveIntegerField()
    code_count = models.PositiveIntegerField()  # distinct codes
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="code_snapshot_number_once"),
            models.UniqueConstraint(fields=["project", "address"], name="code_snapshot_once"),
        ]
