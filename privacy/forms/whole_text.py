"""Which method makes a whole text another, and with how much noise."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from privacy.domain.obfuscation.method import TextMethod
from privacy.models import ExportRequest


class WholeTextForm(forms.Form):
    method = forms.ChoiceField(
        label=_("Méthode"),
        choices=ExportRequest.Texts.choices,
        initial=TextMethod.KNEO.value,
        required=False,
    )
    epsilon = forms.DecimalField(
        label=_("ε d'un mot"), min_value=1, max_value=100, initial=20, required=False
    )
