"""How a project shares out its notes, and how two readings become one."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.document import Document
from annotation.models.layer import Layer
from deidweb.accounts.models import Project

SHIPPED: Final = 0  # `Reread.model_number` of the model that comes with the program


class WorkSettings(models.Model):
    """One row a project, made when somebody first changes it; the defaults hold without it.

    `seed` decides which notes are random and which hide their suggestions: drawn once, kept, so
    that the choice can be told and repeated.
    """

    class Order(models.TextChoices):
        OLDEST = "oldest", _("les plus anciennes d'abord")
        RISK = "risk", _("les plus risquées d'abord")
        UNCERTAINTY = "uncertainty", _("celles où le modèle hésite d'abord")
        RANDOM = "random", _("au hasard")
        PICKED = "picked", _("celles qui ont été choisies pour le modèle d'abord")

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, primary_key=True, related_name="work"
    )
    readers = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(2)]
    )
    order = models.CharField(max_length=12, choices=Order.choices, default=Order.OLDEST)
    random_percent = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(100)]
    )
    hidden_percent = models.PositiveSmallIntegerField(
        default=5, validators=[MaxValueValidator(100)]
    )
    lease_minutes = models.PositiveIntegerField(
        default=24 * 60, validators=[MinValueValidator(5), MaxValueValidator(30 * 24 * 60)]
    )
    unanimous_is_gold = models.BooleanField(default=True)
    seed = models.CharField(max_length=32, default="0")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(readers__in=[1, 2]), name="work_one_or_two_readers")
        ]

    def __str__(self) -> str:
        return str(self.project_id)


class TypeReader(models.Model):
    """Notes of this type go to these people only. A type without a row goes to everybody."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="type_readers")
    doc_type = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["project", "doc_type", "user"]
        constraints = [
            models.UniqueConstraint(fields=["project", "doc_type", "user"], name="type_reader_once")
        ]

    def __str__(self) -> str:
        return f"{self.doc_type} {self.user_id}"


class Assignment(models.Model):
    """This note goes to these people only, and before the others of their queue. It wins over the
    note's type; who skips the note gives it back."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="assignments")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="assignments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["project", "document", "user"]
        constraints = [models.UniqueConstraint(fields=["document", "user"], name="assignment_once")]
        indexes = [models.Index(fields=["project", "user"], name="assignment_theirs")]

    def __str__(self) -> str:
        return f"{self.document_id} {self.user_id}"


class Reread(models.Model):
    """This note is read again, before all others of the queue: the model of this number lost in it what the one before
    had found. By `user`, or by anybody of the team; open until somebody hands the note in."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="rereads", db_index=False
    )
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="rereads")
    model_number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]  # as they were asked for, the worst first
        constraints = [
            models.UniqueConstraint(
                fields=["document"], condition=Q(done_at__isnull=True), name="reread_open_once"
            )
        ]
        indexes = [models.Index(fields=["project", "done_at"], name="reread_open")]

    def __str__(self) -> str:
        return str(self.document_id)


class DocumentPriority(models.Model):
    """Why a note is urgent (`annotation.domain.risk`), in words for its reader; the numbers that
    order the queue are on the note."""

    document = models.OneToOneField(
        Document, on_delete=models.CASCADE, primary_key=True, related_name="priority"
    )
    bare = models.PositiveIntegerField(default=0)
    unsure = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.document_id)


class Skip(models.Model):
    """A person passed a note by; others still get it."""

    class Reason(models.TextChoices):
        UNREADABLE = "unreadable", _("texte illisible ou vide")
        NOT_MINE = "not_mine", _("je connais ce patient")
        TOO_HARD = "too_hard", _("trop difficile, à discuter")
        WRONG_FILE = "wrong_file", _("mauvais dossier")
        OTHER = "other", _("autre raison, à écrire")

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="skips")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=12, choices=Reason.choices)
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["document", "user"], name="skip_once")]

    def __str__(self) -> str:
        return f"{self.reason} {self.document_id}"


class Adjudication(models.Model):
    """Two submitted readings on their way to gold. `swapped`: the first reader is shown as B.

    `gold` is set when it is done. Reopening a reading ends it; a new one is made then.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="adjudications")
    first = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="+")
    swapped = models.BooleanField(default=False)
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    gold = models.ForeignKey(Layer, on_delete=models.PROTECT, null=True, related_name="+")
    conflicts = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["document"],
                condition=Q(finished_at__isnull=True),
                name="adjudication_open_once",
            )
        ]

    def __str__(self) -> str:
        return str(self.id)


class ConflictDecision(models.Model):
    """What was decided of one conflict, and why. Kept for good: it explains a span of gold."""

    class Cause(models.TextChoices):
        AMBIGUOUS = "ambiguous", _("texte ambigu")
        GUIDELINE = "guideline", _("lacune du guide")
        SLIP = "slip", _("erreur d'annotation")
        EDGE = "edge", _("cas limite")

    adjudication = models.ForeignKey(
        Adjudication, on_delete=models.CASCADE, related_name="decisions"
    )
    key = models.CharField(max_length=20)
    kind = models.CharField(max_length=8)
    choice = models.CharField(max_length=8)
    spans = models.JSONField(default=list)  # [start, end, label, sub-type], those that were kept
    cause = models.CharField(max_length=10, choices=Cause.choices, blank=True)
    words = models.CharField(max_length=300, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["adjudication", "key"], name="conflict_decided_once")
        ]

    def __str__(self) -> str:
        return f"{self.choice} {self.key}"
