"""How a project names, colours and describes its labels."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project


class ProjectLabel(models.Model):
    """One sub-type as the project shows it; rows are made from `LABEL_SPECS` with the project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="labels")
    label = models.CharField(max_length=8)
    subtype = models.CharField(max_length=16)
    name = models.CharField(_("nom"), max_length=60)
    colour = models.CharField(_("couleur"), max_length=7)
    key = models.CharField(_("touche"), max_length=1, blank=True)
    guideline = models.TextField(_("consigne"), blank=True)
    enabled = models.BooleanField(default=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "subtype"], name="label_once"),
            models.UniqueConstraint(
                fields=["project", "key"], condition=~models.Q(key=""), name="label_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label}/{self.subtype}"
