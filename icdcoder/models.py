"""De-identified notes of released exports and the ICD-10 codes proposed for them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class CodedNoteQuerySet(models.QuerySet["CodedNote"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Notes of the projects in which the person may code."""
        return self.filter(project__in=Project.objects.visible_to(user, Permission.CODE))


class CodedNote(models.Model):
    """A note as it stands in an exported file: de-identified, under its public name.

    `export_id` is the export's id; this app does not know the exports themselves.
    `coder_version` says which coder has read the note; "" = not read yet.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="coded_notes")
    export_id = models.UUIDField()
    public_id = models.CharField(max_length=200)
    text = models.TextField()
    order = models.PositiveIntegerField()
    coder_version = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CodedNoteQuerySet.as_manager()

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "export_id", "public_id"], name="coded_note_once"
            )
        ]
        indexes = [models.Index(fields=["export_id", "order"], name="coded_note_order")]

    def __str__(self) -> str:
        return str(self.id)


class CodePredictionQuerySet(models.QuerySet["CodePrediction"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Codes of the notes that the person may see."""
        return self.filter(note__in=CodedNote.objects.visible_to(user))


class CodePrediction(models.Model):
    """One code proposed for one note.

    `evidence` is a list of {"start", "end", "weight"}; code points of the note's text, half-open.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposé")
        ACCEPTED = "accepted", _("accepté")
        REJECTED = "rejected", _("refusé")

    note = models.ForeignKey(CodedNote, on_delete=models.CASCADE, related_name="predictions")
    code = models.CharField(max_length=8)
    label = models.CharField(max_length=400)
    score = models.FloatField()
    evidence = models.JSONField(default=list)
    coder_version = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PROPOSED)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    objects = CodePredictionQuerySet.as_manager()

    class Meta:
        ordering = ["-score", "code"]
        constraints = [
            models.UniqueConstraint(fields=["note", "code"], name="code_once_per_note"),
            models.CheckConstraint(
                condition=models.Q(score__gte=0) & models.Q(score__lte=1), name="code_score_range"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["proposed", "accepted", "rejected"]),
                name="code_state_known",
            ),
            models.CheckConstraint(
                condition=models.Q(state="proposed", decided_at__isnull=True)
                | (~models.Q(state="proposed") & models.Q(decided_at__isnull=False)),
                name="code_decision_is_dated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.note_id}"
