"""The ICD-10 codes proposed for notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from icdcoder.models.coded_note import CodedNote

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


class CodePredictionQuerySet(models.QuerySet["CodePrediction"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Codes of the notes that the person may see."""
        return self.filter(note__in=CodedNote.objects.visible_to(user))


class CodePrediction(models.Model):
    """One code of one note: proposed by a coder, or added by a person (it then has no score).

    `is_principal`: the diagnosis for which the patient came; one a note at most, and accepted. `evidence` is a list of {"start", "end", "weight"}; code points of the note's text, half-open.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposé")
        ACCEPTED = "accepted", _("accepté")
        REJECTED = "rejected", _("refusé")

    note = models.ForeignKey(CodedNote, on_delete=models.CASCADE, related_name="predictions")
    code = models.CharField(max_length=8)
    label = models.CharField(max_length=400)
    score = models.FloatField(null=True)
    evidence = models.JSONField(default=list)
    coder_version = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PROPOSED)
    is_principal = models.BooleanField(default=False)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)

    objects = CodePredictionQuerySet.as_manager()

    class Meta:
        ordering = [models.F("score").desc(nulls_last=True), "code"]
        constraints = [
            models.UniqueConstraint(fields=["note", "code"], name="code_once_per_note"),
            models.UniqueConstraint(
                fields=["note"], condition=models.Q(is_principal=True), name="one_principal_a_note"
            ),
            models.CheckConstraint(
                condition=models.Q(is_principal=False) | models.Q(state="accepted"),
                name="code_principal_is_accepted",
            ),
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

    @property
    def is_added(self) -> bool:
        """Whether a person wrote it, not a coder."""
        return self.score is None
