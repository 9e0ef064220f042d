"""De-identified notes of released exports."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models.functions import Coalesce

from annotation.models import OppositionEffect
from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


def _effects() -> Coalesce:
    """How often oppositions have taken patients from the note's project."""
    effects = OppositionEffect.objects.filter(project=models.OuterRef("project")).order_by()
    count = effects.values("project").annotate(n=models.Count("pk")).values("n")
    return Coalesce(models.Subquery(count), 0)


class CodedNoteQuerySet(models.QuerySet["CodedNote"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Notes of the projects in which the person may code; none of a patient who may have opposed since."""
        return self.filter(
            project__in=Project.objects.visible_to(user, Permission.CODE)
        ).unopposed()

    def unopposed(self) -> Self:
        """Without those of patients who may have opposed since."""
        return self.filter(effects_seen__gte=_effects())


class CodedNote(models.Model):
    """A note as it stands in an exported file: de-identified, under its public name.

    `export_id` is the export's id; this app does not know the exports themselves.
    `coder_version` says which coder has read the note ("" = not read yet), `coder_says` what that coder tells of itself.
    `stay` and `patient` are their pseudonyms, where the export carries them. `hidden`: [[start, end], …] of `text`, what
    substitution wrote.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="coded_notes")
    export_id = models.UUIDField()
    public_id = models.CharField(max_length=200)
    text = models.TextField()
    hidden = models.JSONField(default=list)
    order = models.PositiveIntegerField()
    patient = models.CharField(max_length=200, blank=True)
    stay = models.CharField(max_length=200, blank=True)
    coder_version = models.CharField(max_length=80, blank=True)
    coder_says = models.CharField(max_length=400, blank=True)
    # oppositions of the project that the note is known to have outlived: until it is, nobody sees it
    effects_seen = models.PositiveIntegerField(default=0)
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
