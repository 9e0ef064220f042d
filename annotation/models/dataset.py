"""Snapshots of a project's gold notes, and the files made from them."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.domain.formats.registry import MODEL_WEIGHTS, WITHOUT_NOTES
from deidweb.accounts.models import Project

if TYPE_CHECKING:
    from deidweb.accounts.models import User


class Snapshot(models.Model):
    """Written once: `address` is a SHA-256 that follows from all that is in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField()  # 1, 2… in the project
    address = models.CharField(max_length=64)
    note_count = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.address[:12]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a snapshot never changes")
        super().save(*args, **kwargs)


class DatasetSnapshot(Snapshot):
    """Gold at one moment, split by patient.

    `statistics` is `annotation.domain.datasets.statistics.Statistics.to_json`.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="datasets")
    content_sha256 = models.CharField(max_length=64)
    seed = models.PositiveBigIntegerField()
    test_share = models.FloatField()
    validation_share = models.FloatField()
    span_count = models.PositiveIntegerField()
    patient_count = models.PositiveIntegerField()
    size_bytes = models.PositiveBigIntegerField()
    statistics = models.JSONField(default=dict)
    # oppositions (`effects_on`) that it is known to have outlived
    effects_seen = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "address"], name="dataset_address_once"),
            models.UniqueConstraint(fields=["project", "number"], name="dataset_number_once"),
        ]


class DatasetFile(models.Model):
    """A snapshot, or one part of it, in a file format; what could not be said is in `losses`.

    It leaves once another person has let these very bytes go, for as many days as an export; writing it anew takes that back.
    """

    class State(models.TextChoices):
        WRITTEN = "written", _("à décider")
        RELEASED = "released", _("autorisé")
        REFUSED = "refused", _("refusé")

    class Part(models.TextChoices):
        ALL = "all", _("tout le jeu")
        TRAIN = "train", _("apprentissage")
        VALIDATION = "validation", _("validation")
        TEST = "test", _("test")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    snapshot = models.ForeignKey(DatasetSnapshot, on_delete=models.CASCADE, related_name="files")
    format = models.CharField(max_length=20)
    part = models.CharField(max_length=10, choices=Part.choices)
    losses = models.JSONField(default=dict)  # {"overlaps": 12}
    note_count = models.PositiveIntegerField()
    size_bytes = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    # everybody at whose word these bytes were written: none of them decides about them
    asked_by = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    # whose words or weights it holds: a released export or a model's version, as it was then; none for a file of notes
    source_id = models.UUIDField(null=True, db_index=True)
    source_sha256 = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WRITTEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    decided_sha256 = models.CharField(max_length=64, blank=True)
    decision_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(decided_by__isnull=True)
                | ~models.Q(decided_by=models.F("created_by")),
                name="dataset_file_two_persons",
            ),
            models.UniqueConstraint(
                fields=["snapshot", "format", "part"],
                condition=~models.Q(format=MODEL_WEIGHTS),
                name="dataset_file_once",
            ),
            models.UniqueConstraint(
                fields=["snapshot", "source_id"],
                condition=models.Q(format=MODEL_WEIGHTS),
                name="dataset_weights_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.format} {self.part}"

    @property
    def holds_notes(self) -> bool:
        return self.format not in WITHOUT_NOTES

    @property
    def is_weights(self) -> bool:
        """Of a model that the data set has taught."""
        return self.format == MODEL_WEIGHTS

    @property
    def expires_at(self) -> datetime | None:
        """From then on it leaves no more; None while nobody has let it go."""
        if self.decided_at is None or self.state != self.State.RELEASED:
            return None
        return self.decided_at + timedelta(days=settings.EXPORT_DOWNLOAD_DAYS)

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def askers(self) -> list[User]:
        """Who had it written."""
        again = self.asked_by.all()
        return [self.created_by, *(one for one in again if one.pk != self.created_by_id)]
