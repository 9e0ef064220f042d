"""An export: what, for whom, why, at what privacy cost, who decided."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from privacy.domain.budget import MOST_SHARE, Shares
from privacy.domain.certified import all_pass
from privacy.domain.export_moves import ExportState
from privacy.domain.policy import WITHOUT_PROOF
from privacy.models.prior import PlacePriorChoice
from privacy.models.study import Study

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User

EPSILON_MIN, EPSILON_MAX = Decimal("0.1"), Decimal(10)
ELEMENTS_MAX = 1000
ELEMENTS = [MinValueValidator(1), MaxValueValidator(ELEMENTS_MAX)]
WORD_EPSILON_MIN, WORD_EPSILON_MAX = 1, 100
WORD_EPSILON = [MinValueValidator(WORD_EPSILON_MIN), MaxValueValidator(WORD_EPSILON_MAX)]
SHARE = [MinValueValidator(1), MaxValueValidator(MOST_SHARE)]


class ExportQuerySet(models.QuerySet["ExportRequest"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.SEE_EXPORTS))

    def past_their_date(self) -> Self:
        """Approved so long ago that they are downloaded no more."""
        before = timezone.now() - timedelta(days=settings.EXPORT_DOWNLOAD_DAYS)
        return self.filter(state=ExportRequest.State.RELEASED, decided_at__lte=before)


class ExportRequest(models.Model):
    """`sha256` is that of the built bytes; the approval is bound to it and a download checks it."""

    class State(models.TextChoices):
        REQUESTED = ExportState.REQUESTED.value, _("demandé")
        BUILT = ExportState.BUILT.value, _("à décider")
        QUARANTINED = ExportState.QUARANTINED.value, _("en quarantaine")
        FAILED = ExportState.FAILED.value, _("échec de la fabrication")
        RELEASED = ExportState.RELEASED.value, _("approuvé")
        REFUSED = ExportState.REFUSED.value, _("refusé")
        WITHDRAWN = ExportState.WITHDRAWN.value, _("retiré")

    class Scope(models.TextChoices):
        GOLD = "gold", _("Notes validées seulement")
        ALL = "all", _("Toutes les notes annotées, validées ou non")

    class Dates(models.TextChoices):
        METRIC = "metric", _("Bruit métrique")
        TCHOUKA2023 = "tchouka2023", _("Chaîne d'intervalles, article de 2023 (sans garantie)")
        TCHOUKA2022 = "tchouka2022", _("Intervalles par catégorie, article de 2022 (sans garantie)")
        SHIFT = "shift", _("Décalage uniforme (sans garantie)")
        TAG = "tag", _("Étiquette")

    class Places(models.TextChoices):
        METRIC = "metric", _("Bruit métrique")
        TCHOUKA2023 = "tchouka2023", _("Dix communes voisines, article de 2023 (sans garantie)")
        TCHOUKA2024 = "tchouka2024", _("Dix communes voisines, article de 2024 (sans garantie)")
        GEOIND = "geoind", _("Géo-indistinguabilité (ε pour 50 km)")
        RANDOM = "random", _("Commune au hasard")
        TAG = "tag", _("Étiquette")

    class Texts(models.TextChoices):
        KNEO = "kneo", _("Mot voisin, parmi cinq (sans garantie)")
        SENTENCE = "sentence", _("Phrase voisine, parmi cinq (sans garantie)")
        NOISE = "noise", _("Mot tiré, bruit métrique (ε par mot, sans garantie pour un texte)")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="exports")
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="exports")
    key_version = models.PositiveIntegerField(default=1)  # of the study's key, fixed at the request
    number = models.PositiveIntegerField()  # 1, 2… in the project: what people call it
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    # besides: whoever had it built again. None of them decides about it
    asked_by = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    requested_at = models.DateTimeField(auto_now_add=True)
    # exact decimal: the certificate speaks of this number, not of a float near it
    epsilon = models.DecimalField(
        max_digits=6,
        decimal_places=2,
        validators=[MinValueValidator(EPSILON_MIN), MaxValueValidator(EPSILON_MAX)],
    )
    # N fixed in advance: ε_i = ε/N for every element, what exceeds N is tagged. Null: ε/n
    elements = models.PositiveSmallIntegerField(null=True, blank=True, validators=ELEMENTS)
    # how ε is shared among the values of a patient, by class (`privacy.domain.budget.Shares`)
    share_dates = models.PositiveSmallIntegerField(default=1, validators=SHARE)
    share_places = models.PositiveSmallIntegerField(default=1, validators=SHARE)
    share_ages = models.PositiveSmallIntegerField(default=1, validators=SHARE)
    dates = models.CharField(max_length=20, choices=Dates.choices, default=Dates.METRIC)
    places = models.CharField(max_length=20, choices=Places.choices, default=Places.METRIC)
    area = models.CharField(max_length=10, default="FR")
    # the project's features when it was asked for, "" without any: see `privacy.selectors.place_policy`
    place_features = models.JSONField(default=list, blank=True)
    place_metric = models.CharField(max_length=64, blank=True)
    place_prior = models.CharField(
        max_length=10, choices=PlacePriorChoice.choices, default=PlacePriorChoice.UNIFORM
    )
    reference_date = models.DateField()
    # labels replaced by themselves, sorted; what the mechanisms `tag` say is among them
    tags = models.JSONField(default=list, blank=True)
    cap_ages = models.BooleanField(default=False)  # no surrogate tells an age above 89
    note_dates = models.BooleanField(default=False)  # each note leaves with a noisy date of its own
    # whole texts instead of entities ("": entities), by neighbours of a released export; ε and mechanisms then mean nothing
    texts = models.CharField(max_length=10, choices=Texts.choices, blank=True)
    # of `noise`: ε of each distinct word of a patient, per unit of distance between words; null for all else
    word_epsilon = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True, validators=WORD_EPSILON
    )
    pool = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+")
    scope = models.CharField(max_length=4, choices=Scope.choices, default=Scope.GOLD)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=12, choices=State.choices, default=State.REQUESTED)
    built_at = models.DateTimeField(null=True)
    effects_seen = models.PositiveIntegerField(default=0)  # as a data set's
    document_count = models.PositiveIntegerField(default=0)
    patient_count = models.PositiveIntegerField(default=0)
    size_bytes = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    # counts by mechanism and label, warnings, mechanism parameters: no original value
    manifest = models.JSONField(default=dict)
    # leak scan: [{"public_id", "start", "end", "kind", "label"}], offsets in the exported text
    findings = models.JSONField(default=list)
    # `privacy.domain.attacks.reidentification.figures`: counts, for who decides; they never leave with the file
    cohort = models.JSONField(default=dict, blank=True)
    # notes to be read before it leaves: [{"public_id", "why", "risk", "reasons", "doubts"}], offsets in the exported text
    sample = models.JSONField(default=list, blank=True)
    # since the export approved last: {"number", "added", "removed", "changed", "same"}, or its number alone
    changes = models.JSONField(default=dict, blank=True)
    # what the reading said when it was approved: {"read", "drawn", "leaks", "bound"}
    reading = models.JSONField(default=dict, blank=True)
    finding_count = models.PositiveIntegerField(default=0)  # `findings` keeps the first ones only
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    decided_sha256 = models.CharField(max_length=64, blank=True)
    decision_reason = models.TextField(_("motif"), blank=True)
    # approved though a certificate fails: the steward signed for it, `decision_reason` says why
    is_override = models.BooleanField(default=False)

    objects = ExportQuerySet.as_manager()

    class Meta:
        ordering = ["-requested_at"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="export_number_once"),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True) | ~Q(decided_by=F("requested_by")),
                name="export_decided_by_somebody_else",
            ),
            models.CheckConstraint(
                condition=Q(epsilon__gte=EPSILON_MIN) & Q(epsilon__lte=EPSILON_MAX),
                name="export_epsilon_in_range",
            ),
            models.CheckConstraint(
                condition=Q(is_override=False) | ~Q(decision_reason=""),
                name="export_override_explained",
            ),
            models.CheckConstraint(
                condition=~Q(state="released") | Q(decided_by__isnull=False),
                name="export_released_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state="released") | (~Q(sha256="") & Q(decided_sha256=F("sha256"))),
                name="export_released_as_approved",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def expires_at(self) -> datetime | None:
        """From then on it is downloaded no more; None while it is not approved."""
        if self.decided_at is None or self.state != self.State.RELEASED:
            return None
        return self.decided_at + timedelta(days=settings.EXPORT_DOWNLOAD_DAYS)

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def askers(self) -> list[User]:
        """Who asked for it and who had it built again."""
        return [self.requested_by, *self.asked_by.exclude(pk=self.requested_by_id)]

    @property
    def shares(self) -> Shares:
        return Shares(self.share_dates, self.share_places, self.share_ages)

    @property
    def is_certified(self) -> bool:
        """False unless every certificate built with the file passes: else approving needs a signed override.

        Before the build, what is known of the mechanisms' names.
        """
        if self.built_at is None:
            return not self.texts and not {self.dates, self.places} & WITHOUT_PROOF
        return all_pass(self.manifest.get("certificates", []))
