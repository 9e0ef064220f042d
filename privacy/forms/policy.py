"""Noise level and mechanisms: what the preview redraws and an export fixes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from privacy.domain.budget import MOST_SHARE, Shares
from privacy.models import ExportRequest
from privacy.models.export import EPSILON_MAX, EPSILON_MIN
from privacy.presentation.areas import area_choices


class PolicyForm(forms.Form):
    """Noise level and mechanisms: what the preview redraws and an export fixes."""

    epsilon = forms.DecimalField(
        label=_("Niveau de bruit ε par patient"),
        min_value=EPSILON_MIN,
        max_value=EPSILON_MAX,
        max_digits=6,
        decimal_places=2,
        initial=1,
        localize=False,
        help_text=_("De 0,1 (beaucoup de bruit) à 10 (peu de bruit)."),
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
    )
    dates = forms.ChoiceField(label=_("Dates et âges"), choices=ExportRequest.Dates.choices)
    places = forms.ChoiceField(label=_("Lieux"), choices=ExportRequest.Places.choices)
    area = forms.ChoiceField(
        label=_("Zone déclarée publique"),
        choices=area_choices,
        help_text=_("Les communes sont tirées dans cette zone : elle est donc révélée."),
    )


class SharesForm(forms.Form):
    """How ε is shared among the values of a patient. Left out, all are alike."""

    share_dates = forms.IntegerField(
        label=_("Part d'une date"), min_value=1, max_value=MOST_SHARE, initial=1, required=False
    )
    share_places = forms.IntegerField(
        label=_("Part d'un lieu"), min_value=1, max_value=MOST_SHARE, initial=1, required=False
    )
    share_ages = forms.IntegerField(
        label=_("Part d'un âge ou d'une durée"),
        min_value=1,
        max_value=MOST_SHARE,
        initial=1,
        required=False,
        help_text=_(
            "Ce que chaque valeur reçoit de ε, les unes par rapport aux autres : de part 3, une date reçoit trois fois "
            "ce que reçoit un lieu de part 1, bouge moins, et les lieux bougent plus. Le total reste ε. À petit ε, la "
            "distance est le prix du budget ; que la commune tirée soit vraisemblable ne coûte rien."
        ),
    )

    @property
    def shares_fields(self) -> list[forms.BoundField]:
        return [self[f"share_{name}"] for name in Shares._fields]

    def shares(self) -> Shares:
        """Once the form is valid."""
        return shares_of(self.cleaned_data)


def shares_of(values: Mapping[str, Any]) -> Shares:
    """The shares that a form left, 1 where it says nothing."""
    return Shares(*(values.get(f"share_{name}") or 1 for name in Shares._fields))


class PreviewForm(PolicyForm, SharesForm):
    """One redraw. `draw` numbers the throw-away keys, so that other values may be asked for."""

    note = forms.UUIDField()
    draw = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    whole = forms.BooleanField(required=False)


class CardForm(PreviewForm):
    """The card of one entity of that redraw: its rank in the patient's file."""

    entity = forms.IntegerField(min_value=0)
