"""Forms of the distance between communes: a table of features, and the choice among its columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from privacy.domain.places.features import MAX_BYTES
from privacy.domain.places.place_policy import PlacePolicy, Wanted
from privacy.domain.policy import DEFAULT_PRIOR, PlacePrior
from privacy.models import FeatureFile
from privacy.models.prior import PlacePriorChoice
from privacy.presentation.areas import area_choices
from privacy.presentation.numbers import decimal

_MEGABYTES: Final = MAX_BYTES // 1024**2


class FeatureFileForm(forms.Form):
    """A table to import. What is in it is checked by the service, line by line."""

    name = forms.CharField(
        label=_("Nom de la table"),
        max_length=80,
        help_text=_("Ce qu'elle contient et son année, par exemple « Radon, 2021 »."),
    )
    file = forms.FileField(
        label=_("Fichier CSV"),
        allow_empty_file=True,
        help_text=_(
            "Une ligne par commune (colonne « insee_code ») ou par département (colonne « dep_code »), "
            "des colonnes de nombres. En UTF-8, 20 Mo et deux millions de cellules au plus, compressé (.gz) ou non. "
            "Données publiques seulement : rien sur vos patients."
        ),
        error_messages={"required": _("Choisissez un fichier.")},
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.gz,text/csv"}),
    )

    def clean_file(self) -> UploadedFile:
        """Before anything is read into memory."""
        upload: UploadedFile = self.cleaned_data["file"]
        if (upload.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                _t("Le fichier dépasse %(limit)d Mo.") % {"limit": _MEGABYTES}
            )
        return upload


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One column as the form shows it."""

    use: forms.BoundField
    scale: forms.BoundField
    column: str
    spread: str
    known: int


@dataclass(frozen=True, slots=True)
class ChoiceTable:
    """One file and its columns."""

    file: FeatureFile
    rows: list[ChoiceRow]


class PlacePolicyForm(forms.Form):
    """The area, and for every column whether it counts and by what scale."""

    area = forms.ChoiceField(
        label=_("Zone proposée pour les exports"),
        choices=area_choices,
        help_text=_("Les communes sont tirées dans cette zone : elle est donc révélée."),
    )

    prior = forms.ChoiceField(
        label=_("Communes tirées, avant toute ressemblance"),
        choices=PlacePriorChoice.choices,
        required=False,
        help_text=_(
            "Selon leurs habitants (par défaut), les communes tirées ressemblent à celles où l'on vit : la garantie "
            "est la même, les villages deviennent rares."
        ),
    )
    weights = forms.ChoiceField(
        label=_("Colonne des poids"),
        required=False,
        help_text=_(
            "Pour « selon une colonne » : le poids de chaque commune, par exemple les séjours publiés par commune. "
            "Jamais comptés sur les patients du projet. Une commune absente de la table n'est presque jamais tirée."
        ),
    )

    def __init__(
        self, files: Iterable[FeatureFile], policy: PlacePolicy, *args: Any, **kwargs: Any
    ) -> None:
        kwargs.setdefault("initial", {"area": policy.area, "prior": policy.prior})
        super().__init__(*args, **kwargs)
        held = {(item.file, item.column): item.scale for item in policy.compared}
        self._columns: dict[str, tuple[FeatureFile, dict[str, Any]]] = {}
        for file in files:
            for rank, column in enumerate(file.columns):
                name = f"{file.pk}-{rank}"
                self._columns[name] = file, column
                self._add(name, column, held.get((file.pk, column["name"])))
        self._offer_weights(policy)

    def _offer_weights(self, policy: PlacePolicy) -> None:
        field: Any = self.fields["weights"]
        field.choices = [
            ("", _t("aucune")),
            *(
                (name, f"{file.name} · {column['name']}")
                for name, (file, column) in self._columns.items()
            ),
        ]
        own = policy.weights
        for name, (file, column) in self._columns.items():
            if own is not None and (own.file, own.column) == (file.pk, column["name"]):
                self.initial.setdefault("weights", name)

    def _add(self, name: str, column: dict[str, Any], scale: float | None) -> None:
        label = _t("Échelle de %(column)s") % {"column": column["name"]}
        self.fields[f"use-{name}"] = forms.BooleanField(
            label=column["name"], required=False, initial=scale is not None
        )
        self.fields[f"scale-{name}"] = forms.CharField(
            label=label,
            required=False,
            max_length=40,
            initial="" if scale is None else _exact(scale),
            widget=forms.TextInput(
                attrs={"inputmode": "decimal", "aria-label": label, "placeholder": _spread(column)}
            ),
        )

    @property
    def tables(self) -> list[ChoiceTable]:
        """The files in order, each with its columns."""
        found: dict[FeatureFile, list[ChoiceRow]] = {}
        for name, (file, column) in self._columns.items():
            row = ChoiceRow(
                use=self[f"use-{name}"],
                scale=self[f"scale-{name}"],
                column=column["name"],
                spread=_spread(column),
                known=column["known"],
            )
            found.setdefault(file, []).append(row)
        return [ChoiceTable(file, rows) for file, rows in found.items()]

    def clean_prior(self) -> PlacePrior:
        return PlacePrior(self.cleaned_data["prior"] or DEFAULT_PRIOR)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        ticked = {name.removeprefix("use-") for name in self.data if name.startswith("use-")}
        if not ticked <= set(self._columns):
            self.add_error(None, _t("Une table a été retirée entre-temps : vérifiez votre choix."))
        wanted: list[Wanted] = []
        for name, (file, column) in self._columns.items():
            if not cleaned.get(f"use-{name}"):
                continue
            text = (cleaned.get(f"scale-{name}") or "").strip()
            try:
                scale = float(text.replace(",", ".")) if text else None
            except ValueError:
                self.add_error(f"scale-{name}", _t("Un nombre positif est attendu."))
                continue
            wanted.append(Wanted(file.pk, column["name"], scale))
        return cleaned | {"wanted": wanted, "weights": self._weights(cleaned)}

    def _weights(self, cleaned: dict[str, Any]) -> Wanted | None:
        """The column that weighs the communes, where one is asked for."""
        if cleaned.get("prior") is not PlacePrior.FILE or "weights" in self.errors:
            return None
        if not cleaned.get("weights"):
            self.add_error("weights", _t("Choisissez la colonne des poids."))
            return None
        file, column = self._columns[cleaned["weights"]]
        return Wanted(file.pk, column["name"])

    def refuse(self, column: str, reason: str) -> None:
        """Puts the engine's refusal beside the ticked column that it speaks of."""
        for name, (_file, known) in self._columns.items():
            if known["name"] == column and self.cleaned_data.get(f"use-{name}"):
                self.add_error(f"scale-{name}", reason)
                return
        self.add_error(None, reason)


def _exact(scale: float) -> str:
    """The shortest writing that reads back as the same number, with a decimal comma."""
    return repr(scale).removesuffix(".0").replace(".", ",")


def _spread(column: dict[str, Any]) -> str:
    return decimal(column["high"] - column["low"], 3)
