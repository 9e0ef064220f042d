"""The request of an export, its cost, its decision."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from annotation.domain.labels import Label
from annotation.presentation.label_names import LABEL_NAMES
from deidweb.accounts.models import Project
from deidweb.accounts.signed import SignedForm
from privacy.domain.export_order import ExportOrder
from privacy.domain.obfuscation.method import TextMethod
from privacy.forms.policy import PolicyForm, SharesForm
from privacy.forms.whole_text import word_epsilon_field
from privacy.models import ExportReading, ExportRequest, Study
from privacy.models.export import ELEMENTS_MAX
from privacy.selectors.place_policy import place_policy_of
from privacy.selectors.studies import studies_of
from privacy.selectors.word_spaces import missing_neighbours, teaching_exports

# one choice a kind of entity: the labels that it covers
TAG_CHOICES: Final = (
    *(
        (label.value, LABEL_NAMES[label])
        for label in (Label.DATE, Label.AGE, Label.LOC, Label.PER, Label.ORG)
    ),
    ("TEL,MAIL,REF,QID", _("Contacts, références et identifiants")),
)


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

    tags = forms.MultipleChoiceField(
        label=_("Remplacés par leur étiquette"),
        required=False,
        choices=TAG_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("« [NOM] », « [VILLE] »… au lieu d'une valeur fictive ; ne coûte rien."),
    )
    cap_ages = forms.BooleanField(
        label=_("Plafonner les âges à 89 ans"),
        required=False,
        help_text=_(
            "Au-delà, « 90 ans ou plus » ; les dates qui diraient un tel âge deviennent le début de l'année "
            "qui précède de 90 ans la date de référence."
        ),
    )
    note_dates = forms.BooleanField(
        label=_("Joindre à chaque note sa date, bruitée"),
        required=False,
        help_text=_(
            "Elle compte parmi les dates du patient : elle coûte, sauf si un texte la donne. Le type de la note et "
            "un pseudonyme du séjour sont joints dans tous les cas, s'ils sont connus."
        ),
    )

    texts = forms.ChoiceField(
        label=_("Texte entier"),
        required=False,
        choices=[("", _("Non : les entités seules")), *ExportRequest.Texts.choices],
        help_text=_(
            "Chaque mot ou chaque phrase devient un autre : ε, mécanismes et étiquettes ne comptent plus, aucune borne ne "
            "tient pour un patient, et l'export ne sort que par une dérogation signée."
        ),
    )
    pool: forms.ModelChoiceField[ExportRequest] = forms.ModelChoiceField(
        label=_("Voisins tirés de l'export"), queryset=None, required=False, empty_label="–"
    )

    word_epsilon = word_epsilon_field(label=_("ε d'un mot, pour le bruit métrique"))

    field_order = (
        "request_id", "study", "name", "recipient", "purpose", "scope",
        "epsilon", "elements", "dates", "places", "tags", "cap_ages", "note_dates", "area", "reference_date", "texts", "pool", "word_epsilon",
        "share_dates", "share_places", "share_ages",
    )  # fmt: skip

    RARE = (
        "elements", "tags", "cap_ages", "note_dates", "texts", "pool", "word_epsilon",
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
        pool: Any = self.fields["pool"]
        pool.queryset = teaching_exports(project)
        pool.label_from_instance = lambda item: _t("Export n° %(number)s") % {"number": item.number}
        if not pool.queryset.exists():  # nothing to draw neighbours from
            del self.fields["texts"], self.fields["pool"], self.fields["word_epsilon"]

    def usual_fields(self) -> list[forms.BoundField]:
        """What every order asks for."""
        return [field for field in self.visible_fields() if field.name not in self.RARE]

    def rare_fields(self) -> list[forms.BoundField]:
        """What most orders leave as it is: folded, unless one of them `has_rare`."""
        return [field for field in self.visible_fields() if field.name in self.RARE]

    def has_rare(self) -> bool:
        touched = {*self.changed_data, *self.errors} if self.is_bound else set()
        return not touched.isdisjoint(self.RARE)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("study") is None and "study" not in self.errors:
            for name in ("name", "recipient", "purpose"):
                if not (cleaned.get(name) or "").strip() and name not in self.errors:
                    self.add_error(name, _t("À remplir pour une nouvelle étude."))
        return cleaned

    def clean_pool(self) -> ExportRequest | None:
        """After `texts`."""
        pool: ExportRequest | None = self.cleaned_data["pool"]
        texts = self.cleaned_data.get("texts")
        if texts and (reason := missing_neighbours(texts, pool)):
            raise forms.ValidationError(reason)
        return pool

    def clean_word_epsilon(self) -> Decimal | None:
        """After `texts`."""
        told: Decimal | None = self.cleaned_data["word_epsilon"]
        if self.cleaned_data.get("texts") == TextMethod.NOISE and told is None:
            raise forms.ValidationError(_t("Choisissez l'ε d'un mot."))
        return told

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
                  "cap_ages", "note_dates", "request_id")  # fmt: skip
        tags = [label for names in self.cleaned_data["tags"] for label in names.split(",")]
        chosen = {name: self.cleaned_data[name] for name in wanted}
        pool = self.cleaned_data.get("pool")
        return ExportOrder(
            **chosen,
            tags=tuple(sorted(tags)),
            shares=self.shares(),
            texts=self.cleaned_data.get("texts", ""),
            pool=pool.pk if pool else None,
            word_epsilon=self.cleaned_data.get("word_epsilon"),
        )


class CostForm(ExportForm):
    """The same order, for whoever wants its cost before naming the study."""

    def clean(self) -> dict[str, Any]:
        return forms.Form.clean(self) or {}


class TickForm(forms.Form):
    """What a person saw in a note; `seal` says that it was shown to him."""

    seal = forms.CharField(max_length=500, widget=forms.HiddenInput)
    verdict = forms.ChoiceField(
        choices=ExportReading.Verdict.choices,
        error_messages={"required": _("Dites ce que vous voyez dans la note exportée.")},
    )


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
