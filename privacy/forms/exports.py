"""The request of an export, its cost, its decision."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from privacy.domain.export_order import ExportOrder
from privacy.forms.policy import PolicyForm, SharesForm
from privacy.forms.signed import SignedForm
from privacy.models import ExportRequest, Study
from privacy.models.export import ELEMENTS_MAX
from privacy.selectors.place_policy import place_policy_of
from privacy.selectors.studies import studies_of


class ExportForm(PolicyForm, SharesForm):
    """The request of an export: for whom, why, which notes, at what cost."""

    NEW = ""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    study = forms.ModelChoiceField(
        label=_("Étude"),
        queryset=Study.objects.none(),
        required=False,
        empty_label=_("Nouvelle étude…"),
        help_text=_("Une étude = un destinataire et une finalité ; ses exports se recoupent."),
    )
    name = forms.CharField(label=_("Nom de la nouvelle étude"), max_length=120, required=False)
    recipient = forms.CharField(label=_("Destinataire"), max_length=200, required=False)
    purpose = forms.CharField(
        label=_("Finalité"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    scope = forms.ChoiceField(label=_("Notes"), choices=ExportRequest.Scope.choices)
    reference_date = forms.DateField(
        label=_("Date de référence"),
        help_text=_("Publique : aucune date tirée ne la dépasse."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    elements = forms.IntegerField(
        label=_("Nombre d'éléments fixé d'avance, N (facultatif)"),
        required=False,
        min_value=1,
        max_value=ELEMENTS_MAX,
        help_text=_(
            "Pour une cohorte qui grandit : chaque valeur reçoit ε/N, les tirages restent les mêmes d'un "
            "export à l'autre et ne coûtent rien de plus. Ce qui dépasse N est remplacé par son étiquette."
        ),
    )

    field_order = (
        "request_id", "study", "name", "recipient", "purpose", "scope",
        "epsilon", "elements", "dates", "places", "area", "reference_date",
        "share_dates", "share_places", "share_ages",
    )  # fmt: skip

    def __init__(self, project: Project, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {})
        kwargs["initial"].setdefault("request_id", uuid.uuid4())
        kwargs["initial"].setdefault("reference_date", timezone.localdate())
        kwargs["initial"].setdefault("area", place_policy_of(project).area)
        super().__init__(*args, **kwargs)
        study: Any = self.fields["study"]
        study.queryset = studies_of(project)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("study") is None and "study" not in self.errors:
            for name in ("name", "recipient", "purpose"):
                if not (cleaned.get(name) or "").strip() and name not in self.errors:
                    self.add_error(name, _t("À remplir pour une nouvelle étude."))
        return cleaned

    def clean_share_ages(self) -> int | None:
        """The last of the three shares, and after N: with N fixed, ε_i is ε/N whatever the class."""
        found: int | None = self.cleaned_data["share_ages"]
        if self.cleaned_data.get("elements") and not self.shares().are_even:
            raise forms.ValidationError(
                _t("Avec un nombre d'éléments fixé d'avance, les parts sont égales.")
            )
        return found

    def order(self) -> ExportOrder:
        """What the service takes, once the form is valid."""
        wanted = ("epsilon", "reference_date", "dates", "places", "area", "scope", "elements",
                  "request_id")  # fmt: skip
        chosen = {name: self.cleaned_data[name] for name in wanted}
        return ExportOrder(**chosen, shares=self.shares())


class CostForm(ExportForm):
    """The same order, for whoever wants its cost before naming the study."""

    def clean(self) -> dict[str, Any]:
        return forms.Form.clean(self) or {}


class DecisionForm(SignedForm):
    """Approve or refuse what was shown; `sha256` is the file the page spoke of."""

    decision = forms.ChoiceField(choices=[("approve", ""), ("refuse", "")])
    override = forms.BooleanField(
        label=_("Je signe la dérogation : ce fichier sort sans borne de confidentialité."),
        required=False,
    )
    sha256 = forms.RegexField(r"^[0-9a-f]{64}$", required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Motif"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
