"""What people said of passages that look like identifiers; where patients' identities are looked up."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.document import Document, Patient
from annotation.models.layer import Layer
from deidweb.accounts.models import Project


class ResidualReason(models.Model):
    """Why a person left a passage unlabelled that the check had shown. Never the passage itself.

    `layer` is the work that was about to be validated; the passage may stand in another note of
    the patient. Kept for good: it explains a later leak.
    """

    class Reason(models.TextChoices):
        HARMLESS = "harmless", _("n'identifie personne : mesure, référence, mot courant")
        NAMESAKE = "namesake", _("homonyme : une autre personne, ou un lieu, une maladie")
        WRONG_FILE = "wrong_file", _("mauvais dossier : signalé au responsable")
        OTHER = "other", _("autre raison, à écrire")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.CASCADE, related_name="residual_reasons")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    reason = models.CharField(max_length=12, choices=Reason.choices)
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["document", "start"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "author", "kind", "start", "end"], name="residual_reason_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.start}-{self.end}"


class IdentityKey(models.Model):
    """A digest of one strong identifier of a patient (full name, NIR, IPP, phone, mail).

    To ask in one indexed query whose identities a note holds. The identity itself stays in
    `PatientRecord`; the digest is keyed with the project's secret: without it nobody can try names, and keys of two
    projects do not meet.
    """

    id = models.BigAutoField(primary_key=True)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    patient = models.ForeignKey(Patient, on_delete=models.CASCADE, related_name="identity_keys")
    key = models.BigIntegerField()
    field = models.CharField(max_length=8)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["patient", "key"], name="identity_key_once")]
        indexes = [models.Index(fields=["project", "key"], name="identity_lookup")]

    def __str__(self) -> str:
        return f"{self.field} {self.patient_id}"
