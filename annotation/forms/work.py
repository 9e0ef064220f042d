"""The form that shares out a project's notes, and the one that gives single notes to people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import TypeReader, WorkSettings
from annotation.selectors.assignments import reader_names
from annotation.selectors.counts import count_notes
from annotation.selectors.queue import work_settings
from annotation.services.change_work import TypeChoice
from deidweb.accounts.models import Project

_MOST: Final = 200  # notes of one choice
_PREFIX: Final = "type-"


@dataclass(frozen=True, slots=True)
class Box:
    """One person and one type of note."""

    id: str
    name: str
    value: str
    person: str
    is_checked: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    doc_type: str
    boxes: list[Box]
    errors: Any


class WorkForm(forms.ModelForm):
    """`values()` and `types()` are what the service takes."""

    class Meta:
        model = WorkSettings
        fields = (
            "readers",
            "unanimous_is_gold",
            "order",
            "random_percent",
            "hidden_percent",
            "lease_minutes",
        )
        labels = {
            "readers": _("Lecteurs par note"),
            "unanimous_is_gold": _("Deux lectures identiques valent validation, sans clic"),
            "order": _("Ordre de la file"),
            "random_percent": _("Part tirée au hasard (%)"),
            "hidden_percent": _("Notes sans suggestions (%)"),
            "lease_minutes": _("Une note prise et laissée retourne dans la file après (minutes)"),
        }
        widgets = {
            "readers": forms.Select(
                choices=[(1, _("1 personne lit chaque note")), (2, _("2 personnes, sans se voir"))]
            )
        }
        help_texts = {
            "random_percent": _("Des notes prises au hasard gardent des mesures honnêtes."),
            "hidden_percent": _(
                "Toujours les mêmes notes : elles mesurent si les suggestions influencent. Cinq "
                "pour cent conviennent."
            ),
            "lease_minutes": _("1440 minutes font un jour. Le travail commencé est gardé."),
        }

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data, instance=work_settings(project))
        self._people = names = reader_names(project)
        given: dict[str, list[str]] = {}
        for row in TypeReader.objects.filter(project=project):
            given.setdefault(row.doc_type, []).append(str(row.user_id))
        self._types: list[str] = []
        for doc_type in count_notes(project).types():
            self.fields[f"{_PREFIX}{len(self._types)}"] = forms.MultipleChoiceField(
                label=doc_type,
                choices=names,
                required=False,
                initial=given.get(doc_type, []),
                widget=forms.CheckboxSelectMultiple,
            )
            self._types.append(doc_type)

    def values(self) -> dict[str, object]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def types(self) -> list[TypeChoice]:
        """Types that are given to somebody."""
        chosen = [
            (doc_type, frozenset(map(int, self.cleaned_data[f"{_PREFIX}{rank}"])))
            for rank, doc_type in enumerate(self._types)
        ]
        return [TypeChoice(doc_type, users) for doc_type, users in chosen if users]

    def type_fields(self) -> list[forms.BoundField]:
        return [self[f"{_PREFIX}{rank}"] for rank in range(len(self._types))]

    def matrix(self) -> tuple[list[str], list[MatrixRow]]:
        """Names of the people, and a row of boxes for each type: who reads what, at a glance."""
        rows = []
        for field in self.type_fields():
            chosen = set(map(str, field.value() or ()))
            boxes = [
                Box(f"{field.auto_id}_{key}", field.html_name, key, name, key in chosen)
                for key, name in self._people
            ]
            rows.append(MatrixRow(str(field.label), boxes, field.errors))
        return [name for _key, name in self._people], rows

    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.Meta.fields]


class _IdsField(forms.Field):
    """Ids of notes, `_MOST` at most."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[UUID]:
        try:
            ids = {UUID(one) for one in value or ()}
        except ValueError:
            raise forms.ValidationError(_("Cette note n'existe pas.")) from None
        if len(ids) > _MOST:
            raise forms.ValidationError(_("Trop de notes d'un coup."))
        return sorted(ids)


class AssignForm(forms.Form):
    """Notes ticked in the list, and the person who gets them; without one they are given back.

    `whole` takes all notes of the page, those of `shown`.
    """

    reader = forms.ChoiceField(required=False)
    notes = _IdsField(required=False)
    shown = _IdsField(required=False)
    whole = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data)
        reader = self.fields["reader"]
        reader.choices = reader_names(project)  # type: ignore[attr-defined]

    def back(self) -> str:
        """The list as it was, as a query."""
        return urlencode(
            {
                key: self.data[key]
                for key in ("state", "doc_type", "sort", "page")
                if self.data.get(key)
            }
        )

    def chosen(self) -> list[UUID]:
        return list(self.cleaned_data["shown" if self.cleaned_data["whole"] else "notes"])
