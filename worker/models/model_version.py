"""Versions of the detection model that a project has trained."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from worker.models.version import Version

ENCODER: Final = "encoder"  # of ours: more can be learned from it
TAGGER: Final = "tagger"  # a classifier of others', as it came
RULES: Final = "rules"  # alone
PEER: Final = "peer"  # another tool (worker.other_engines.peers)
CRF: Final = "crf"  # learned here (worker.other_engines.sequences), as is the next
LSTM: Final = "lstm"
WITHOUT_WEIGHTS: Final = (RULES, PEER)
LIST_WORDS: Final = (CRF, LSTM)  # of the notes, in clear


class ModelVersion(Version):
    """`metrics` compares both engines on the same notes: {"before": {...}, "after": {...}}."""

    KIND = "model"
    MAIN_FILE = "ner.json"
    MOVED = _("Le modèle n° %(number)d est maintenant « %(state)s » : rien n'a été changé.")
    LOST = _("Les fichiers de ce modèle ne sont plus sur le serveur. Réentraînez un modèle.")

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="models")
    kind = models.CharField(max_length=20, default=ENCODER)
    train_notes = models.PositiveIntegerField()
    test_notes = models.PositiveIntegerField()

    class Meta(Version.Meta):
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="model_number_once"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(state="promoted"),
                name="one_promoted_model_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
