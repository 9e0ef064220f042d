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


class AuditSegment(models.Model):
    """A closed month of the journal. Once `erased_at` is set its rows may go: the chain goes on from `last_digest`.

    `seal` is the keyed hash of what the segment says, `erasure_seal` of its erasure: neither can be made without the
    key, so nobody shortens the journal unnoticed. The database's triggers know `erased_at`.
    """

    number = models.PositiveIntegerField(primary_key=True)  # 1, 2… without a gap
    first_row = models.PositiveBigIntegerField()
    last_row = models.PositiveBigIntegerField()
    row_count = models.PositiveBigIntegerField()
    began = models.DateTimeField()
    ended = models.DateTimeField()
    previous = models.CharField(max_length=64)
    last_digest = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)
    erased_at = models.DateTimeField(null=True)
    erasure_seal = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.first_row}-{self.last_row}"


class AuditReview(models.Model):
    """Somebody has gone through a month of a project's journal."""

    project_ref = models.UUIDField()
    month = models.DateField()  # its first day
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    alert_count = models.PositiveIntegerField()  # of unusual readings that the page showed
    conclusion = models.CharField(max_length=500)

    class Meta:
        ordering = ["-month"]
        constraints = [
            models.UniqueConstraint(fields=["project_ref", "month"], name="audit_review_once")
        ]

    def __str__(self) -> str:
        return f"{self.project_ref} {self.month}"
