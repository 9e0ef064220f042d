"""A study, and the two things that its key can undergo."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.signed import SignedForm


class StudyForm(forms.Form):
    """A study: one recipient, one purpose."""

    name = forms.CharField(label=_("Nom de l'étude"), max_length=120)
    recipient = forms.CharField(label=_("Destinataire"), max_length=200)
    purpose = forms.CharField(
        label=_("Finalité"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


class RotateForm(SignedForm):
    """A new version of a study's key; `version` is the one that the page showed."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class DestroyForm(SignedForm):
    """The end of a study's key, with its name typed."""

    confirmation = forms.CharField(
        label=_("Nom de l'étude, à recopier"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("confirmation", "password")
