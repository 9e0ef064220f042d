"""A person has read one note of a built export, before and after, and said what they saw."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from privacy.models.export import ExportRequest


class ExportReading(models.Model):
    """Of one build: `sha256` is that of the file which was shown. The note is named as in the file."""

    class Verdict(models.TextChoices):
        CLEAR = "clear", _("personne n'est reconnaissable")
        RECOGNISED = "recognised", _("quelqu'un est reconnaissable")

    export = models.ForeignKey(ExportRequest, on_delete=models.CASCADE, related_name="readings")
    sha256 = models.CharField(max_length=64)
    public_id = models.CharField(max_length=64)
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["export", "sha256", "public_id", "reader"], name="export_note_read_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.export_id} {self.public_id}"
