"""The question put to the certificates: a budget, an area, a scale, a distance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from privacy.domain.certificates.question import Question
from privacy.domain.places.place_policy import PlacePolicy
from privacy.domain.policy import PlacePrior, parse_number
from privacy.models import ExportRequest
from privacy.models.export import ELEMENTS_MAX, EPSILON_MAX, EPSILON_MIN
from privacy.presentation.areas import area_choices

_LARGEST: Final = 100  # an s beyond leaves nothing to draw: every weight but one is the floor


def _mechanisms() -> list[Any]:
    return [
        ("", _("Tous")),
        (_("Dates et âges"), [(f"dates-{value}", name) for value, name in ExportRequest.Dates.choices]),
        (_("Lieux"), [(f"places-{value}", name) for value, name in ExportRequest.Places.choices]),
    ]  # fmt: skip


class CertificateForm(forms.Form):
    """Sent in the address: the same question can be asked again, and nothing is written."""

    epsilon = forms.DecimalField(
        label=_("Niveau de bruit ε par patient"),
        min_value=EPSILON_MIN,
        max_value=EPSILON_MAX,
        max_digits=6,
        decimal_places=2,
        localize=False,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
    )
    elements = forms.IntegerField(
        label=_("Valeurs qui se le partagent"),
        min_value=1,
        max_value=ELEMENTS_MAX,
        help_text=_("Avec 4 valeurs, chacune reçoit ε/4."),
    )
    mechanism = forms.ChoiceField(label=_("Mécanisme"), choices=_mechanisms, required=False)
    area = forms.ChoiceField(label=_("Zone déclarée publique"), choices=area_choices)
    scale = forms.CharField(
        label=_("Échelle s du tirage des lieux"),
        required=False,
        max_length=40,
        help_text=_("Vide : celle des exports. Une échelle plus grande déplace moins."),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    features = forms.ChoiceField(label=_("Distance"), required=False)

    def __init__(self, policy: PlacePolicy, data: Any = None, **kwargs: Any) -> None:
        self._policy = policy
        defaults = {"epsilon": "1", "elements": "1", "area": policy.area, "features": "project"}
        given = data.dict() if data else {}
        super().__init__({**defaults, **given}, **kwargs)
        field: Any = self.fields["features"]
        if policy.metric:
            names = ", ".join([*(item.column for item in policy.compared), *_prior_of(policy)])
            field.choices = [
                ("project", _t("celle du projet, avec %(names)s") % {"names": names}),
                ("plain", _t("kilomètres et population seulement")),
            ]
        else:
            field.choices = [("project", ""), ("plain", "")]
            field.widget = forms.HiddenInput()

    def clean_scale(self) -> Fraction | None:
        text = self.cleaned_data["scale"].strip()
        if not text:
            return None
        try:
            value = parse_number(text)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError(_t("Un nombre positif est attendu.")) from None
        if not 0 < value <= _LARGEST:
            raise forms.ValidationError(
                _t("Un nombre positif, %(most)d au plus, est attendu.") % {"most": _LARGEST}
            )
        return value

    def question(self) -> Question:
        """What is asked, once the form is valid."""
        data = self.cleaned_data
        policy = PlacePolicy() if data["features"] == "plain" else self._policy
        return Question(
            epsilon=Fraction(data["epsilon"]) / data["elements"],
            area=data["area"],
            scale=data["scale"],
            features=policy.features,
            prior=policy.prior,
        )


def _prior_of(policy: PlacePolicy) -> list[str]:
    if policy.weights is not None:
        return [
            _t("les poids « %(column)s » au départ du tirage") % {"column": policy.weights.column}
        ]
    return [] if policy.prior is PlacePrior.UNIFORM else [_t("les habitants au départ du tirage")]
