"""Versions of the ICD-10 coder that a project has trained on its accepted codes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from icdcoder.models import CodeSnapshot
from worker.models.version import Version


class CoderVersion(Version):
    """`metrics` compares the dictionary alone with dictionary and network, on stays that taught nothing:

    {"before": {"precision", "recall", "f1"}, "after": the same, "epochs": n}.
    """

    KIND = "coder"
    MAIN_FILE = "icd.json"
    MOVED = _("Le codeur n° %(number)d est maintenant « %(state)s » : rien n'a été changé.")
    LOST = _("Les fichiers de ce codeur ne sont plus sur le serveur. Entraînez-en un autre.")

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="coders")
    snapshot = models.ForeignKey(CodeSnapshot, on_delete=models.PROTECT, related_name="+")
    train_stays = models.PositiveIntegerField()
    test_stays = models.PositiveIntegerField()
    codes = models.PositiveIntegerField()

    class Meta(Version.Meta):
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="coder_number_once"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(state="promoted"),
                name="one_promoted_coder_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"coder {self.number}"
