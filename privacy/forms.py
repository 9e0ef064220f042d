"""Forms of the preview and of the exports: shape and field rules."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.accounts.permissions import signed_in
from privacy.models import ExportRequest, Study
from privacy.models.export import ELEMENTS_MAX, EPSILON_MAX, EPSILON_MIN
from privacy.models.ledger import CAP_MAX, CAP_MIN
from privacy.place_features import place_policy_of
from privacy.selectors import area_choices, studies_of
from privacy.services import ExportOrder


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


class ExportForm(PolicyForm):
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

    def order(self) -> ExportOrder:
        """What the service takes, once the form is valid."""
        wanted = ("epsilon", "reference_date", "dates", "places", "area", "scope", "elements",
                  "request_id")  # fmt: skip
        return ExportOrder(**{name: self.cleaned_data[name] for name in wanted})


class CostForm(ExportForm):
    """The same order, for whoever wants its cost before naming the study."""

    def clean(self) -> dict[str, Any]:
        return forms.Form.clean(self) or {}


class SignedForm(forms.Form):
    """What the person's password signs: an open session alone must not let data out or end a key."""

    password = forms.CharField(
        label=_("Votre mot de passe"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Saisissez votre mot de passe pour signer la décision.")},
    )

    def __init__(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_password(self) -> str:
        """Through `authenticate`, so that wrong tries count towards the lock-out."""
        password: str = self.cleaned_data["password"]
        if self._request is None:
            return password
        user = signed_in(self._request)
        known = authenticate(self._request, username=user.get_username(), password=password)
        if known is None or known.pk != user.pk:
            raise forms.ValidationError(_t("Ce mot de passe n'est pas le vôtre."))
        return password


class DecisionForm(SignedForm):
    """Approve or refuse what was shown; `sha256` is the file the page spoke of."""

    decision = forms.ChoiceField(choices=[("approve", ""), ("refuse", "")])
    sha256 = forms.RegexField(r"^[0-9a-f]{64}$", required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Motif"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


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


class CapForm(SignedForm):
    """The most ε that one patient of the project may spend."""

    epsilon_cap = forms.DecimalField(
        label=_("Plafond de ε par patient, toutes études réunies"),
        min_value=CAP_MIN,
        max_value=CAP_MAX,
        max_digits=6,
        decimal_places=2,
        localize=False,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
    )
    field_order = ("epsilon_cap", "password")
