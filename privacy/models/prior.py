"""Where a place draw starts from, as people choose it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from privacy.domain.policy import PlacePrior


class PlacePriorChoice(models.TextChoices):
    """The names of `PlacePrior`."""

    UNIFORM = PlacePrior.UNIFORM.value, _("Toutes les communes à égalité")
    POPULATION = PlacePrior.POPULATION.value, _("Selon leur nombre d'habitants")
    FILE = PlacePrior.FILE.value, _("Selon une colonne d'une table importée")
