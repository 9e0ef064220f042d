"""The form that shares out a project's notes, and who passed notes by."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from annotation.models import Skip, TypeReader, WorkSettings
from annotation.queue import work_settings
from annotation.services.share_out import TypeChoice, annotators
from deidweb.accounts.models import Project, User

_SHOWN: Final = 50
_PREFIX: Final = "type-"


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
            "readers": _("Lecteurs par note (1 ou 2, sans se voir)"),
            "unanimous_is_gold": _("Deux lectures identiques valent validation, sans clic"),
            "order": _("Ordre de la file"),
            "random_percent": _("Part tirée au hasard (%)"),
            "hidden_percent": _("Notes sans suggestions (%)"),
            "lease_minutes": _("Une note prise et laissée retourne dans la file après (minutes)"),
        }
        help_texts = {
            "random_percent": _("Des notes prises au hasard gardent des mesures honnêtes."),
            "hidden_percent": _(
                "Toujours les mêmes notes : elles mesurent si les suggestions influencent. Cinq "
                "pour cent conviennent."
            ),
            "lease_minutes": _("Le travail commencé est gardé."),
        }

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data, instance=work_settings(project))
        people = User.objects.filter(pk__in=annotators(project)).order_by("last_name", "username")
        names = [(str(person.pk), person.display_name) for person in people]
        given: dict[str, list[str]] = {}
        for row in TypeReader.objects.filter(project=project):
            given.setdefault(row.doc_type, []).append(str(row.user_id))
        self._types: list[str] = []
        for doc_type in _all_types(project):
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

    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.Meta.fields]


def _all_types(project: Project) -> list[str]:
    notes = project.documents.exclude(doc_type="").order_by("doc_type")
    return list(notes.values_list("doc_type", flat=True).distinct())


def skipped_notes(user: User, project: Project) -> QuerySet[Skip]:
    """The newest notes that people passed by, with their reasons."""
    visible = Project.objects.visible_to(user)
    skips = Skip.objects.filter(document__project=project, document__project__in=visible)
    return skips.select_related("document", "user").defer("document__text")[:_SHOWN]
