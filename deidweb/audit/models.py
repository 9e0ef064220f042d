"""Append-only record of who did what, chained by a keyed hash. Ids and counts, never content."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """`digest` = HMAC-SHA256(AUDIT_KEY, previous digest + this row)."""

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    action = models.CharField(max_length=64, db_index=True)
    # No foreign key: the record of a deleted project stays.
    project_ref = models.UUIDField(null=True, db_index=True)
    object_type = models.CharField(max_length=40, blank=True)
    object_id = models.CharField(max_length=64, blank=True)
    details = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("ligne du journal")

    def __str__(self) -> str:
        return f"{self.pk} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("audit rows are written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("audit rows are never deleted")


class AuditHead(models.Model):
    """The one row that a writer locks: PostgreSQL appends one after the other through it."""

    last_digest = models.CharField(max_length=64, default="0" * 64)
    count = models.PositiveBigIntegerField(default=0)
    # HMAC of both: rows cut off at the end can't be hidden by rewriting the head without the key
    seal = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return str(self.count)
