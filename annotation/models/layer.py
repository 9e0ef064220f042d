"""Layers of spans over a note. Suggestions, a person's work and gold are never mixed."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models.aside import notes_aside
from annotation.models.document import Document
from annotation.models.imports import unfinished_batches
from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


IMPORTED_VERSION: Final = "import"  # `Layer.engine_version` of the entities of an imported file


class LayerQuerySet(models.QuerySet["Layer"]):
    def published(self) -> Self:
        """Layers of notes that can be seen (see `DocumentQuerySet.published`)."""
        unfinished = Q(document__batch__in=unfinished_batches())
        return self.filter(~unfinished, ~Q(document__in=notes_aside()))

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Layers over the notes that the person may read."""
        projects = Project.objects.visible_to(user, Permission.READ_NOTES)
        return self.published().filter(document__project__in=projects)


class PublishedLayers(models.Manager["Layer"]):
    """The default, like the notes'."""

    def get_queryset(self) -> LayerQuerySet:
        return LayerQuerySet(self.model, using=self._db).published()

    def visible_to(self, user: User | AnonymousUser) -> LayerQuerySet:
        # not from get_queryset(): the query would ask twice whether the import is done
        return LayerQuerySet(self.model, using=self._db).visible_to(user)


class Layer(models.Model):
    """suggestion: immutable, one per engine version; annotator: one per person; gold: versions."""

    class Kind(models.TextChoices):
        SUGGESTION = "suggestion", _("suggestion")
        ANNOTATOR = "annotator", _("annotateur")
        GOLD = "gold", _("référence")

    class State(models.TextChoices):
        OPEN = "open", _("ouverte")
        SUBMITTED = "submitted", _("validée")

    class Provenance(models.TextChoices):
        SINGLE = "single", _("une lecture")
        UNANIMOUS = "unanimous", _("deux lectures identiques")
        ADJUDICATED = "adjudicated", _("deux lectures comparées")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="layers")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    engine_version = models.CharField(max_length=80, blank=True)
    # gold: 1, 2… per note; the highest is the one in force
    version = models.PositiveIntegerField(default=1)
    source_layer = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="derived"
    )
    # gold: how it came to be
    provenance = models.CharField(max_length=12, choices=Provenance.choices, blank=True)
    # annotator: why this note came (an order of `WorkSettings`; "" when the person chose it),
    # whether the suggestions were kept from the person, until when the note is theirs, how long
    # they worked on it and when that was last heard
    picked_by = models.CharField(max_length=12, blank=True)
    hides_suggestions = models.BooleanField(default=False)
    lease_until = models.DateTimeField(null=True)
    active_seconds = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    rev = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    submitted_at = models.DateTimeField(null=True)

    objects = PublishedLayers()
    staged_too = LayerQuerySet.as_manager()  # for the importer only

    class Meta:
        ordering = ["document", "kind", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "engine_version"],
                condition=Q(kind="suggestion"),
                name="suggestion_once_per_engine",
            ),
            models.UniqueConstraint(
                fields=["document", "author"],
                condition=Q(kind="annotator"),
                name="annotator_layer_once",
            ),
            models.UniqueConstraint(
                fields=["document", "version"], condition=Q(kind="gold"), name="gold_version_once"
            ),
        ]
        indexes = [
            # What a person has open, among the thousands that they have handed in.
            models.Index(fields=["author", "kind", "state", "created_at"], name="layer_desk"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def holds_place(self) -> bool:
        """A reading that counts against the number of readers; `annotation.selectors.queue.taken` asks the same
        of the database."""
        is_live = self.lease_until is None or self.lease_until > timezone.now()
        return self.state == self.State.SUBMITTED or is_live


class LayerSpan(models.Model):
    """Present state of a span; how it came to be is in `SpanOp`. `surface` is a safeguard copy."""

    class State(models.TextChoices):
        SUGGESTED = "suggested", _("suggérée")
        ACCEPTED = "accepted", _("acceptée")
        CORRECTED = "corrected", _("corrigée")
        MANUAL = "manual", _("ajoutée")
        REJECTED = "rejected", _("refusée")

    layer = models.ForeignKey(Layer, on_delete=models.CASCADE, related_name="spans")
    # the same span keeps its id from suggestion to gold: unique within a layer only
    span_id = models.UUIDField(default=uuid.uuid4)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.CharField(max_length=8)
    subtype = models.CharField(max_length=16, blank=True)
    score = models.FloatField(null=True)
    source = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.SUGGESTED)
    doubt = models.BooleanField(default=False)
    comment = models.CharField(max_length=500, blank=True)
    surface = models.TextField()

    class Meta:
        ordering = ["layer", "start", "-end"]
        constraints = [
            models.UniqueConstraint(fields=["layer", "span_id"], name="span_once_per_layer"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="span_not_empty"),
        ]
        indexes = [
            # the few that somebody doubts, among millions
            models.Index(fields=["layer"], condition=Q(doubt=True), name="span_doubts"),
        ]

    def __str__(self) -> str:
        return f"{self.label} {self.start}-{self.end}"


class SpanOp(models.Model):
    """One gesture; append-only. See docs/annotation-protocol.md."""

    op_id = models.UUIDField(primary_key=True)
    layer = models.ForeignKey(Layer, on_delete=models.CASCADE, related_name="ops")
    rev = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    changes = models.JSONField()
    undoes = models.UUIDField(null=True)
    # the gesture of which this is one part, when it touched several notes of a patient
    gesture = models.UUIDField(null=True, db_index=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["layer", "rev"]
        constraints = [models.UniqueConstraint(fields=["layer", "rev"], name="op_rev_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.op_id}"
