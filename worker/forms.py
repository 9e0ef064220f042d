"""The one choice that goes with putting a model into service."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ServiceForm(forms.Form):
    preannotate = forms.BooleanField(
        required=False,
        label=_("Relire les notes avec ce modèle"),
        help_text=_(
            "Les notes que personne n'a commencées recevront ses suggestions ; "
            "le travail en cours ne change pas."
        ),
    )
