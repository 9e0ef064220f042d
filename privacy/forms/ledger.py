"""The cap of the ledger."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.signed import SignedForm
from privacy.models.ledger import CAP_MAX, CAP_MIN


class CapForm(SignedForm):
    """The most ε that one patient of the project may spend."""

    epsilon_cap = forms.DecimalField(
        label=_("Plafond de ε par patient, toutes études et tous projets réunis"),
        min_value=CAP_MIN,
        max_value=CAP_MAX,
        max_digits=6,
        decimal_places=2,
        localize=False,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
    )
    field_order = ("epsilon_cap", "password")
