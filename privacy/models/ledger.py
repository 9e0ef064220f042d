"""The ledger: what each patient's account has spent, draw by draw, and never a value."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.roles import Permission
from privacy.domain.policy import DEFAULT_PRIOR
from privacy.models.export import ExportRequest
from privacy.models.prior import PlacePriorChoice
from privacy.models.study import Study

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User

DEFAULT_CAP = Decimal(10)
CAP_MIN, CAP_MAX = Decimal("0.1"), Decimal(1000)


class PrivacySettings(models.Model):
    """What a project's steward has set. Without a row the defaults hold."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, primary_key=True, related_name="privacy_settings"
    )
    epsilon_cap = models.DecimalField(
        _("plafond de ε par patient"),
        max_digits=6,
        decimal_places=2,
        default=DEFAULT_CAP,
        validators=[MinValueValidator(CAP_MIN), MaxValueValidator(CAP_MAX)],
    )
    # what places are compared by: see `privacy.selectors.place_policy`
    area = models.CharField(max_length=10, default="FR")
    place_features = models.JSONField(default=list, blank=True)
    place_metric = models.CharField(max_length=64, blank=True)
    place_prior = models.CharField(
        max_length=10, choices=PlacePriorChoice.choices, default=DEFAULT_PRIOR
    )

    def __str__(self) -> str:
        return str(self.project_id)


class Ledger(models.Model):
    """The ledger of the installation: a single row, locked by who charges."""

    opened_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)


class LedgerQuerySet(models.QuerySet["LedgerCharge"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        return self.filter(project__in=Project.objects.visible_to(user, Permission.SEE_EXPORTS))


class LedgerCharge(models.Model):
    """One draw of one account of the installation. Held while no export that uses it is approved, settled for ever after.

    `account` and `memo` are keyed HMACs (`privacy.domain.ledger`): a patient who is deleted and
    imported again finds his account as he left it.
    """

    # what a project has let out stays spent: it can't be deleted over it
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="charges")
    key_version = models.PositiveIntegerField()
    account = models.CharField(max_length=32)
    # False: an account of the project alone, until its person comes along (`privacy.services.join_accounts`)
    is_joined = models.BooleanField(default=True)
    memo = models.CharField(max_length=64)
    element_class = models.CharField(max_length=30)
    epsilon = models.CharField(max_length=60)  # exact: "p/q"
    # False: no bound is proved, ε is a least loss (`shift`, the articles' variants)
    has_bound = models.BooleanField(default=True)
    charged_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
    uses: models.ManyToManyField[ExportRequest, ChargeUse] = models.ManyToManyField(
        ExportRequest, through="ChargeUse", related_name="charges"
    )

    objects = LedgerQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "memo"], name="charge_once")]
        indexes = [
            models.Index(fields=["account"], name="charge_of_account"),
            models.Index(fields=["project"], condition=Q(is_joined=False), name="charge_to_join"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.epsilon}"

    @property
    def exact(self) -> Fraction:
        return Fraction(self.epsilon)


class ChargeUse(models.Model):
    """An export whose file shows this draw."""

    charge = models.ForeignKey(LedgerCharge, on_delete=models.CASCADE, related_name="+")
    export = models.ForeignKey(ExportRequest, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["export", "charge"], name="use_once")]

    def __str__(self) -> str:
        return f"{self.export_id} {self.charge_id}"
