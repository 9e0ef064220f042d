"""Notes and the patients they belong to. A note's text never changes after import."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from annotation.models.aside import notes_aside
from annotation.models.imports import ImportBatch, unfinished_batches
from annotation.models.sealed import (
    digest_of_id,
    digests_of_ids,
    open_id,
    open_identity,
    seal_id,
    seal_identity,
    sealing_key,
)
from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User

models.TextField.register_lookup(Length)


class PatientQuerySet(models.QuerySet["Patient"]):
    def named(self, project: Project | uuid.UUID, *external_ids: str) -> Self:
        """The project's patients of these numbers, looked up by digests."""
        pk = project if isinstance(project, uuid.UUID) else project.pk
        return self.filter(project=pk, lookup__in=digests_of_ids(pk, set(external_ids)))


class Patient(models.Model):
    """The pseudonymous patient. The hospital's number is sealed (`external_id` opens it) and found by a digest.

    Set `external_id` after the project: `Patient(project=project, external_id="p1")`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="patients")
    lookup = models.CharField(max_length=64, editable=False)
    sealed_id = models.TextField(editable=False)

    objects = PatientQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "lookup"], name="patient_digest_once")
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def external_id(self) -> str:
        return open_id(self.project_id, self.pk, self.sealed_id)

    @external_id.setter
    def external_id(self, value: str) -> None:
        key = sealing_key(self.project_id, Patient.objects.filter(project=self.project_id).exists)
        self.lookup = digest_of_id(key, value)
        self.sealed_id = seal_id(key, self.project_id, self.pk, value)


class PatientRecord(models.Model):
    """The structured identity, in a table of its own, apart from the notes, sealed (`identity` opens it).

    `identity` has the keys of a note's `patient` object (docs/formats.md), without `id`. It is saved as `sealed`.
    """

    patient = models.OneToOneField(
        Patient, on_delete=models.CASCADE, primary_key=True, related_name="record"
    )
    sealed = models.TextField(blank=True, default="", editable=False)

    def __str__(self) -> str:
        return str(self.patient_id)

    @property
    def identity(self) -> dict[str, Any]:
        return open_identity(self.patient.project_id, self.patient_id, self.sealed)

    @identity.setter
    def identity(self, value: dict[str, Any]) -> None:
        project_id = self.patient.project_id
        key = sealing_key(project_id, Patient.objects.filter(project=project_id).exists)
        self.sealed = seal_identity(key, project_id, self.patient_id, value)


class DocumentQuerySet(models.QuerySet["Document"]):
    def published(self) -> Self:
        """Without the notes of an import that has not ended well, and without those set aside."""
        unfinished = models.Q(batch__in=unfinished_batches())
        return self.filter(~unfinished, ~models.Q(pk__in=notes_aside()))

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Notes of the projects where the person may read notes."""
        projects = Project.objects.visible_to(user, Permission.READ_NOTES)
        return self.published().filter(project__in=projects)


class PublishedManager(models.Manager["Document"]):
    """The default: an import writes its notes by small transactions, unseen until all are there."""

    def get_queryset(self) -> DocumentQuerySet:
        return DocumentQuerySet(self.model, using=self._db).published()

    def visible_to(self, user: User | AnonymousUser) -> DocumentQuerySet:
        # not from get_queryset(): the query would ask twice whether the import is done
        return DocumentQuerySet(self.model, using=self._db).visible_to(user)


class Document(models.Model):
    """One note."""

    class State(models.TextChoices):
        IMPORTED = "imported", _("importée")
        PREANNOTATED = "preannotated", _("pré-annotée")
        IN_PROGRESS = "in_progress", _("en cours")
        COMPARE = "compare", _("à comparer")
        GOLD = "gold", _("validée")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="documents", db_index=False
    )
    batch = models.ForeignKey(
        ImportBatch, on_delete=models.PROTECT, null=True, related_name="documents"
    )
    patient = models.ForeignKey(
        Patient, on_delete=models.PROTECT, null=True, related_name="documents"
    )
    external_id = models.CharField(max_length=200)
    position = models.PositiveIntegerField()  # order of arrival in the project, from 1
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    doc_type = models.CharField(max_length=60, blank=True)
    doc_date = models.DateField(null=True)
    stay = models.CharField(max_length=200, blank=True)  # the hospital's id of the stay, if known
    service = models.CharField(max_length=60, blank=True)  # where it was written, if known
    state = models.CharField(max_length=12, choices=State.choices, default=State.IMPORTED)
    # What `annotation.domain.risk` says of the newest suggestion, and the note's own random number
    # in [0, 1): here, beside the state, so that the queue follows one index. The defaults come
    # last in every order.
    risk = models.FloatField(default=-1)
    uncertainty = models.FloatField(default=-1)
    draw = models.FloatField(default=2)
    # What the last choice of notes to correct next made of it: the greater the sooner, -1 not chosen.
    pick = models.FloatField(default=-1)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PublishedManager()
    staged_too = DocumentQuerySet.as_manager()  # for the importer and what sets notes aside

    class Meta:
        ordering = ["project", "position"]
        constraints = [
            models.UniqueConstraint(fields=["project", "external_id"], name="document_once"),
        ]
        # Each holds all that its query asks, so that no row is fetched: that is where texts are.
        indexes = [
            models.Index(fields=["project", "batch", "state", "doc_type"], name="document_tally"),
            models.Index(fields=["project", "position", "batch", "id"], name="document_places"),
            models.Index(
                fields=["project", "state", "position", "batch", "id"], name="document_states"
            ),
            models.Index(
                fields=["project", "doc_type", "state", "position", "batch", "id"],
                name="document_types",
            ),
            models.Index(
                fields=["project", "doc_date", "position", "batch", "state", "doc_type", "id"],
                name="document_dates",
            ),
            models.Index(fields=["project", "state", "-risk", "position"], name="document_risks"),
            models.Index(
                fields=["project", "state", "-uncertainty", "position"], name="document_doubts"
            ),
            models.Index(fields=["project", "state", "draw", "position"], name="document_draws"),
            models.Index(fields=["project", "state", "-pick", "position"], name="document_picks"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding and "text" not in self.get_deferred_fields():
            fields = kwargs.get("update_fields")
            if fields is None or {"text", "sha256"} & set(fields):
                raise TypeError("a note's text never changes: save with update_fields")
        super().save(*args, **kwargs)

    @property
    def title(self) -> str:
        """What a page or a list calls the note: its type and number, never its text or id."""
        words = {"type": self.doc_type or _("Note"), "number": self.position}
        return _("%(type)s n° %(number)d") % words
