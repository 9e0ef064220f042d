"""Noise level and mechanisms: what the preview redraws and an export fixes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

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


class PreviewForm(PolicyForm):
    """One redraw. `draw` numbers the throw-away keys, so that other values may be asked for."""

    note = forms.UUIDField()
    draw = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    whole = forms.BooleanField(required=False)


class CardForm(PreviewForm):
    """The card of one entity of that redraw: its rank in the patient's file."""

    entity = forms.IntegerField(min_value=0)
