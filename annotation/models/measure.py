"""What is counted while people work, so that no page has to count spans."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.layer import Layer
from deidweb.accounts.models import Project


class Tally(models.Model):
    """Spans by what became of the model's suggestions, and time without the idle stretches."""

    accepted = models.PositiveIntegerField(default=0)
    corrected = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    active_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class LayerTally(Tally):
    """One submitted layer, as it was when it was last submitted. `labels` has the four counts of each label,
    {"PER": [3, 1, 0, 0]}; None in what was counted before there were any."""

    layer = models.OneToOneField(
        Layer, on_delete=models.CASCADE, primary_key=True, related_name="tally"
    )
    day = models.DateField()
    engine_version = models.CharField(max_length=80, blank=True)
    labels = models.JSONField(null=True)

    def __str__(self) -> str:
        return str(self.layer_id)


class DayTally(Tally):
    """The sum of a person's `LayerTally` rows of one day and one engine version."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="day_tallies")
    day = models.DateField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    engine_version = models.CharField(max_length=80, blank=True)
    notes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["project", "day"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "day", "author", "engine_version"], name="day_tally_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.author_id}"


class EntityDay(models.Model):
    """What people made of the spans of one day, of one label, type of document, service or engine; `ALL` has one row a
    day. Nobody's name: not the reader's, not the patient's. `notes` are all that were handed in, for a label those
    without it, too."""

    class Axis(models.TextChoices):
        ALL = "all", _("ensemble")
        LABEL = "label", _("étiquette")
        TYPE = "type", _("type de document")
        SERVICE = "service", _("service")
        ENGINE = "engine", _("moteur")

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="entity_days", db_index=False
    )
    day = models.DateField()
    monday = (
        models.DateField()
    )  # of the week: a database adds up weeks, and needs no function for it
    axis = models.CharField(max_length=8, choices=Axis.choices)
    name = models.CharField(max_length=80, blank=True)
    notes = models.PositiveIntegerField(default=0)
    accepted = models.PositiveIntegerField(default=0)
    corrected = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["project", "day"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "axis", "name", "day"], name="entity_day_once"
            ),
        ]
        # it holds all that the page of the drift asks
        indexes = [
            models.Index(
                fields=[
                    "project", "monday", "axis", "name", "notes", "accepted", "corrected", "added", "rejected",
                ],
                name="entity_day_weeks",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.day} {self.axis}"


class GoldDay(models.Model):
    """Notes of a project that became gold for the first time that day."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="gold_days", db_index=False
    )
    day = models.DateField()
    notes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["project", "day"]
        constraints = [models.UniqueConstraint(fields=["project", "day"], name="gold_day_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.project_id}"


class AgreementReport(models.Model):
    """One measure of agreement; `result` is `annotation.services.measure_agreement`'s JSON."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="agreements")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    note_count = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["project", "-created_at"], name="agreement_newest")]

    def __str__(self) -> str:
        return str(self.id)
