"""Which method makes a whole text another, and with how much noise."""

from __future__ import annotations

from functools import partial
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from privacy.domain.obfuscation.method import TextMethod
from privacy.models import ExportRequest
from privacy.models.export import WORD_EPSILON_MAX, WORD_EPSILON_MIN
from privacy.selectors.word_spaces import sentence_encoders

USUAL_WORD_EPSILON: Final = 20


# The ε of each word, which one method has and the others pass by.
word_epsilon_field = partial(
    forms.DecimalField,
    min_value=WORD_EPSILON_MIN,
    max_value=WORD_EPSILON_MAX,
    max_digits=5,
    decimal_places=2,
    initial=USUAL_WORD_EPSILON,
    required=False,
)


class EncoderForm(forms.Form):
    encoder = forms.ChoiceField(
        label=_("Phrases comparées par"), choices=sentence_encoders, required=False
    )


class WholeTextForm(forms.Form):
    method = forms.ChoiceField(
        label=_("Méthode"),
        choices=ExportRequest.Texts.choices,
        initial=TextMethod.KNEO.value,
        required=False,
    )
    epsilon = word_epsilon_field(label=_("ε d'un mot"))
