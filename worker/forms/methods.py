"""On which data set methods are compared, where neighbours come from, and what else compares sentences than the shipped encoder."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import DatasetSnapshot
from annotation.selectors.datasets import snapshots_of
from deidweb.accounts.models import Project, User
from privacy.models import ExportRequest
from privacy.selectors.word_spaces import other_encoders, released_exports


class MethodsForm(forms.Form):
    snapshot: forms.ModelChoiceField[DatasetSnapshot] = forms.ModelChoiceField(
        label=gettext_lazy("Jeu de données"), queryset=None, empty_label=None
    )
    export: forms.ModelChoiceField[ExportRequest] = forms.ModelChoiceField(
        label=gettext_lazy("Voisins tirés de l'export"),
        queryset=None,
        required=False,
        empty_label="–",
    )

    encoders = forms.MultipleChoiceField(
        label=gettext_lazy("Phrases comparées aussi par"),
        choices=other_encoders,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, user: User, project: Project, data: Any = None) -> None:
        super().__init__(data)
        exports = released_exports(user, project)
        for name, found, words in (
            ("snapshot", snapshots_of(user, project), _("Jeu n° %(number)d")),
            ("export", exports, _("Export n° %(number)d")),
        ):
            field: Any = self.fields[name]
            field.queryset = found
            field.label_from_instance = lambda item, words=words: words % {"number": item.number}
        self.fields["export"].initial = exports.first()

    @property
    def has_snapshots(self) -> bool:
        return self.fields["snapshot"].queryset.exists()  # type: ignore[attr-defined]
