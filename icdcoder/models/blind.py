"""Blind studies of an export: the same notes coded as originals and as de-identified copies."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Document
from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from icdcoder.models.coded_note import CodedNote

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User

_ONE = models.CASCADE


class BlindStudyQuerySet(models.QuerySet["BlindStudy"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.CODE))


class BlindStudy(models.Model):
    """`seed` decides who sees what as what (`icdcoder.domain.blind`); no page shows it. `job` shares the notes out."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=_ONE, related_name="blind_studies")
    export_id = models.UUIDField()
    number = models.PositiveIntegerField()  # 1, 2… in the project
    seed = models.CharField(max_length=64)
    note_count = models.PositiveSmallIntegerField()  # that was asked for: an export may have less
    asks_guess = models.BooleanField()
    coders = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    objects = BlindStudyQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="blind_study_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class BlindReadingQuerySet(models.QuerySet["BlindReading"]):
    def present(self) -> Self:
        """Without notes of patients who may have opposed since, or that were set aside."""
        return self.filter(
            _unlinked_or(Document.objects.all()), note__in=CodedNote.objects.unopposed()
        )

    def of_coder(self, user: User) -> Self:
        """The person's own, where he may code *and* read notes: half of what he is shown are originals."""
        return self.present().filter(
            _unlinked_or(Document.objects.visible_to(user)),
            coder=user,
            study__project__in=Project.objects.visible_to(user, Permission.CODE),
        )


def _unlinked_or(notes: models.QuerySet[Document]) -> Q:
    return Q(document=None) | Q(document__in=notes)


class BlindReading(models.Model):
    """One note that one coder sees once, in one shape. It goes with its note.

    `document`: what the copy was made from, while the study is open; nothing but the export's key tells it afterwards.
    `seconds`: time between requests from this page, of a longer silence than two minutes two minutes only.
    """

    class Guess(models.TextChoices):
        ORIGINAL = "original", _("une note d'origine")
        DEIDENTIFIED = "deidentified", _("une note dé-identifiée")
        UNKNOWN = "unknown", _("je ne sais pas")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(BlindStudy, on_delete=_ONE, related_name="readings")
    coder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    note = models.ForeignKey(CodedNote, on_delete=_ONE, related_name="+")
    document = models.ForeignKey(Document, on_delete=_ONE, related_name="+", null=True)
    is_original = models.BooleanField()
    order = models.PositiveSmallIntegerField()
    last_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0)
    guess = models.CharField(max_length=12, choices=Guess.choices, blank=True)
    finished_at = models.DateTimeField(null=True)

    objects = BlindReadingQuerySet.as_manager()

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["study", "coder", "note"], name="blind_note_seen_once"),
            models.UniqueConstraint(fields=["study", "coder", "order"], name="blind_order_once"),
            models.CheckConstraint(condition=Q(seconds__gte=0), name="blind_seconds_positive"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def text(self) -> str:
        """What the coder reads; nothing of an original once the study is closed."""
        if not self.is_original:
            return self.note.text
        return self.document.text if self.document else ""


class BlindCode(models.Model):
    """A code that a coder gave in a blind reading."""

    reading = models.ForeignKey(BlindReading, on_delete=_ONE, related_name="codes")
    code = models.CharField(max_length=8)
    label = models.CharField(max_length=400)
    is_principal = models.BooleanField(default=False)

    class Meta:
        ordering = ["-is_principal", "code"]
        constraints = [
            models.UniqueConstraint(fields=["reading", "code"], name="blind_code_once"),
            models.UniqueConstraint(
                fields=["reading"], condition=Q(is_principal=True), name="one_blind_principal"
            ),
        ]

    def __str__(self) -> str:
        return self.code
