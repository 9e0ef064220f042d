"""Forms of the data set pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.domain.datasets.split import Shares
from annotation.domain.formats.registry import WRITABLE
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.services.build_snapshot import Order
from deidweb.accounts.signed import SignedForm


class SnapshotForm(forms.Form):
    """Shares are asked for in hundredths."""

    test = forms.IntegerField(label=_("Part de test (%)"), min_value=0, max_value=50, initial=10)
    validation = forms.IntegerField(
        label=_("Part de validation (%)"), min_value=0, max_value=40, initial=10
    )
    seed = forms.IntegerField(
        label=_("Numéro du tirage"),
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        help_text=_(
            "Le même numéro répartit les mêmes patients de la même façon. Les réentraînements prennent le numéro 0 et un "
            "dixième de test : avec d'autres valeurs, des notes de test ont pu servir à apprendre au modèle du projet."
        ),
    )

    def order(self) -> Order:
        data = self.cleaned_data
        return Order(data["seed"], Shares(data["test"] / 100, data["validation"] / 100))


class FileForm(forms.Form):
    format = forms.ChoiceField(
        label=_("Format"), choices=[(item.name, _(item.title)) for item in WRITABLE]
    )
    part = forms.ChoiceField(label=_("Notes"), choices=DatasetFile.Part.choices)


class FileDecisionForm(SignedForm):
    """Lets a file leave or not; `sha256` is the one that the page spoke of."""

    decision = forms.ChoiceField(choices=[("approve", ""), ("refuse", "")])
    sha256 = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
    override = forms.BooleanField(required=False)
    reason = forms.CharField(
        label=_("À qui va ce fichier, et pourquoi"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class CompareForm(forms.Form):
    """Which snapshot to compare with."""

    before: forms.ModelChoiceField[DatasetSnapshot] = forms.ModelChoiceField(
        label=_("Comparer avec"), queryset=None, empty_label=None
    )

    def __init__(self, data: Any, snapshot: DatasetSnapshot) -> None:
        super().__init__(data)
        others = DatasetSnapshot.objects.filter(project=snapshot.project).exclude(pk=snapshot.pk)
        field = self.fields["before"]
        field.queryset = others  # type: ignore[attr-defined]
        field.initial = others.filter(number__lt=snapshot.number).first()  # newest first
        field.label_from_instance = (  # type: ignore[attr-defined]
            lambda item: _("Jeu n° %(number)d") % {"number": item.number}
        )
