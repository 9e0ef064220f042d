"""Of which data set representations are made, and how."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import DatasetSnapshot
from annotation.selectors.datasets import snapshots_of
from deidweb.accounts.models import Project, User
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import released_exports


class RepresentationsForm(forms.Form):
    snapshot: forms.ModelChoiceField[DatasetSnapshot] = forms.ModelChoiceField(
        label=gettext_lazy("Jeu de données"), queryset=None, empty_label=None
    )
    export: forms.ModelChoiceField[ExportRequest] = forms.ModelChoiceField(
        label=gettext_lazy("Mots de l'export"), queryset=None, empty_label=None
    )
    size = forms.TypedChoiceField(
        label=gettext_lazy("Dimensions"), choices=[(n, n) for n in (50, 100, 300)], coerce=int
    )
    neighbours = forms.IntegerField(
        label=gettext_lazy("Voisins"), min_value=2, max_value=1000, initial=10
    )
    floor = forms.FloatField(
        label=gettext_lazy("Bruit au moins"), min_value=0, max_value=10, initial=1.5
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Apprentissage"),
        choices=[
            ("three_phases", gettext_lazy("en trois phases")),
            ("dann", gettext_lazy("par gradients inversés (DANN)")),
        ],
    )

    def __init__(self, user: User, project: Project, data: Any = None) -> None:
        super().__init__(data)
        for name, found, words in (
            ("snapshot", snapshots_of(user, project), _("Jeu n° %(number)d")),
            ("export", released_exports(user, project), _("Export n° %(number)d")),
        ):
            field: Any = self.fields[name]
            field.queryset = found
            field.label_from_instance = lambda item, words=words: words % {"number": item.number}

    def choices(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("size", "neighbours", "floor", "method")}
