"""Notes that nothing reads any more: a machine could not, or a person said so."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NoteAside(models.Model):
    """While this row is there its note is in no list, queue, export or data set (`DocumentQuerySet.published`)."""

    class Why(models.TextChoices):
        SLOW = "slow", _("sa lecture dépasse le temps prévu")
        BROKEN = "broken", _("sa lecture arrête le programme")
        PERSON = "person", _("écartée par une personne")

    document = models.OneToOneField(
        "annotation.Document", on_delete=models.CASCADE, primary_key=True, related_name="aside"
    )
    why = models.CharField(max_length=10, choices=Why.choices)
    words = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return str(self.document_id)


def notes_aside() -> models.QuerySet[NoteAside, Any]:
    """Their ids, for a condition: a list of a few rows, whatever the number of notes."""
    return NoteAside.objects.order_by().values("document")
