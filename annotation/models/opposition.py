"""People who oppose the use of their data, for the whole installation; what that changed where."""

from __future__ import annotations

from django.db import models

from deidweb.accounts.models import Project


class Opposition(models.Model):
    """One number (IPP, NIR or the patient's id) as a keyed digest: `annotation.domain.opposition`."""

    digest = models.CharField(max_length=64, primary_key=True)
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.digest[:8]


class OppositionEffect(models.Model):
    """A project lost patients by an opposition: files made before hold them still and do not leave."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    patient_count = models.PositiveIntegerField()
    note_count = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["project", "at"], name="opposition_effect_at")]

    def __str__(self) -> str:
        return f"{self.project_id} {self.note_count}"
